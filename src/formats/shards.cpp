#include "formats/shards.hpp"

#include <algorithm>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/base/shown_text.hpp"
#include "core/base/words.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "formats/tensor_formats.hpp"

namespace sigprop {
namespace {

/// A name that leads nowhere else: an index comes from strangers.
void check_file(const std::string& file, const std::string& path) {
    const bool bare = !file.empty() &&
                      file.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos && file != "." &&
                      file != ".." && is_shard(file);
    if (bare) return;
    throw InputError(path + ": a shard has the name '" + shown_text(file.substr(0, 200)) +
                     "'; it must be a " + joined(endings_of(FileRole::shard), " or ") + " or " +
                     joined(endings_of(FileRole::saved), " or ") + " file beside the index");
}

}  // namespace

ShardIndex read_shard_index(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{100} << 20U;
    constexpr std::size_t max_values = 4'000'000;
    const std::string text =
        read_stored_file(path, max_bytes);  // links are followed: caches of models are full of them
    const Json json = parse_json(text, path, {.bytes = max_bytes, .values = max_values});
    const Json* map = json.find("weight_map");
    if (map == nullptr || map->kind() != Json::Kind::object || map->size() == 0) {
        const bool is_claims = json.kind() == Json::Kind::object && json.find("claims") != nullptr;
        throw InputError(
            path + (is_claims ? ": it has claims, which sigprop verify --claims judges, and no weights"
                              : ": it has no \"weight_map\", which the index of a checkpoint of several "
                                "files must have"));
    }
    ShardIndex index;
    std::map<std::string, std::size_t> files;
    for (const JsonMember& one : map->as_object()) {
        if (!one.value.is_string())
            throw InputError(path + ": the place of tensor '" + shown_text(one.key.substr(0, 200)) +
                             "' is not a file name");
        const std::string& file = one.value.as_string();
        check_file(file, path);
        files.emplace(file, 0);
    }
    for (auto& [file, number] : files) {
        number = index.files.size();
        index.files.push_back(file);
    }
    for (const JsonMember& one : map->as_object())
        index.places.emplace_back(one.key, files.at(one.value.as_string()));
    std::ranges::sort(index.places);
    return index;
}

}  // namespace sigprop
