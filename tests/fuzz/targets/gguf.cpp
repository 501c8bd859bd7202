#include "formats/gguf.hpp"

#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {

void run_gguf(std::string_view bytes) {
    const Alone file(bytes);
    const auto read = [&] {
        const std::vector<StoredTensor> tensors = read_gguf(file.span(), "in.gguf");
        require_stored(tensors, bytes.size());
        for (const StoredTensor& one : tensors) {
            if (!one.type) continue;
            require_ends(TensorView({.shape = one.shape, .type = *one.type},
                                    file.span().subspan(one.first, one.last - one.first)));
        }
    };
    accepts(read, [](const InputError& error) { require_told(error, "in.gguf: "); });
}

}  // namespace sigprop::fuzz
