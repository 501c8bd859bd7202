#include "formats/tensor_formats.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "core/base/shown_text.hpp"
#include "core/base/words.hpp"
#include "formats/gguf.hpp"
#include "formats/numpy_files.hpp"
#include "formats/safetensors.hpp"
#include "formats/torch_files.hpp"
#include "formats/zip.hpp"

namespace sigprop {
namespace {

bool begins_with(const TensorSource& source, std::string_view mark) {
    const std::span<const std::byte> bytes = source.file.bytes();
    return bytes.size() >= mark.size() &&
           std::equal(mark.begin(), mark.end(), bytes.begin(),
                      [](char one, std::byte other) { return std::byte(one) == other; });
}

bool is_archive(const TensorSource& source) {
    return begins_with(source, "PK\x03\x04") || begins_with(source, "PK\x05\x06");
}

bool is_pickle(const TensorSource& source) {
    // The length of a .safetensors header may begin with the same byte, but then JSON follows it.
    const std::span<const std::byte> bytes = source.file.bytes();
    const bool header_follows = bytes.size() > 8 && bytes[8] == std::byte{'{'};
    return begins_with(source, "\x80") && !header_follows && !is_torch_stream(source);
}

TensorListing refuse_pickle(const TensorSource& source) {
    throw InputError(source.path +
                     ": this is a pickle that torch.save did not write; pickles can run code, so sigprop "
                     "does not read it. If you trust it and it is a dictionary of arrays, convert it with: "
                     "python3 -c \"import numpy, pickle; numpy.savez('model.npz', **pickle.load(open('" +
                     shown_text(source.path) + "', 'rb')))\"");
}

/// Inside of HDF5 names say of which layer a tensor is, and not whether it is a kernel or a bias: the paths
/// of the model's own weights do.
std::string keras_line(const std::string& path) {
    return "python3 -c \"import keras, numpy; numpy.savez('model.npz', **{w.path: w.numpy() for w in "
           "keras.saving.load_model('" +
           shown_text(path) + "').weights})\"";
}

TensorListing refuse_hdf5(const TensorSource& source) {
    throw InputError(
        source.path +
        ": this is an HDF5 file (Keras .h5), which sigprop does not read. If it has a model, convert it "
        "with: " +
        keras_line(source.path) +
        "; if it has only weights, load them into the model and call numpy.savez in the same way");
}

bool is_keras_archive(const TensorSource& source) {
    return is_archive(source) &&
           std::ranges::any_of(read_zip(source.file.bytes(), source.path),
                               [](const ZipEntry& one) { return one.name == "model.weights.h5"; });
}

TensorListing refuse_keras(const TensorSource& source) {
    throw InputError(source.path +
                     ": this is a Keras archive, which sigprop does not read; convert it with: " +
                     keras_line(source.path));
}

TensorListing refuse_pointer(const TensorSource& source) {
    throw InputError(source.path + ": this is a Git LFS pointer, not the file itself; run: git lfs pull");
}

TensorListing refuse_page(const TensorSource& source) {
    throw InputError(source.path + ": this is an HTML page, not a checkpoint: the download failed");
}

}  // namespace

std::span<const TensorFormat> tensor_formats() {
    using enum FileRole;
    using Source = const TensorSource&;
    // clang-format off
    static const std::vector<TensorFormat> formats = {
        {"an HTML page", {}, refused,
         [](Source s) { return begins_with(s, "<!DOCTYPE") || begins_with(s, "<html"); }, refuse_page},
        {"a Git LFS pointer", {}, refused,
         [](Source s) { return begins_with(s, "version https://git-lfs"); }, refuse_pointer},
        {"a Keras archive", {}, refused, is_keras_archive, refuse_keras},
        {"an HDF5 file", {}, refused, [](Source s) { return begins_with(s, "\x89HDF"); }, refuse_hdf5},
        {"a pickle", {}, refused, is_pickle, refuse_pickle},
        {"a GGUF file", {".gguf"}, whole, [](Source s) { return begins_with(s, "GGUF"); },
         [](Source s) { return read_gguf(s.file.bytes(), s.path); }},
        {"a folder of .npy files", {".npy"}, array,
         [](Source s) { return begins_with(s, "\x93NUMPY"); }, read_npy},
        {"a file of torch.save (.pt, .pth, .bin, .ckpt), its index or folder", {".pt", ".pth", ".bin", ".ckpt"}, saved,
         [](Source s) { return is_archive(s) ? is_torch_archive(s) : is_torch_stream(s); },
         [](Source s) { return is_archive(s) ? read_torch_archive(s) : read_torch_stream(s); }},
        {"an .npz archive", {".npz"}, whole, is_archive, read_npz},
        // It begins with a length, which may be any bytes; its reader says what is wrong with those of others.
        {"a .safetensors file, its index or folder", {".safetensors"}, shard, [](Source) { return true; },
         [](Source s) { return read_safetensors(s.file.bytes(), s.path); }},
    };
    // clang-format on
    return formats;
}

TensorListing list_tensors(const TensorSource& source) {
    const auto row = std::ranges::find_if(
        tensor_formats(), [&](const TensorFormat& format) { return format.recognises(source); });
    return row->read(source);
}

std::vector<std::string_view> endings_of(FileRole role) {
    std::vector<std::string_view> endings;
    for (const TensorFormat& format : tensor_formats()) {
        if (format.role == role) endings.insert(endings.end(), format.endings.begin(), format.endings.end());
    }
    return endings;
}

bool is_file_of(std::string_view path, FileRole role) {
    return std::ranges::any_of(endings_of(role),
                               [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_shard(std::string_view path) {
    return is_file_of(path, FileRole::shard) || is_file_of(path, FileRole::saved);
}

bool is_shard_index(std::string_view path) {
    constexpr std::string_view behind = ".index.json";
    return path.ends_with(behind) && is_shard(path.substr(0, path.size() - behind.size()));
}

bool names_tensors(std::string_view path) {
    return is_file_of(path, FileRole::whole) || is_shard(path) || path.ends_with(".json");
}

std::string formats_text() {
    std::vector<std::string> names;
    for (const TensorFormat& format : tensor_formats())
        if (format.role != FileRole::refused) names.emplace_back(format.name);
    std::ranges::reverse(names);
    names.back().insert(0, "or ");
    return joined(names);
}

std::string tensor_text(const std::string& file, std::string_view name) {
    return file + ": tensor '" + shown_text(name.substr(0, 200)) + "'";
}

std::size_t StoredTensor::size() const {
    std::size_t product = 1;
    for (const std::size_t length : shape) product *= length;
    return product;
}

}  // namespace sigprop
