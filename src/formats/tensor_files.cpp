#include "formats/tensor_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <string_view>
#include <unordered_map>

#include "core/base/valid_text.hpp"
#include "core/base/words.hpp"
#include "formats/shards.hpp"

namespace sigprop {
namespace {

namespace fs = std::filesystem;

/// What a trainer saves beside a model.
bool is_of_trainer(std::string_view name) {
    constexpr std::array others = {"optimizer", "scheduler", "training_args", "rng_state", "scaler"};
    return std::ranges::any_of(others, [&](const char* other) { return name.starts_with(other); });
}

/// "pytorch_model-00001-of-00002.bin"
bool is_part(const fs::path& path) {
    const std::string stem = path.stem().string();
    const std::size_t of = stem.rfind("-of-");
    if (of == std::string::npos) return false;
    const std::size_t before = stem.find_last_not_of("0123456789", of - 1);
    return stem.find_first_not_of("0123456789", of + 4) == std::string::npos && before + 1 < of;
}

}  // namespace

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
    std::ranges::move(found.tensors, std::back_inserter(tensors_));
    std::ranges::move(found.metadata, std::back_inserter(metadata_));
}

void TensorFiles::add_folder(const std::string& path) {
    std::vector<fs::path> here, arrays;
    try {
        for (const fs::directory_entry& one :
             fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied)) {
            if (!one.is_regular_file()) continue;
            const std::string name = one.path().filename().string();
            const bool is_here = one.path().parent_path() == fs::path(path) ||
                                 one.path().parent_path() == fs::path(path).parent_path();
            if (is_here && (is_shard(name) || is_shard_index(name))) here.push_back(one.path());
            if (is_file_of(name, FileRole::array)) arrays.push_back(one.path());
        }
    } catch (const fs::filesystem_error& error) {
        throw IoError("cannot read " + path + ": " + error.code().message());
    }
    std::ranges::sort(here);
    std::ranges::sort(arrays);
    const std::span<const TensorFormat> formats = tensor_formats();
    for (std::size_t i = formats.size(); i-- > 0;)
        if (add_shards(path, here, formats[i])) return;
    for (const fs::path& one : arrays)
        add_file(one.string(), one.lexically_relative(path).replace_extension().generic_string());
    if (!arrays.empty()) return;
    std::vector<std::string_view> endings = endings_of(FileRole::shard);
    std::ranges::copy(endings_of(FileRole::saved), std::back_inserter(endings));
    throw InputError(path + ": the folder has no " + joined(endings, ", no ") + " and no " +
                     joined(endings_of(FileRole::array), ", no ") + " files");
}

bool TensorFiles::add_shards(const std::string& path, const std::vector<std::filesystem::path>& files,
                             const TensorFormat& format) {
    if (format.role != FileRole::shard && format.role != FileRole::saved) return false;
    std::vector<fs::path> indices, shards;
    std::vector<std::string> others;
    for (const fs::path& one : files) {
        const std::string name = one.filename().string();
        const bool is_index = is_shard_index(name);
        const std::string ending = (is_index ? one.stem().stem() : one).extension().string();
        if (std::ranges::find(format.endings, ending) == format.endings.end()) {
            others.push_back(name);
        } else if (is_index) {
            indices.push_back(one);
        } else if (format.role == FileRole::shard || !is_of_trainer(name)) {
            shards.push_back(one);
        }
    }
    if (indices.empty() && shards.empty()) return false;
    const auto refuse_several = [&](const std::vector<fs::path>& several, const char* what) {
        if (several.size() < 2) return;
        throw InputError(path + ": the folder has " + std::to_string(several.size()) + what +
                         "; give one of them by name, such as " + several.front().string());
    };
    refuse_several(indices, " indices of shards");
    if (indices.empty() && format.role == FileRole::saved && !std::ranges::all_of(shards, is_part))
        refuse_several(shards, " files of torch.save that are no parts of one model");
    if (!others.empty()) metadata_.emplace_back("not read", joined(others));
    if (!indices.empty()) add_index(indices.front().string());
    if (indices.empty())
        for (const fs::path& one : shards) add_file(one.string(), "");
    return true;
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
                             " and is not there");
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

OpenTensor TensorFiles::open(std::size_t i) const {
    const StoredTensor& tensor = tensors_.at(i);
    const Place& place = places_[i];
    const File& file = *files_[place.file];
    if (!tensor.type) {
        throw InputError(tensor_text(file.path, tensor.name) + " holds " + tensor.dtype +
                         ", not floating-point numbers");
    }
    if (file.open) return {file.open(tensor, place.i), file.mapped};
    const auto bytes = file.mapped.bytes().subspan(tensor.first, tensor.last - tensor.first);
    return {{.view = TensorView({.shape = tensor.shape, .type = *tensor.type}, bytes), .first = tensor.first},
            file.mapped};
}

}  // namespace sigprop
