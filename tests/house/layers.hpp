#pragma once
// The rules of the house as a function of source texts, so that a test can pass it the real tree and also
// houses broken on purpose. It reads #include lines, names of files and names of types, and checks the order
// of floors, the arrows between rooms, the vendors each file may see (directly or through an internal
// header), what a public header may show, that sources are named after their headers, and that each type name
// has one header.

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/house/layers_rules.hpp"

namespace layers {

struct Source {
    std::string path;  ///< relative to the root of the tree
    std::string text;
};

inline bool is_public(std::string_view path) { return path.starts_with("include/"); }

/// The room of a file of the tree, its folder below include/sigprop or src; empty when it is in none. The
/// umbrella header includes everything, so it belongs to the tool's room and no room may include it; the
/// version belongs to no room.
inline std::string_view room_of(std::string_view path) {
    if (path == "include/sigprop/version.hpp") return "core/base";
    if (path == "include/sigprop/sigprop.hpp" || path.starts_with("tools/sigprop/")) return "tool";
    for (const std::string_view root : {"include/sigprop/", "src/"}) {
        if (!path.starts_with(root)) continue;
        const std::string_view rest = path.substr(root.size());
        const std::size_t end = rest.rfind('/');
        const std::string_view folder = rest.substr(0, end == rest.npos ? 0 : end);
        const auto room =
            std::find_if(rooms.begin(), rooms.end(), [&](const Room& one) { return one.name == folder; });
        if (room != rooms.end()) return room->name;
    }
    return {};
}

inline std::string_view floor_of(std::string_view room) { return room.substr(0, room.find('/')); }

inline const Room* find_room(std::string_view name) {
    const auto room =
        std::find_if(rooms.begin(), rooms.end(), [&](const Room& one) { return one.name == name; });
    return room == rooms.end() ? nullptr : &*room;
}

/// Whether the table lets files of one room include those of another.
inline bool may_include(std::string_view from, std::string_view to) {
    if (from == to || from == "tool") return true;
    const Room* room = find_room(from);
    return room != nullptr && has_word(room->includes, to);
}

/// The text between the quotes or brackets of each #include, with the opening one in front.
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

/// The path in the tree that an #include names; empty for the standard library and vendors.
inline std::string project_path(const std::string& include, const std::string& from) {
    const std::string name = include.substr(1);
    if (name.starts_with("sigprop/")) return "include/" + name;
    if (include.front() == '<') return {};
    // What the build writes from the rows includes quantity.hpp alone, beside the headers that words.json
    // names.
    if (name.starts_with("catalogue/")) return "src/quantities/quantity.hpp";
    const bool internal = std::find(floors.begin(), floors.end(), floor_of(name)) != floors.end();
    return internal ? "src/" + name : from.substr(0, from.rfind('/') + 1) + name;
}

/// The owner of an angle-bracket header: empty for the standard library, "?" when it is unknown.
inline std::string_view vendor_of(std::string_view header) {
    if (header.find_first_of("/.") == header.npos) return {};
    for (const Vendor& vendor : vendors)
        if (any_word(vendor.prefixes, [&](const std::string& start) { return header.starts_with(start); }))
            return vendor.name;
    return "?";
}

inline bool permitted(std::string_view path, std::string_view vendor) {
    if (is_public(path)) return false;
    const std::string_view room = room_of(path);
    const Room* known = find_room(room);
    return has_word(vendors_of_all, vendor) || (room == "tool" && has_word(vendors_of_tool, vendor)) ||
           (known != nullptr && has_word(known->vendors, vendor));
}

/// The vendors that a file sees, directly or through the project's headers.
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

/// The name of a file without folder, extension, and the "-inl" of code compiled once for each vector set.
inline std::string stem_of(std::string_view path) {
    std::string_view name = path.substr(path.rfind('/') + 1);
    name = name.substr(0, name.rfind('.'));
    if (name.ends_with("-inl")) name.remove_suffix(4);
    return std::string(name);
}

/// A source is named after a header of its room: the same name, a part of it (formula_text.cpp of
/// formula.hpp), or one of several implementations of it (gsl_bessel.cpp of bessel.hpp).
inline bool is_named_after(const std::string& source, const std::string& header) {
    return source == header || source.starts_with(header + "_") || source.ends_with("_" + header);
}

/// Whether the source has a header of its name, or is found another way: the methods named in the table, and
/// tables of quantities.
inline bool has_home(const Tree& tree, const std::string& path) {
    const std::string room(room_of(path));
    const std::string stem = stem_of(path);
    if (any_word(methods, [&](const std::string& one) { return one == room + "/" + stem; })) return true;
    if (floor_of(room) == "quantities" && tree.at(path).find("_quantities() {") != std::string::npos)
        return true;
    return std::any_of(tree.begin(), tree.end(), [&](const auto& file) {
        const std::string& header = file.first;
        return header.ends_with(".hpp") && room_of(header) == room && is_named_after(stem, stem_of(header));
    });
}

/// The names of the types that a header defines outside of other types: "struct Name {" at a line's start.
inline std::vector<std::string> types_of(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        if (line.empty() || line.front() == ' ' || !(words >> word)) continue;
        if (word != "struct" && word != "class" && word != "enum") continue;
        words >> word;
        if (word == "class") words >> word;  // enum class
        const bool is_defined = line.find('{') != line.npos && word.find_first_of("<;(") == word.npos &&
                                word.find("::") == word.npos;
        if (is_defined) found.push_back(word.substr(0, word.find_first_of(":{")));
    }
    return found;
}

/// Arrows of the table that lead to a later room or round in a circle: rooms may include only rooms before
/// them in the table.
inline std::vector<std::string> faults_of_table(std::span<const Room> table) {
    std::vector<std::string> broken;
    for (auto room = table.begin(); room != table.end(); ++room) {
        any_word(room->includes, [&](const std::string& to) {
            const bool stands_before =
                std::any_of(table.begin(), room, [&](const Room& one) { return one.name == to; });
            if (!stands_before) broken.push_back(std::string(room->name) + ": may not be after " + to);
            return false;
        });
    }
    return broken;
}

/// One line for each broken rule.
inline std::vector<std::string> violations(const std::vector<Source>& sources) {
    std::vector<std::string> broken;
    Tree tree;
    for (const Source& source : sources) tree.emplace(source.path, source.text);
    std::map<std::string, std::string> defined;  // type -> header
    for (const auto& [path, text] : tree) {
        const std::string_view room = room_of(path);
        const std::string_view floor = floor_of(room);
        if (room.empty()) broken.push_back(path + ": stands in no room");
        for (const std::string& include : includes_of(text)) {
            const std::string target = project_path(include, path);
            if (target.empty()) continue;
            const auto below = std::find(floors.begin(), floors.end(), floor_of(room_of(target)));
            if (below > std::find(floors.begin(), floors.end(), floor)) {
                broken.push_back(path + ": includes " + target + ", which stands below it");
            } else if (!room.empty() && !may_include(room, room_of(target))) {
                broken.push_back(path + ": includes " + target + ", a room that its own has no arrow to");
            }
            if (is_public(path) && !is_public(target))
                broken.push_back(path + ": a public header includes the internal " + target);
        }
        std::set<std::string> visited;
        std::set<std::string_view> seen;
        collect_vendors(tree, path, visited, seen);
        for (const std::string_view vendor : seen)
            if (!permitted(path, vendor)) broken.push_back(path + ": must not see " + std::string(vendor));
        if (path.starts_with("src/") && path.ends_with(".cpp") && !has_home(tree, path))
            broken.push_back(path + ": is named after no header of its room");
        if (!path.ends_with(".hpp") || path.ends_with("-inl.hpp")) continue;  // one namespace per vector set
        for (const std::string& type : types_of(text)) {
            const auto [first, is_new] = defined.emplace(type, path);
            if (!is_new) broken.push_back(path + ": defines " + type + ", as " + first->second + " does");
        }
    }
    return broken;
}

/// Public headers that the umbrella header does not include.
inline std::vector<std::string> unreached(const std::vector<Source>& sources) {
    Tree tree;
    for (const Source& source : sources) tree.emplace(source.path, source.text);
    std::set<std::string> visited;
    std::set<std::string_view> seen;
    collect_vendors(tree, "include/sigprop/sigprop.hpp", visited, seen);
    std::vector<std::string> missing;
    for (const Source& source : sources)
        if (is_public(source.path) && !visited.contains(source.path)) missing.push_back(source.path);
    return missing;
}

}  // namespace layers
