#include <chrono>

#include "judgement/stated_from.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

/// The first line is the pattern, the rest the file. What is found is in the file, in its line, and the
/// search takes time in proportion to the pattern's steps and the file's bytes, whatever the pattern.
void run_regex(std::string_view bytes) {
    using Clock = std::chrono::steady_clock;
    const std::size_t end = bytes.find('\n');
    const std::string pattern(bytes.substr(0, end));
    const std::string_view content = end == bytes.npos ? std::string_view() : bytes.substr(end + 1);
    const auto start = Clock::now();
    const auto search = [&] {
        const Found found = find_stated(content, "in.py", pattern);
        require(found.line >= 1, "lines count from 1");
        std::string_view rest = content;
        for (std::size_t line = 1; line < found.line; ++line) rest.remove_prefix(rest.find('\n') + 1);
        require(rest.substr(0, rest.find('\n')).find(found.text) != rest.npos,
                "what is found stands in its line");
    };
    accepts(search, [](const InputError& error) {
        require(error.place().source == "regex", "a refusal names the key at fault");
    });
    constexpr auto most = std::chrono::seconds(5);  // of some milliseconds, on a machine that does other work
    require(Clock::now() - start < most, "a search takes no longer than it may");
}

}  // namespace sigprop::fuzz
