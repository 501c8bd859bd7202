#pragma once
// Which files of a folder are its model. Folders as people have them hold more than one: another format of
// the same weights, another precision, adapters, what a trainer or a tokenizer saved. One model is taken, and
// the rest is named. A hub's cache is a folder of snapshots, whose files are links.
//
//     folder -> an index, files that belong together, or arrays

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "formats/tensor_formats.hpp"

namespace sigprop {

struct CheckpointFolder {
    std::filesystem::path folder;  ///< the given one, or the snapshot in it
    std::optional<std::filesystem::path> index;
    std::vector<std::filesystem::path> files;   ///< where there is no index
    std::vector<std::filesystem::path> arrays;  ///< files of one array at any depth; where there is neither
    std::vector<std::string> others;  ///< names of files that might be read and are not, if no index has them
    FileNotes notes;
};

/// Formats in the order of tensor_formats(), the last first; of one format an index before files.
/// Errors   IoError for what cannot be read; InputError "folder: …" where nothing in it is a model, and where
///          it does not say which of several is meant
[[nodiscard]] CheckpointFolder read_checkpoint_folder(const std::string& path);

}  // namespace sigprop
