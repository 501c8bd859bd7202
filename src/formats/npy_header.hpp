#pragma once
// The header of a .npy file: magic, version, length, and a Python dictionary literal with exactly the keys
// descr, fortran_order and shape.

#include <cstddef>
#include <cstdint>
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

/// Errors   InputError "name: …"
[[nodiscard]] NpyHeader read_npy_header(std::string_view bytes, const std::string& name);

[[noreturn]] void refuse_npy(const std::string& name, const std::string& problem);

}  // namespace sigprop
