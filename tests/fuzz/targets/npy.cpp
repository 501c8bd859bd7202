#include <sigprop/formats/npy.hpp>

#include "formats/npy_header.hpp"
#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {

/// An array that is read has the elements that its header says, in the bytes behind the header.
void run_npy(std::string_view bytes) {
    const Alone file(bytes);
    for (const bool bfloat16 : {false, true}) {
        const auto read = [&] {
            const TensorView view = parse_npy(file.span(), "in.npy", {.bfloat16 = bfloat16});
            const NpyHeader header = read_npy_header(bytes, "in.npy");
            std::size_t elements = 1;
            for (const std::size_t length : view.shape()) elements *= length;
            require(header.data_offset <= bytes.size(), "the header ends in the file");
            require(elements == view.size(), "the array has the elements of its shape");
            require(view.size() * size_of(view.type()) == bytes.size() - header.data_offset,
                    "the elements fill the file");
            require(header.shape.size() == view.shape().size(), "the array has the axes of its header");
            require_ends(view);
        };
        accepts(read, [](const InputError& error) { require_told(error, "in.npy: "); });
    }
}

}  // namespace sigprop::fuzz
