#include "formats/tensor_files.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {
namespace {

/// A file in memory that can be opened by a path, as long as this lives.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        require(descriptor_ >= 0, "there is memory for a file");
        require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
                "the file can be written");
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(descriptor_); }
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

void require_opens(const TensorFiles& files, std::size_t i, const std::string& path) {
    const auto read = [&] {
        const OpenTensor tensor = files.open(i);
        require(tensor.view().shape() == files.tensors()[i].shape,
                "a tensor has the shape that was announced");
        require(files.tensors()[i].type == tensor.view().type(), "a tensor has the type that was announced");
        require_ends(tensor.view());
        tensor.done_with(tensor.view().numbers());
    };
    accepts(read, [&](const InputError& error) { require_told(error, path); });
}

}  // namespace

/// A file of any format is read, or refused, among them pickles, HDF5 and pointers of Git LFS.
void run_tensor_files(std::string_view bytes) {
    const MemoryFile file(bytes);
    const std::string path = file.path();
    const auto read = [&] {
        const TensorFiles files(path);
        require(!bytes.starts_with("\x80\x02") || bytes.substr(8, 1) == "{", "a pickle is refused");
        for (std::size_t i = 0; i < files.tensors().size(); ++i) require_opens(files, i, path);
    };
    accepts(read, [&](const InputError& error) { require_told(error, path); });
}

}  // namespace sigprop::fuzz
