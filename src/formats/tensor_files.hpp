#pragma once
// The tensors of a checkpoint, wherever people keep them: a file of any format of tensor_formats.hpp, its
// shards (model.safetensors.index.json, or the folder that holds it), a folder of arrays. What a file is
// follows from its first bytes, not from its name. Files are mapped; nothing is read before it is asked for,
// and what must be unpacked is unpacked one tensor at a time into a temporary file, so that memory stays
// flat. A file that becomes shorter while it is read gives zeros: check_whole(). Nothing of a file runs.
//
//     const TensorFiles model("model.safetensors.index.json");
//     for (std::size_t i = 0; i < model.tensors().size(); ++i) {
//         if (model.tensors()[i].type) use(model.open(i).view());
//     }

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/scaled_floats.hpp"
#include "formats/tensor_formats.hpp"

namespace sigprop {

/// A tensor that can be read; the files it came from must outlive it.
class OpenTensor {
public:
    [[nodiscard]] const TensorView& view() const noexcept { return elements_.view; }
    /// How far weights may lie from these numbers, where they were rounded to few levels; else 0.
    [[nodiscard]] const StoredGrid& grid() const noexcept { return elements_.grid; }
    /// Says that the first `numbers` numbers in the order of the file are no longer needed: their memory is
    /// released until they are read again.
    void done_with(std::size_t numbers) const noexcept;

private:
    friend class TensorFiles;
    OpenTensor(TensorElements elements, const MappedFile& file)
        : elements_(std::move(elements)), file_(elements_.unpacked ? elements_.unpacked.get() : &file) {}

    TensorElements elements_;
    const MappedFile* file_;
};

class TensorFiles {
public:
    /// `path` is a file, or a folder: that of an index, of .safetensors files, of what torch.save wrote, of
    /// .npy files at any depth, whose names are then those of the tensors, or of one GGUF file or .npz
    /// archive; also a hub's cache with snapshots. Of several kinds the first in this order is read, and
    /// notes() says which files were not.
    /// Errors   IoError for what cannot be read; InputError "file: what is wrong, and the fix" for what is
    ///          none of these, for a header that contradicts itself or the file, for shards unlike their
    ///          index, and for a name that two files give
    explicit TensorFiles(const std::string& path, NpyOptions options = {});
    TensorFiles(const TensorFiles&) = delete;
    TensorFiles& operator=(const TensorFiles&) = delete;
    ~TensorFiles();

    /// In the order of the files, and in each in that of its bytes or of its names.
    [[nodiscard]] const std::vector<StoredTensor>& tensors() const noexcept { return tensors_; }
    /// The paths of the files that hold them.
    [[nodiscard]] std::vector<std::string> files() const;
    /// The folder where a config.json of the model stands: that of the file, the given one, or the snapshot
    /// in it.
    [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
    /// What the files say of themselves, in their order.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& metadata() const noexcept {
        return metadata_;
    }
    /// What was made of them that a user should know: "taken" and "left out" of a checkpoint of training,
    /// "not read" and "snapshot" of a folder, "names" where wrappers were taken from them.
    [[nodiscard]] const FileNotes& notes() const noexcept { return notes_; }
    /// Errors   InputError for a tensor without a type, for one of an archive that is damaged; IoError when
    ///          the temporary file (in TMPDIR, or /tmp) cannot be written
    [[nodiscard]] OpenTensor open(std::size_t i) const;
    /// Must be called before what was read is told to anybody.
    /// Errors   IoError when a file became shorter and somebody has read what it no longer has
    void check_whole() const;

private:
    struct File;
    struct Place;
    void add_path(const std::string& path);
    void add_file(const std::string& path, const std::string& name);  ///< "": that of the file
    void add_folder(const std::string& path);
    void add_notes(const FileNotes& notes);
    void add_index(const std::string& path);
    void refuse_twins() const;
    /// Whether a config.json beside the model says that its weights were quantised.
    [[nodiscard]] bool config_quantises() const;
    [[nodiscard]] OpenTensor open_stored(std::size_t i, ElementType type) const;

    NpyOptions options_;
    std::vector<std::unique_ptr<File>> files_;
    std::vector<StoredTensor> tensors_;
    std::vector<Place> places_;  ///< of the tensors
    std::vector<std::pair<std::string, std::string>> metadata_;
    std::vector<std::optional<ScaleOf>> scales_;  ///< of the tensors
    FileNotes notes_;
    std::string folder_;
};

}  // namespace sigprop
