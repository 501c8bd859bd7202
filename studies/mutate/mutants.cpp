// Which mutant runs, and which places are reached: mutants.hpp.

#include <cstdlib>
#include <ctime>
#include <fstream>

#include "mutants.hpp"

namespace mutants {

int chosen = -1;

namespace {

constexpr int capacity = 1 << 18;
char reached[capacity];
char lacked[capacity];

int number_of_environment() {
    const char* text = std::getenv("SIGPROP_MUTANT");
    return text == nullptr ? -1 : std::atoi(text);
}

/// Reads the number before any other object of the program exists, and reports when all others are gone.
struct Run {
    Run() { chosen = number_of_environment(); }
    ~Run() {
        const char* path = std::getenv("SIGPROP_MUTANT_REACH");
        if (path == nullptr) return;
        std::ofstream file(path);
        file << static_cast<double>(std::clock()) / CLOCKS_PER_SEC << '\n';  // of the processor
        for (int id = 0; id < capacity; ++id) {
            if (lacked[id] != 0) file << '-' << id << '\n';
            if (reached[id] != 0) file << id << '\n';
        }
    }
};

}  // namespace

__attribute__((init_priority(101))) Run this_run;

bool reach(int id) noexcept {
    reached[id] = 1;
    return true;
}

bool lack(int id) noexcept {
    lacked[id] = 1;
    return true;
}

}  // namespace mutants
