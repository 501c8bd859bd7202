#include "formats/tensor_files.hpp"

#include <algorithm>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <string_view>
#include <unordered_map>

#include "core/base/valid_text.hpp"
#include "core/base/words.hpp"
#include "formats/checkpoint_folder.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "formats/shards.hpp"
#include "formats/wrapped_names.hpp"

namespace sigprop {
namespace fs = std::filesystem;

struct TensorFiles::File {
    std::string path;
    MappedFile mapped;
    decltype(TensorListing::open) open = {};
    explicit File(const std::string& name) : path(name), mapped(name) {}
};

/// Where a tensor is: in which file, and how many of that file come before it.
struct TensorFiles::Place {
    std::size_t file = 0, i = 0;
};

void OpenTensor::done_with(std::size_t numbers) const noexcept {
    const std::size_t each = size_of(view().type()) / (view().is_complex() ? 2 : 1);
    file_->release(elements_.first, elements_.first + numbers * each);
}

TensorFiles::TensorFiles(const std::string& path, NpyOptions options) : options_(options) {
    try {
        add_path(path);
        for (StoredTensor& tensor : tensors_) tensor.name = valid_text(tensor.name);
        refuse_twins();
        const std::string wrappers = unwrap_names(tensors_);
        if (!wrappers.empty()) notes_.emplace_back("names", "without " + wrappers);
        scales_ = find_scales(tensors_, config_quantises(), notes_);
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
    folder_ = fs::path(path).parent_path().string();
    if (fs::is_directory(path, none)) {
        add_folder(path);
    } else if (path.ends_with(".json")) {
        add_index(path);
    } else {
        add_file(path, "");
    }
}

void TensorFiles::add_notes(const FileNotes& notes) {
    for (const auto& one : notes)  // shards say the same one after the other
        if (std::ranges::find(notes_, one) == notes_.end()) notes_.push_back(one);
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
        throw InputError(tensor_text(files_[places_[i].file]->path, tensors_[i].name) + " is in " +
                         files_[places_[other->second].file]->path + ", too");
    }
}

void TensorFiles::add_file(const std::string& path, const std::string& name) {
    files_.push_back(std::make_unique<File>(path));
    File& file = *files_.back();
    const std::string own_name = name.empty() ? fs::path(path).stem().string() : name;
    TensorListing found =
        list_tensors({.file = file.mapped, .path = path, .name = own_name, .options = options_});
    file.open = std::move(found.open);
    for (std::size_t i = 0; i < found.tensors.size(); ++i)
        places_.push_back({.file = files_.size() - 1, .i = i});
    for (StoredTensor& one : found.tensors)
        if (one.same_as) *one.same_as += tensors_.size();
    std::ranges::move(found.tensors, std::back_inserter(tensors_));
    std::ranges::move(found.metadata, std::back_inserter(metadata_));
    add_notes(found.notes);
}

void TensorFiles::add_folder(const std::string& path) {
    const CheckpointFolder found = read_checkpoint_folder(path);
    folder_ = found.folder.string();
    notes_ = found.notes;
    std::vector<std::string> others = found.others;
    if (found.index) {
        add_index(found.index->string());
        for (const auto& file : files_) std::erase(others, fs::path(file->path).filename().string());
    }
    if (!others.empty()) notes_.emplace_back("not read", joined(others));
    for (const fs::path& one : found.files) add_file(one.string(), "");
    for (const fs::path& one : found.arrays)
        add_file(one.string(), one.lexically_relative(found.folder).replace_extension().generic_string());
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
            throw InputError(tensor_text(path, name) + " should be in " + index.files[file] +
                             " but is missing there");
        }
    }
    if (found.size() == index.places.size()) return;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        const auto named = std::ranges::find(index.places, tensors_[i].name, &ShardIndex::Entry::first);
        if (named != index.places.end()) continue;
        throw InputError(tensor_text(path, tensors_[i].name) + " of " + files_[places_[i].file]->path +
                         " is not in the index");
    }
}

bool TensorFiles::config_quantises() const {
    const auto is_narrow = [](const StoredTensor& one) { return one.type && size_of(*one.type) == 1; };
    if (std::ranges::none_of(tensors_, is_narrow)) return false;
    const std::string path = (fs::path(folder_) / "config.json").string();
    try {
        const Json config = parse_json(read_stored_file(path, max_file_bytes), path);
        return config.is_object() && config.find("quantization_config") != nullptr;
    } catch (const InputError&) {
        return false;  // of another program
    } catch (const IoError&) {
        return false;  // there is none
    }
}

OpenTensor TensorFiles::open(std::size_t i) const {
    const StoredTensor& tensor = tensors_.at(i);
    const File& file = *files_[places_[i].file];
    if (!tensor.type) {
        throw InputError(tensor_text(file.path, tensor.name) + " holds " + tensor.dtype + ", " +
                         (tensor.unread.empty() ? "not floating-point numbers" : tensor.unread));
    }
    if (!scales_[i]) return open_stored(i, *tensor.type);
    const ScaleOf& where = *scales_[i];
    const OpenTensor numbers = open_stored(i, where.numbers);
    const OpenTensor scales = open_stored(where.tensor, where.type);
    OpenTensor made = {
        scaled_elements(numbers.view(), scales.view(), where, tensor_text(file.path, tensor.name)),
        file.mapped};
    numbers.done_with(numbers.view().numbers());
    return made;
}

OpenTensor TensorFiles::open_stored(std::size_t i, ElementType type) const {
    const StoredTensor& tensor = tensors_[i];
    const Place& place = places_[i];
    const File& file = *files_[place.file];
    if (file.open) return {file.open(tensor, place.i), file.mapped};
    const auto bytes = file.mapped.bytes().subspan(tensor.first, tensor.last - tensor.first);
    return {{.view = TensorView({.shape = tensor.shape, .type = type}, bytes), .first = tensor.first},
            file.mapped};
}

}  // namespace sigprop
