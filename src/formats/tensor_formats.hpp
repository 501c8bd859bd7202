#pragma once
// The formats of checkpoints: a row for each says how a file of the format is recognised, how its name ends,
// what a folder of such files is, and what reads it. Which reader a file gets and every sentence that lists
// the formats follow from the rows. A reader lists the tensors of one file without reading their numbers;
// where these do not lie in the file as they are (packed, quantised, scaled, cut out of a larger storage), it
// also says how one of them is opened.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/mapped_file.hpp"

namespace sigprop {

/// A tensor of a file, and where its elements lie. What is no floating-point number has no type.
struct StoredTensor {
    std::string name;
    std::string dtype;               ///< in the words of the file: "BF16", "I64", "<f4"
    std::vector<std::size_t> shape;  ///< the slowest axis first, as in PyTorch
    std::optional<ElementType> type = {};
    std::size_t first = 0,
                last = 0;  ///< bytes of the file, the end not included; compressed where the file is
    /// The tensor whose elements these are, among those listed before: saved once, under several names.
    std::optional<std::size_t> same_as = {};
    bool is_coded = false;  ///< the numbers, of `type`, are made when it is opened: from blocks, with scales
    std::string unread = {};  ///< why weights have no type; empty for what is no floating-point number

    [[nodiscard]] std::size_t size() const;  ///< the product of the shape
};

/// A file as a reader gets it; the mapped file outlives what the reader returns.
struct TensorSource {
    const MappedFile& file;
    std::string path;  ///< as messages name it
    std::string name;  ///< of the tensor, where the format gives it none
    NpyOptions options = {};
};

/// How far weights may lie from the numbers that stand for them, where these were rounded to few levels.
struct StoredGrid {
    double rms = 0;  ///< bound of the root mean square distance
    double max = 0;  ///< bound of each distance
};

/// The elements of a tensor that is open.
struct TensorElements {
    TensorView view;
    std::size_t first = 0;                            ///< the byte where they begin
    std::unique_ptr<const MappedFile> unpacked = {};  ///< what they are in, where that is not the file itself
    StoredGrid grid = {};
};

/// What a reader made of a file that its user should know, by a word each: "left out", "optimizer: 48
/// tensors".
using FileNotes = std::vector<std::pair<std::string, std::string>>;

/// What a file says before any number is read.
struct TensorListing {
    std::vector<StoredTensor> tensors;  ///< in the order of their bytes, or of their names
    std::vector<std::pair<std::string, std::string>> metadata;  ///< what it says of itself
    FileNotes notes = {};
    /// Opens tensors[i], on any thread; empty where all elements lie in the file as they are, little-endian
    /// and with the last axis fastest. The tensor is passed, too: tensors[i] may have gone elsewhere.
    /// Errors   InputError for one that is damaged; IoError when a temporary file cannot be written
    std::function<TensorElements(const StoredTensor& tensor, std::size_t i)> open = {};
};

/// What a file of the format is in a checkpoint.
enum class FileRole : std::uint8_t {
    whole,    ///< all of it
    shard,    ///< all of it or a part: those of a folder belong together, in an index or without one
    saved,    ///< the same, and a folder may have others: the names of parts say so, as do those of an index
    array,    ///< one tensor, with the file's name: those at any depth of a folder belong together
    refused,  ///< none: it is recognised so that the error can say what to do
};

struct TensorFormat {
    std::string_view name;                  ///< in a list of what is read: "a GGUF file"
    std::vector<std::string_view> endings;  ///< ".gguf"; the tests' samples are named after the first
    FileRole role;
    bool (*recognises)(const TensorSource& source);
    /// Errors   InputError "path: what is wrong, and the fix"
    TensorListing (*read)(const TensorSource& source);
};

/// In the order in which they are tried, the most common last, which takes every file. In a folder the last
/// comes first.
[[nodiscard]] std::span<const TensorFormat> tensor_formats();

/// Reads the file by the first format that recognises it.
/// Errors   InputError "path: what is wrong, and the fix"
[[nodiscard]] TensorListing list_tensors(const TensorSource& source);

/// Of the formats in this role.
[[nodiscard]] std::vector<std::string_view> endings_of(FileRole role);
/// Whether the name is that of a file of a format in this role.
[[nodiscard]] bool is_file_of(std::string_view path, FileRole role);
/// Whether the name is that of a file that an index of shards may list.
[[nodiscard]] bool is_shard(std::string_view path);
/// Whether the name is that of the index of shards of some format.
[[nodiscard]] bool is_shard_index(std::string_view path);
/// Whether the name, with nothing read, is that of a file that gives names to several tensors.
[[nodiscard]] bool names_tensors(std::string_view path);

/// "a .safetensors file, its index or folder, an .npz archive, …, or a GGUF file".
[[nodiscard]] std::string formats_text();

/// "file: tensor 'name'", for messages.
[[nodiscard]] std::string tensor_text(const std::string& file, std::string_view name);

}  // namespace sigprop
