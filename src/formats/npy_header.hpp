#pragma once
// The header of a .npy file: magic, version, length, and a Python dictionary literal with exactly the keys
// descr, fortran_order and shape.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

struct NpyHeader {
    std::string descr;  ///< such as "<f4"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::size_t data_offset = 0;
};

/// What a descr says of the elements; without a type where they are no floating-point numbers.
struct NpyElement {
    std::optional<ElementType> type;
    bool big_endian = false;
};
[[nodiscard]] NpyElement npy_element(const std::string& descr, NpyOptions options);

/// Bytes that an array of the shape takes.
/// Errors   InputError "name: …" for more than 2^63 - 1, even if another axis is 0
[[nodiscard]] std::size_t npy_bytes(const std::vector<std::uint64_t>& shape, std::size_t element,
                                    const std::string& name);

/// `bytes` are the beginning of the file, at least as far as the header goes.
/// Errors   InputError "name: …"
[[nodiscard]] NpyHeader read_npy_header(std::string_view bytes, const std::string& name);

[[noreturn]] void refuse_npy(const std::string& name, const std::string& problem);

}  // namespace sigprop
