#include "methods/sampling/process_id.hpp"

#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <vector>

namespace sigprop {
namespace {

/// The machine since it was started, and the namespace of process numbers; empty if either is not known.
std::string place() {
    std::string boot;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
    std::array<char, 128> space{};
    const ssize_t size = readlink("/proc/self/ns/pid", space.data(), space.size());
    if (boot.empty() || size <= 0) return "";
    return boot + "/" + std::string(space.data(), static_cast<std::size_t>(size));
}

/// The time of its start, in ticks since the machine's; empty when it has ended, also as a zombie.
std::string start_of(const std::string& number) {
    std::string line;
    // of its first thread, which has the same fields: an emulator of another processor makes up /proc/N/stat
    // of its own process
    std::getline(std::ifstream("/proc/" + number + "/task/" + number + "/stat"), line);
    const std::size_t name_end = line.rfind(')');  // a name may hold blanks and parentheses
    if (name_end == std::string::npos) return "";
    std::istringstream fields(line.substr(name_end + 1));
    std::string state, field;
    fields >> state;
    constexpr int fields_between = 18;
    for (int i = 0; i < fields_between && fields >> field; ++i) {
    }
    std::string start;
    fields >> start;
    return state == "Z" || state == "X" ? "" : start;
}

}  // namespace

std::string own_process() {
    const std::string number = std::to_string(getpid());
    return place() + " " + number + " " + start_of(number);
}

bool has_ended(const std::string& process) {
    std::istringstream words(process);
    std::string where, number, start;
    if (!(words >> where >> number >> start)) return false;
    return where == place() && start_of(number) != start;
}

}  // namespace sigprop
