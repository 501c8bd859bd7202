#include "formats/safetensors.hpp"

#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {

/// The tensors that are accepted fill the file behind its header, without holes.
void run_safetensors(std::string_view bytes) {
    const Alone file(bytes);
    const auto read = [&] {
        const TensorListing header = read_safetensors(file.span(), "in.safetensors");
        require_listed(header, file.span());
        std::size_t sum = 0, last = bytes.size();
        for (const StoredTensor& one : header.tensors) {
            sum += one.last - one.first;
            last = one.last;
        }
        require(last == bytes.size(), "the last tensor ends the file");
        require(sum + 10 <= bytes.size(), "there is a header before the tensors");
    };
    accepts(read, [](const InputError& error) { require_told(error, "in.safetensors"); });
}

}  // namespace sigprop::fuzz
