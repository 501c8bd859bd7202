#pragma once
// The rules of the house as a function over source texts, so that a test can feed it the real tree and also
// houses that are broken on purpose. It reads #include lines and nothing else: the order of the floors, the
// vendors each file may see (directly or through an internal header), and what a public header may show.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "unit/layers_rules.hpp"

namespace layers {

struct Source {
    std::string path;  ///< relative to the root of the tree
    std::string text;
};

inline bool is_public(std::string_view path) { return path.starts_with("include/"); }

/// The floor of a file of the tree; empty when it stands on none. The umbrella header shows everything, so it
/// stands with the tool and no floor may include it; the version belongs to nobody.
inline std::string_view floor_of(std::string_view path) {
    if (path == "include/sigprop/version.hpp") return "core";
    if (path == "include/sigprop/sigprop.hpp" || path.starts_with("tools/sigprop/")) return "tool";
    for (const std::string_view root : {"include/sigprop/", "src/"}) {
        if (!path.starts_with(root)) continue;
        const std::string_view rest = path.substr(root.size());
        const auto floor = std::find(floors.begin(), floors.end(), rest.substr(0, rest.find('/')));
        if (floor != floors.end() && rest.find('/') != rest.npos) return *floor;
    }
    return {};
}

/// What stands between the quotes or brackets of each #include, with the opening one in front.
inline std::vector<std::string> includes_of(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t hash = line.find_first_not_of(" \t");
        if (hash == line.npos || line[hash] != '#') continue;
        const std::size_t word = line.find_first_not_of(" \t", hash + 1);
        if (word == line.npos || line.compare(word, 7, "include") != 0) continue;
        const std::size_t open = line.find_first_of("<\"", word);
        const std::size_t close = open == line.npos ? open : line.find_first_of(">\"", open + 1);
        if (close != line.npos) found.push_back(line.substr(open, close - open));
    }
    return found;
}

/// The path in the tree of what an #include names; empty for the standard library and vendors.
inline std::string project_path(const std::string& include, const std::string& from) {
    const std::string name = include.substr(1);
    if (name.starts_with("sigprop/")) return "include/" + name;
    if (include.front() == '<') return {};
    const bool internal =
        std::find(floors.begin(), floors.end(), name.substr(0, name.find('/'))) != floors.end();
    return internal ? "src/" + name : from.substr(0, from.rfind('/') + 1) + name;
}

/// The owner of an angle-bracket header: empty for the standard library, "?" when nobody here knows it.
inline std::string_view vendor_of(std::string_view header) {
    if (header.find_first_of("/.") == header.npos) return {};
    for (const Vendor& vendor : vendors)
        if (any_word(vendor.prefixes, [&](const std::string& start) { return header.starts_with(start); }))
            return vendor.name;
    return "?";
}

inline bool permitted(std::string_view path, std::string_view vendor) {
    const std::string floor(floor_of(path));
    const std::string_view file = path.substr(path.rfind('/') + 1);
    const std::string stem(file.substr(0, file.rfind('.')));
    return !is_public(path) && std::any_of(permits.begin(), permits.end(), [&](const Permit& permit) {
        return matches(permit.vendors, std::string(vendor)) && matches(permit.floor, floor) &&
               matches(permit.files, stem);
    });
}

/// Vendors that a file sees, itself or through the project's headers.
using Tree = std::map<std::string, std::string>;
inline void collect_vendors(const Tree& tree, const std::string& path, std::set<std::string>& visited,
                            std::set<std::string_view>& seen) {
    const auto file = tree.find(path);
    if (file == tree.end() || !visited.insert(path).second) return;
    for (const std::string& include : includes_of(file->second)) {
        const std::string next = project_path(include, path);
        const std::string_view vendor = vendor_of(std::string_view(include).substr(1));
        if (next.empty() ? !vendor.empty() : vendor != "?" && !tree.contains(next)) seen.insert(vendor);
        collect_vendors(tree, next, visited, seen);
    }
}

/// One line for each broken rule.
inline std::vector<std::string> violations(const std::vector<Source>& sources) {
    std::vector<std::string> broken;
    Tree tree;
    for (const Source& source : sources) tree.emplace(source.path, source.text);
    for (const auto& [path, text] : tree) {
        const std::string_view floor = floor_of(path);
        if (floor.empty()) broken.push_back(path + ": stands on no floor");
        for (const std::string& include : includes_of(text)) {
            const std::string target = project_path(include, path);
            if (target.empty()) continue;
            const auto below = std::find(floors.begin(), floors.end(), floor_of(target));
            if (below > std::find(floors.begin(), floors.end(), floor))
                broken.push_back(path + ": includes " + target + ", which stands below it");
            if (is_public(path) && !is_public(target))
                broken.push_back(path + ": a public header includes the internal " + target);
        }
        std::set<std::string> visited;
        std::set<std::string_view> seen;
        collect_vendors(tree, path, visited, seen);
        for (const std::string_view vendor : seen)
            if (!permitted(path, vendor)) broken.push_back(path + ": must not see " + std::string(vendor));
    }
    return broken;
}

}  // namespace layers
