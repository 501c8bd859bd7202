#include "formats/coded_elements.hpp"

#include <algorithm>
#include <cmath>

#include "formats/mapped_file.hpp"

namespace sigprop {

TensorElements decoded_elements(const std::vector<std::size_t>& shape, std::size_t at_once,
                                const std::string& shown, const DecodeNumbers& decode) {
    std::size_t size = 1;
    for (const std::size_t length : shape) size *= length;
    StoredGrid grid;
    double squares = 0;
    auto file = std::make_unique<const MappedFile>(shown, [&](int descriptor) {
        std::vector<float> values(std::min(at_once, size));
        std::vector<float> reaches(values.size());
        for (std::size_t first = 0; first < size; first += at_once) {
            const std::size_t count = std::min(at_once, size - first);
            const std::span<float> some = std::span(values).first(count);
            decode(first, some, std::span(reaches).first(count));
            for (std::size_t k = 0; k < count; ++k) {
                if (!std::isfinite(values[k]) || !std::isfinite(reaches[k])) continue;
                grid.max = std::max(grid.max, static_cast<double>(reaches[k]));
                squares += static_cast<double>(reaches[k]) * reaches[k];
            }
            write_temporary(descriptor, std::as_bytes(some));
        }
    });
    if (size > 0) grid.rms = std::sqrt(squares / static_cast<double>(size));
    const std::span<const std::byte> bytes = file->bytes();
    return {.view = TensorView({.shape = shape, .type = ElementType::float32}, bytes),
            .unpacked = std::move(file),
            .grid = grid};
}

}  // namespace sigprop
