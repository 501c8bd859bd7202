#include "formats/gguf.hpp"

#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {

void run_gguf(std::string_view bytes) {
    const Alone file(bytes);
    accepts([&] { require_listed(read_gguf(file.span(), "in.gguf"), file.span()); },
            [](const InputError& error) { require_told(error, "in.gguf: "); });
}

}  // namespace sigprop::fuzz
