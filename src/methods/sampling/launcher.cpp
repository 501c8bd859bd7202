#include "methods/sampling/launcher.hpp"

#include <cstdlib>
#include <initializer_list>

namespace sigprop {

bool is_launched_as_rank() {
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
        if (std::getenv(name) != nullptr) return true;
    }
    return false;
}

long launched_ranks() {
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        const char* const size = std::getenv(name);
        if (size != nullptr) return std::strtol(size, nullptr, 10);
    }
    return 1;
}

}  // namespace sigprop
