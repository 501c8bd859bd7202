#include "formats/tensor_files.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <string_view>
#include <unordered_map>

#include "core/base/shown_text.hpp"
#include "core/base/valid_text.hpp"
#include "formats/gguf.hpp"
#include "formats/mapped_file.hpp"
#include "formats/npy_header.hpp"
#include "formats/safetensors.hpp"
#include "formats/shards.hpp"
#include "formats/zip.hpp"

namespace sigprop {
namespace {

namespace fs = std::filesystem;

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
    return bytes.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), bytes.begin(),
                      [](char one, std::byte other) { return std::byte(one) == other; });
}

[[noreturn]] void refuse_pickle(const std::string& path) {
    throw InputError(
        path +
        ": this is a pickle of Python objects, which can run code and is never read. Convert it with: "
        "python3 -c \"import torch, safetensors.torch as s; "
        "s.save_file({k: v.contiguous().clone() for k, v in torch.load('" +
        shown_text(path) + "', map_location='cpu', weights_only=True).items()}, 'model.safetensors')\"");
}

/// What neither pickles nor zip archives of arrays are, by the first bytes that such files have.
void refuse_others(std::span<const std::byte> bytes, const std::string& path) {
    // The length of a .safetensors header may begin with the same bytes, but then JSON follows it.
    const bool header_follows = bytes.size() > 8 && bytes[8] == std::byte{'{'};
    const bool pickled =
        begins_with(bytes, "\x80\x02") || begins_with(bytes, "\x80\x03") || begins_with(bytes, "\x80\x04");
    if (pickled && !header_follows) refuse_pickle(path);
    if (begins_with(bytes, "\x89HDF")) {
        throw InputError(path +
                         ": this is an HDF5 file (Keras .h5), which is not read; save the arrays with "
                         "numpy.savez, or model.save_weights as .safetensors");
    }
    if (begins_with(bytes, "version https://git-lfs")) {
        throw InputError(path + ": this is a pointer of Git LFS, not the file itself; run: git lfs pull");
    }
    if (begins_with(bytes, "<!DOCTYPE") || begins_with(bytes, "<html"))
        throw InputError(path + ": this is a page of HTML, not a checkpoint: the download failed");
}

/// Of a .npy file of which at least the header is there.
StoredTensor described_npy(std::string_view beginning, const std::string& file, const std::string& name,
                           NpyOptions options) {
    const NpyHeader header = read_npy_header(beginning, file);
    StoredTensor made;
    made.name = name;
    made.dtype = shown_text(header.descr.substr(0, 20));
    made.type = npy_element(header.descr, options).type;
    static_cast<void>(npy_bytes(header.shape, 1, file));  // a shape that no memory holds is refused
    made.shape.assign(header.shape.begin(), header.shape.end());
    return made;
}

}  // namespace

struct TensorFiles::File {
    std::string path;
    MappedFile mapped;
    explicit File(const std::string& name) : path(name), mapped(name) {}
};

/// Where a tensor is, beyond what StoredTensor says.
struct TensorFiles::Place {
    std::size_t file = 0;
    bool npy = false;  ///< its bytes begin with the header of a .npy file
    std::optional<ZipEntry> entry = {};
    std::shared_ptr<std::atomic<bool>> sound = {};  ///< of a stored entry: its checksum was compared
};

struct OpenTensor::Storage {
    const MappedFile* file = nullptr;
    std::unique_ptr<const MappedFile> unpacked = {};
    std::size_t first = 0;  ///< where the elements begin
    std::size_t each = 1;   ///< bytes of a number
};

std::size_t StoredTensor::size() const {
    std::size_t product = 1;
    for (const std::size_t length : shape) product *= length;
    return product;
}

OpenTensor::OpenTensor(TensorView view, std::unique_ptr<const Storage> storage)
    : view_(std::move(view)), storage_(std::move(storage)) {}
OpenTensor::OpenTensor(OpenTensor&& other) noexcept = default;
OpenTensor& OpenTensor::operator=(OpenTensor&& other) noexcept = default;
OpenTensor::~OpenTensor() = default;

void OpenTensor::done_with(std::size_t numbers) const noexcept {
    storage_->file->release(storage_->first, storage_->first + numbers * storage_->each);
}

TensorFiles::TensorFiles(const std::string& path, NpyOptions options) : options_(options) {
    try {
        add_path(path);
        for (StoredTensor& tensor : tensors_) tensor.name = valid_text(tensor.name);
        refuse_twins();
    } catch (const InputError&) {
        check_whole();  // what looks damaged may only have become shorter
        throw;
    }
    check_whole();
}

TensorFiles::~TensorFiles() = default;

void TensorFiles::check_whole() const {
    for (const auto& file : files_) file->mapped.check_whole();
}

void TensorFiles::add_path(const std::string& path) {
    std::error_code none;
    if (fs::is_directory(path, none)) {
        add_folder(path);
    } else if (path.ends_with(".json")) {
        add_index(path);
    } else {
        add_file(path, "");
    }
}

std::vector<std::string> TensorFiles::files() const {
    std::vector<std::string> paths;
    for (const auto& file : files_) paths.push_back(file->path);
    return paths;
}

void TensorFiles::refuse_twins() const {
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        const auto [other, is_new] = seen.emplace(tensors_[i].name, i);
        if (is_new) continue;
        throw InputError(files_[places_[i].file]->path + ": tensor '" +
                         shown_text(tensors_[i].name.substr(0, 200)) + "' is in " +
                         files_[places_[other->second].file]->path + ", too");
    }
}

void TensorFiles::add_file(const std::string& path, const std::string& prefix) {
    files_.push_back(std::make_unique<File>(path));
    File& file = *files_.back();
    const std::span<const std::byte> bytes = file.mapped.bytes();
    const std::size_t index = files_.size() - 1;
    if (begins_with(bytes, "PK\x03\x04") || begins_with(bytes, "PK\x05\x06")) return add_archive(file);
    if (begins_with(bytes, "\x93NUMPY")) {
        StoredTensor made = described_npy({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path,
                                          prefix.empty() ? fs::path(path).stem().string() : prefix, options_);
        made.last = bytes.size();
        tensors_.push_back(std::move(made));
        places_.push_back({.file = index, .npy = true});
        return;
    }
    refuse_others(bytes, path);
    std::vector<StoredTensor> found =
        begins_with(bytes, "GGUF") ? read_gguf(bytes, path) : read_safetensors(bytes, path).tensors;
    std::ranges::move(found, std::back_inserter(tensors_));
    places_.resize(tensors_.size(), Place{.file = index});
}

void TensorFiles::add_archive(File& file) {
    const std::span<const std::byte> bytes = file.mapped.bytes();
    const std::vector<ZipEntry> entries = read_zip(bytes, file.path);
    for (const ZipEntry& entry : entries) {
        if (entry.name.ends_with("data.pkl")) refuse_pickle(file.path);
    }
    for (const ZipEntry& entry : entries) {
        if (entry.name.ends_with("/")) continue;
        const std::string shown = file.path + ": entry '" + shown_text(entry.name.substr(0, 200)) + "'";
        if (!entry.name.ends_with(".npy"))
            throw InputError(shown + ": it is no .npy array, as numpy.savez writes them");
        constexpr std::size_t longest_header = std::size_t{1} << 20U;
        const std::string text =
            entry.deflated ? unpack_beginning(bytes, entry, longest_header, file.path)
                           : std::string(reinterpret_cast<const char*>(bytes.data()) + entry.first,
                                         std::min<std::size_t>(longest_header, entry.last - entry.first));
        StoredTensor made = described_npy(text, shown, entry.name.substr(0, entry.name.size() - 4), options_);
        made.first = entry.first;
        made.last = entry.last;
        // One that holds no numbers is passed over; of a damaged one the header may only say so.
        if (!made.type) check_entry(file.mapped, entry, file.path);
        tensors_.push_back(std::move(made));
        places_.push_back({.file = files_.size() - 1,
                           .npy = true,
                           .entry = entry,
                           .sound = std::make_shared<std::atomic<bool>>(false)});
    }
}

void TensorFiles::add_folder(const std::string& path) {
    std::vector<fs::path> indices, shards, arrays;
    try {
        for (const fs::directory_entry& one :
             fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied)) {
            if (!one.is_regular_file()) continue;
            const std::string name = one.path().filename().string();
            const bool here = one.path().parent_path() == fs::path(path) ||
                              one.path().parent_path() == fs::path(path).parent_path();
            if (here && name.ends_with(".safetensors.index.json")) indices.push_back(one.path());
            if (here && name.ends_with(".safetensors")) shards.push_back(one.path());
            if (name.ends_with(".npy")) arrays.push_back(one.path());
        }
    } catch (const fs::filesystem_error& error) {
        throw IoError("cannot read " + path + ": " + error.code().message());
    }
    if (indices.size() > 1) {
        throw InputError(path + ": the folder has " + std::to_string(indices.size()) +
                         " indices of shards; give one of them by name, such as " + indices.front().string());
    }
    if (!indices.empty()) return add_index(indices.front().string());
    std::ranges::sort(shards);
    std::ranges::sort(arrays);
    for (const fs::path& one : shards) add_file(one.string(), "");
    if (!shards.empty()) return;
    for (const fs::path& one : arrays)
        add_file(one.string(), one.lexically_relative(path).replace_extension().generic_string());
    if (arrays.empty()) {
        throw InputError(path + ": the folder has no .safetensors and no .npy files");
    }
}

void TensorFiles::add_index(const std::string& path) {
    const ShardIndex index = read_shard_index(path);
    const fs::path folder = fs::path(path).parent_path();
    for (const std::string& file : index.files) add_file((folder / file).string(), "");
    std::unordered_map<std::string_view, std::size_t> found;
    for (std::size_t i = 0; i < tensors_.size(); ++i) found.emplace(tensors_[i].name, i);
    for (const auto& [name, file] : index.places) {
        const auto there = found.find(name);
        if (there == found.end() || places_[there->second].file != file) {
            throw InputError(path + ": tensor '" + shown_text(name.substr(0, 200)) + "' should be in " +
                             index.files[file] + " and is not there");
        }
    }
    if (found.size() == index.places.size()) return;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        const auto named = std::ranges::find(index.places, tensors_[i].name, &ShardIndex::Entry::first);
        if (named != index.places.end()) continue;
        throw InputError(path + ": tensor '" + shown_text(tensors_[i].name.substr(0, 200)) + "' of " +
                         files_[places_[i].file]->path + " is not in the index");
    }
}

OpenTensor TensorFiles::open(std::size_t i) const {
    const StoredTensor& tensor = tensors_.at(i);
    const Place& place = places_[i];
    const File& file = *files_[place.file];
    const std::string name = file.path + ": tensor '" + shown_text(tensor.name.substr(0, 200)) + "'";
    if (!tensor.type) throw InputError(name + " holds " + tensor.dtype + ", not floating-point numbers");
    auto storage = std::make_unique<OpenTensor::Storage>();
    storage->file = &file.mapped;
    std::span<const std::byte> bytes = file.mapped.bytes().subspan(tensor.first, tensor.last - tensor.first);
    if (place.entry && place.entry->deflated) {
        storage->unpacked = std::make_unique<const MappedFile>(name, [&](int descriptor) {
            try {
                unpack(file.mapped.bytes(), *place.entry, descriptor, file.path);
            } catch (const InputError&) {
                file.mapped.check_whole();
                throw;
            }
        });
        storage->file = storage->unpacked.get();
        bytes = storage->unpacked->bytes();
    } else if (place.entry && !place.sound->load()) {
        check_entry(file.mapped, *place.entry, file.path);
        file.mapped.check_whole();
        *place.sound = true;
    }
    TensorView view = place.npy ? parse_npy(bytes, place.entry ? name : file.path, options_)
                                : TensorView({.shape = tensor.shape, .type = *tensor.type}, bytes);
    const std::size_t elements = view.size() * size_of(view.type());
    storage->first =
        static_cast<std::size_t>(bytes.data() - storage->file->bytes().data()) + bytes.size() - elements;
    storage->each = size_of(view.type()) / (view.is_complex() ? 2 : 1);
    return {std::move(view), std::move(storage)};
}

}  // namespace sigprop
