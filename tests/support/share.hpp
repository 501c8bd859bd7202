#pragma once
// The share of a long test's work that this run does: SIGPROP_TEST_SHARE=K/N, which tests/share.cmake sets for tests that
// share their own work.

#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace sigprop::test {

struct Share {
    std::size_t part = 0;
    std::size_t parts = 1;
    [[nodiscard]] bool has(std::size_t i) const { return i % parts == part; }
};

/// All without the variable.
inline Share share_of_work() {
    const char* const given = std::getenv("SIGPROP_TEST_SHARE");
    const std::string text = given == nullptr ? "" : given;
    if (text.empty()) return {};
    const std::size_t slash = text.find('/');
    const auto whole = [&](const std::string& digits) {
        if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
            throw std::invalid_argument("SIGPROP_TEST_SHARE is K/N, not '" + text + "'");
        return static_cast<std::size_t>(std::stoul(digits));
    };
    const std::size_t parts = slash == std::string::npos ? 0 : whole(text.substr(slash + 1));
    if (parts == 0) throw std::invalid_argument("SIGPROP_TEST_SHARE is K/N, not '" + text + "'");
    return {whole(text.substr(0, slash)) % parts, parts};
}

/// This run's share of a list.
template <class T>
std::vector<T> share_of(const std::vector<T>& all) {
    const Share share = share_of_work();
    std::vector<T> mine;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (share.has(i)) mine.push_back(all[i]);
    }
    return mine;
}

}  // namespace sigprop::test
