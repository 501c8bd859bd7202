#include "core/base/suggest.hpp"
#include <algorithm>
#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sigprop {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The part after the last dot.
std::string_view member_of(std::string_view name) { return name.substr(name.rfind('.') + 1); }

/// The number of edits between the two, if it is small enough for names of this length.
std::optional<std::size_t> few_edits(std::string_view wrong, std::string_view name) {
    constexpr std::size_t max_edits = 4;
    // "pt" may mean "pi", but one letter never means another: something recognisable must be left.
    const std::size_t most = wrong.size() < 2 ? 0 : std::clamp<std::size_t>(wrong.size() / 3, 1, max_edits);
    const std::size_t longer = std::max(wrong.size(), name.size());
    if (longer - std::min(wrong.size(), name.size()) > most) return std::nullopt;
    const std::size_t edits = edit_distance(wrong, name, most);
    return edits <= most ? std::optional(edits) : std::nullopt;
}

/// How far off a name is; the first field that differs decides.
struct Rank {
    bool other_group;   ///< a group was written, and this name has another one
    std::size_t edits;  ///< edits of the whole name, or of the member if only that matched
    bool member_only;
    bool unrelated_group;  ///< the written group is no part of it, as `normal` is of `truncated_normal`
    std::size_t all_edits;
    // NOLINTNEXTLINE(modernize-use-nullptr): a false alarm of clang-tidy 14
    auto operator<=>(const Rank&) const = default;
};

std::optional<Rank> rank_of(std::string_view wrong, std::string_view name) {
    if (const auto edits = few_edits(wrong, name)) return Rank{false, *edits, false, false, *edits};
    if (name.find('.') == std::string_view::npos) return std::nullopt;
    const auto edits = few_edits(member_of(wrong), member_of(name));
    if (!edits) return std::nullopt;
    // A group was written on purpose: other groups rank after every name that is close as a whole.
    const std::string_view group = wrong.substr(0, wrong.size() - member_of(wrong).size());
    const bool unrelated = !group.empty() && name.find(group) == std::string_view::npos;
    constexpr std::size_t longest = 256;
    return Rank{!group.empty(), *edits, true, unrelated, edit_distance(wrong.substr(0, longest), name)};
}

template <class Name>
std::optional<std::string> nearest(std::string_view wrong, std::span<const Name> names) {
    std::optional<Rank> best;
    std::string_view best_name;
    for (const std::string_view name : names) {
        if (name == wrong) continue;
        const std::optional<Rank> rank = rank_of(wrong, name);
        if (rank && (!best || *rank < *best)) {
            best = rank;
            best_name = name;
        }
    }
    return best ? std::optional(std::string(best_name)) : std::nullopt;
}

/// The parts between dots, underscores and blanks, in lower case.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : name) {
        if (c != '.' && c != '_' && c != ' ') {
            words.back() += lower(c);
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

bool is_same_word(std::string_view a, std::string_view b) {
    constexpr std::size_t least = 4;
    if (a == b) return true;
    return std::min(a.size(), b.size()) >= least && (a.starts_with(b) || b.starts_with(a));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
    // Three rows of the usual table, since swaps look two rows back.
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, above);
        std::swap(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0U : 1U)});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        // Every way to the end passes this row or, by a swap, the one above.
        const auto exceeds = [most](const auto& numbers) {
            return *std::ranges::min_element(numbers) > most;
        };
        if (exceeds(row) && exceeds(above)) return most + 1;
    }
    return row[b.size()];
}

std::vector<std::string> names_by_words(std::string_view wrong, std::span<const std::string> names,
                                        std::size_t most) {
    const std::vector<std::string> words = words_of(wrong);
    if (words.empty()) return {};
    std::map<std::string, std::vector<std::string>> groups;
    std::vector<std::string> order;
    for (const std::string& name : names) {
        const std::vector<std::string> parts = words_of(name);
        const bool has_all = std::ranges::all_of(words, [&](const std::string& word) {
            return std::ranges::any_of(parts,
                                       [&](const std::string& part) { return is_same_word(word, part); });
        });
        if (!has_all) continue;
        const std::string group = name.substr(0, name.find('.'));
        std::vector<std::string>& members = groups[group];
        if (members.empty()) order.push_back(group);
        members.push_back(name);
    }
    constexpr std::size_t many = 3;
    std::vector<std::string> found;
    for (const std::string& group : order) {
        const std::vector<std::string>& members = groups[group];
        if (members.size() >= many) {
            found.push_back(group + ".*");
        } else {
            found.insert(found.end(), members.begin(), members.end());
        }
    }
    if (found.size() > most) found.resize(most);
    return found;
}

std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string_view> names) {
    return nearest(wrong, names);
}
std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> names) {
    return nearest(wrong, names);
}

}  // namespace sigprop
