#include "formats/safetensors.hpp"

#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {

/// The tensors that are accepted fill the file behind its header, without holes.
void run_safetensors(std::string_view bytes) {
    const Alone file(bytes);
    const auto read = [&] {
        const SafetensorsHeader header = read_safetensors(file.span(), "in.safetensors");
        require_stored(header.tensors, bytes.size());
        std::size_t sum = 0, last = bytes.size();
        for (const StoredTensor& one : header.tensors) {
            sum += one.last - one.first;
            last = one.last;
            if (!one.type) continue;
            require_ends(TensorView({.shape = one.shape, .type = *one.type},
                                    file.span().subspan(one.first, one.last - one.first)));
        }
        require(last == bytes.size(), "the last tensor ends the file");
        require(sum + 10 <= bytes.size(), "there is a header before the tensors");
    };
    accepts(read, [](const InputError& error) { require_told(error, "in.safetensors"); });
}

}  // namespace sigprop::fuzz
