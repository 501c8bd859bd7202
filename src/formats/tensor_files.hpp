#pragma once
// The tensors of a checkpoint, wherever people keep them: a .safetensors file, its shards
// (model.safetensors.index.json, or the folder that holds it), an .npz archive, a folder of .npy files, one
// .npy file, a GGUF file. What a file is follows from its first bytes, not from its name. Files are mapped;
// nothing is read before it is asked for, and tensors of an archive that is compressed are unpacked one at a
// time into a temporary file, so that memory stays flat. The checksums of an archive are compared. A file
// that becomes shorter while it is read gives zeros: check_whole(). Pickles (.pt, .bin) are never read, since
// they can run code: the error holds the command that converts them.
//
//     const TensorFiles model("model.safetensors.index.json");
//     for (std::size_t i = 0; i < model.tensors().size(); ++i) {
//         if (model.tensors()[i].type) use(model.open(i).view());
//     }

#include <cstddef>
#include <memory>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// A tensor of a file, and where its elements lie. What is no floating-point number has no type.
struct StoredTensor {
    std::string name;
    std::string dtype;               ///< in the words of the file: "BF16", "I64", "<f4"
    std::vector<std::size_t> shape;  ///< the slowest axis first, as in PyTorch
    std::optional<ElementType> type = {};
    std::size_t first = 0,
                last = 0;  ///< bytes of the file, the end not included; compressed where the file is

    [[nodiscard]] std::size_t size() const;  ///< the product of the shape
};

/// A tensor that can be read; the files it came from must outlive it.
class OpenTensor {
public:
    OpenTensor(OpenTensor&& other) noexcept;
    OpenTensor& operator=(OpenTensor&& other) noexcept;
    ~OpenTensor();

    [[nodiscard]] const TensorView& view() const noexcept { return view_; }
    /// Says that the first `numbers` numbers in the order of the file are no longer needed: their memory is
    /// released until they are read again.
    void done_with(std::size_t numbers) const noexcept;

private:
    friend class TensorFiles;
    struct Storage;
    OpenTensor(TensorView view, std::unique_ptr<const Storage> storage);

    TensorView view_;
    std::unique_ptr<const Storage> storage_;
};

class TensorFiles {
public:
    /// `path` is a file, or a folder: that of an index, of .safetensors files, or of .npy files at any depth,
    /// whose names are then those of the tensors.
    /// Errors   IoError for what cannot be read; InputError "file: what is wrong, and the fix" for what is
    ///          none of these, for a header that contradicts itself or the file, for shards unlike their
    ///          index, and for a name that two files give
    explicit TensorFiles(const std::string& path, NpyOptions options = {});
    TensorFiles(const TensorFiles&) = delete;
    TensorFiles& operator=(const TensorFiles&) = delete;
    ~TensorFiles();

    /// In the order of the files, and in each of its bytes.
    [[nodiscard]] const std::vector<StoredTensor>& tensors() const noexcept { return tensors_; }
    /// The paths of the files that hold them.
    [[nodiscard]] std::vector<std::string> files() const;
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
    void add_file(const std::string& path, const std::string& prefix);
    void add_archive(File& file);
    void add_folder(const std::string& path);
    void add_index(const std::string& path);
    void refuse_twins() const;

    NpyOptions options_;
    std::vector<std::unique_ptr<File>> files_;
    std::vector<StoredTensor> tensors_;
    std::vector<Place> places_;  ///< of the tensors
};

}  // namespace sigprop
