#pragma once
// The layout that another library states of an array, checked before a byte is read: axes, lengths, strides
// and their products are such as memory can have, and the memory that they lead to is there.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sigprop::python {

constexpr std::int64_t max_axes = 64;  ///< of an array: NumPy 2 and torch have as many

/// Fields as they are stated; nothing of them is believed.
struct StatedLayout {
    const void* data = nullptr;
    std::uint64_t offset = 0;  ///< bytes from data to the first element
    std::int64_t axes = 0;
    const std::int64_t* shape = nullptr;
    const std::int64_t* strides = nullptr;  ///< null: C order
    std::int64_t stride_unit = 1;           ///< bytes that a stride of 1 stands for
    std::size_t element = 1;                ///< bytes of an element
};

struct CheckedLayout {
    std::vector<std::size_t> shape;
    std::vector<std::ptrdiff_t> strides;  ///< bytes
    const std::byte* first = nullptr;     ///< null only for an array without elements
};

/// Errors   InputError that begins with `name`, unless every element lies in memory that this process can
///          read; whether that memory is the array's own cannot be known
[[nodiscard]] CheckedLayout checked_layout(const StatedLayout& stated, const std::string& name);

/// C order, in bytes; the product of the lengths must fit.
[[nodiscard]] std::vector<std::ptrdiff_t> row_strides(const std::vector<std::size_t>& shape,
                                                      std::size_t element);

}  // namespace sigprop::python
