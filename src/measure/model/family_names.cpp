#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "measure/model/family.hpp"

namespace sigprop {
namespace {

using NameSet = std::set<std::string, std::less<>>;

NameSet numberless_names(const ModelScan& scan) {
    NameSet names;
    for (const ModelPart& one : scan.parts) names.insert(numberless(one.whole_name()));
    return names;
}

/// What may stand before all names: nothing, or the name of the module that holds the model.
std::vector<std::string> prefixes_of(const NameSet& names) {
    std::vector<std::string> prefixes = {""};
    constexpr std::size_t most = 3;
    while (prefixes.size() < most) {
        const std::string& before = prefixes.back();
        const std::size_t dot = names.begin()->find('.', before.size());
        if (dot == std::string::npos) break;
        std::string longer = names.begin()->substr(0, dot + 1);
        if (!names.rbegin()->starts_with(longer)) break;  // between the first and the last all names lie
        prefixes.push_back(std::move(longer));
    }
    return prefixes;
}

constexpr std::size_t few = 10;  // one in ten may be another: a head of one's own, or none

bool has_needs(const FamilyEntry& family, const NameSet& names, const std::vector<std::string>& prefixes) {
    const std::vector<std::string> needs = names_in(family.needs);
    return !needs.empty() && std::ranges::any_of(prefixes, [&](const std::string& prefix) {
        std::size_t missing = 0;
        for (const std::string& one : needs) {
            if (!names.contains(prefix + one)) ++missing;
            if (missing * few > needs.size()) return false;
        }
        return true;
    });
}

/// Whether a draw has had all names, but for a tenth.
bool has_seen(const ModelFamily& family, const NameSet& names) {
    const RE2 seen(names_expression(family.seen), RE2::Quiet);
    const auto others =
        std::ranges::count_if(names, [&](const std::string& one) { return !RE2::FullMatch(one, seen); });
    return static_cast<std::size_t>(others) * few <= names.size();
}

}  // namespace

RandomShare random_share(const ModelExpectation& expected, const ModelScan& scan) {
    RandomShare share;
    for (const std::size_t i : expected.random) {
        if (!is_informative(scan.parts[i].seen)) continue;
        ++share.of;
        if (expected.agrees(i)) ++share.right;
    }
    return share;
}

bool is_of(const ModelExpectation& namesake, const ModelScan& scan) {
    constexpr std::size_t enough = 4;
    const RandomShare share = random_share(namesake, scan);
    return share.of >= enough && 4 * share.right >= 3 * share.of;
}

std::optional<ModelExpectation> namesake_of(const ModelScan& scan) {
    const NameSet names = numberless_names(scan);
    if (names.empty()) return std::nullopt;
    const std::vector<std::string> prefixes = prefixes_of(names);
    std::optional<ModelExpectation> best;
    for (const FamilyEntry& one : family_index()) {
        if (!has_needs(one, names, prefixes)) continue;
        const ModelFamily& family = *shipped_family(one.name);
        if (!has_seen(family, names)) continue;
        ModelExpectation found = expect(family, Json::object(), scan);
        found.named_by = names_of_tensors;
        // A row that says little has little that differs: what is right comes first, and where too little is,
        // what is spoken of.
        const auto order = [&](const ModelExpectation& of) {
            const bool right = is_of(of, scan);
            return std::tuple(right, right ? of.explained() : of.known.size(), of.explained());
        };
        if (!best || order(found) > order(*best)) best = std::move(found);
    }
    return best;
}

}  // namespace sigprop
