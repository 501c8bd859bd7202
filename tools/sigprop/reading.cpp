#include "reading.hpp"

#include "formats/files.hpp"

namespace sigprop::tool {

std::string read_named(const std::string& what, const std::string& path) {
    return reading(what, path, [&] { return read_file(path); });
}

}  // namespace sigprop::tool
