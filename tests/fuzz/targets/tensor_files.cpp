#include "formats/tensor_files.hpp"

#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {
namespace {

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

/// A file of any format is read, or refused, among them pickles that torch.save did not write, HDF5 and
/// pointers of Git LFS.
void run_tensor_files(std::string_view bytes) {
    const MemoryFile file(bytes);
    const std::string path = file.path();
    const auto read = [&] {
        const TensorFiles files(path);
        const bool is_header = bytes.substr(8, 1) == "{";
        const bool is_torch = bytes.substr(0, 40).find("l\xfc\x9c\x46\xf9") != std::string_view::npos;
        require(!bytes.starts_with("\x80\x02") || is_header || is_torch, "a pickle of others is refused");
        for (std::size_t i = 0; i < files.tensors().size(); ++i) require_opens(files, i, path);
    };
    accepts(read, [&](const InputError& error) { require_told(error, path); });
}

}  // namespace sigprop::fuzz
