#pragma once
// The share of a long test's work that the fast tier does: every tenth piece, or one of as many as the test
// says, always the same ones. With SIGPROP_WHOLE=1 a test does everything: so runs its twin in the slow tier,
// which tests/CMakeLists.txt adds for each test that includes this.

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace sigprop::test {

/// Of so many pieces one is done.
inline std::size_t parts_of_work(std::size_t parts = 10) {
    return std::getenv("SIGPROP_WHOLE") == nullptr ? parts : 1;
}

inline bool in_share(std::size_t piece, std::size_t parts = 10) { return piece % parts_of_work(parts) == 0; }

/// This run's share of a list.
template <class T>
std::vector<T> share_of(const std::vector<T>& all, std::size_t parts = 10) {
    std::vector<T> mine;
    for (std::size_t i = 0; i < all.size(); i += parts_of_work(parts)) mine.push_back(all[i]);
    return mine;
}

}  // namespace sigprop::test
