#pragma once
// The index of a checkpoint that is spread over several files, as Hugging Face's libraries write it:
// {"metadata": {"total_size": 123}, "weight_map": {"a.weight": "model-00001-of-00002.safetensors", …}}

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sigprop {

struct ShardIndex {
    using Entry = std::pair<std::string, std::size_t>;
    std::vector<std::string> files;  ///< names without folders, sorted
    std::vector<Entry> places;       ///< tensor, and which of the files holds it; sorted
};

/// Errors   IoError; InputError "file: what is wrong, and the fix", for a file outside the index's folder,
///          too
[[nodiscard]] ShardIndex read_shard_index(const std::string& path);

}  // namespace sigprop
