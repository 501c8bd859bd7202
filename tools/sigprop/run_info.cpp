#include "run_info.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/Version.hpp>
#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>

#include "core/base/digit.hpp"
#include "core/simd/vector_target.hpp"

namespace sigprop::tool {
namespace {

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "";
}

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
    }
    return "unknown";
}

std::string compiler() {
#if defined(__clang__)
    return "clang++ " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

/// Quoted so that a shell would read it back.
std::string quoted(const std::string& word) {
    const auto plain = [](char c) {
        return is_letter_or_digit(c) || std::string_view("-_=./:,+@%").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string command_of(const std::vector<std::string>& argv) {
    std::string text;
    for (const std::string& word : argv) text += (text.empty() ? "" : " ") + quoted(word);
    return text;
}

}  // namespace

RunInfo run_info(const Invocation& call, std::chrono::steady_clock::time_point started) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started;
    const Context& context = call.options.context;
    return {{{"time", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
             {"host", host_name()},
             {"cpu", cpu_model()},
             {"vectors", std::string(vector_target_name())},
             {"compiler", compiler()},
             {"libraries", fmt::format("fmt {}.{}.{}, CLI11 {}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                                       FMT_VERSION % 100, CLI11_VERSION)},
             {"threads", std::to_string(context.threads)},
             {"ranks", std::to_string(call.ranks == nullptr ? 1 : call.ranks->size())},
             {"seed", std::to_string(context.seed)},
             {"argv", command_of(call.argv)},
             {"seconds", fmt::format("{:.3f}", spent.count())}}};
}

}  // namespace sigprop::tool
