#include "stated_layout.hpp"

#include <limits>
#include <sigprop/core/base/errors.hpp>

#include "own_memory.hpp"

namespace sigprop::python {
namespace {

[[noreturn]] void refuse_layout(const std::string& name, const std::string& problem) {
    throw InputError(name + " " + problem);
}

[[noreturn]] void refuse_size(const std::string& name) {
    refuse_layout(name, "states a size beyond any memory: its lengths, strides or offset are wrong");
}

/// Lengths that are none below zero and whose product fits; an array with a length of 0 has no elements, but
/// parts of its shape are multiplied, too.
std::vector<std::size_t> checked_shape(const StatedLayout& stated, const std::string& name) {
    if (stated.axes < 0 || stated.axes > max_axes)
        refuse_layout(name, "states " + std::to_string(stated.axes) + " axes: an array has 0 to " +
                                std::to_string(max_axes));
    if (stated.axes > 0 && stated.shape == nullptr)
        refuse_layout(name, "states " + std::to_string(stated.axes) + " axes and no lengths");
    std::vector<std::size_t> shape;
    auto bytes = static_cast<std::int64_t>(stated.element);
    for (std::int64_t axis = 0; axis < stated.axes; ++axis) {
        const std::int64_t length = stated.shape[axis];
        if (length < 0)
            refuse_layout(name, "states the length " + std::to_string(length) + " of axis " +
                                    std::to_string(axis) + ": lengths are from 0");
        if (length > 0 && __builtin_mul_overflow(bytes, length, &bytes)) refuse_size(name);
        shape.push_back(static_cast<std::size_t>(length));
    }
    return shape;
}

bool has_elements(const std::vector<std::size_t>& shape) {
    for (const std::size_t length : shape) {
        if (length == 0) return false;
    }
    return true;
}

/// Strides in bytes; that of an axis of one entry is never taken, and may be anything.
std::vector<std::ptrdiff_t> checked_strides(const StatedLayout& stated, const std::vector<std::size_t>& shape,
                                            const std::string& name) {
    if (stated.strides == nullptr || !has_elements(shape)) return row_strides(shape, stated.element);
    std::vector<std::ptrdiff_t> strides;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        std::int64_t bytes = 0;
        if (shape[axis] > 1 && __builtin_mul_overflow(stated.strides[axis], stated.stride_unit, &bytes))
            refuse_size(name);
        strides.push_back(shape[axis] > 1 ? bytes : static_cast<std::ptrdiff_t>(stated.element));
    }
    return strides;
}

struct Extent {
    std::int64_t before = 0, after = 0;  ///< bytes below the first element, and from its beginning on
};

Extent extent_of(const CheckedLayout& layout, std::size_t element, const std::string& name) {
    Extent extent{.after = static_cast<std::int64_t>(element)};
    for (std::size_t axis = 0; axis < layout.shape.size(); ++axis) {
        std::int64_t way = 0;
        const auto steps = static_cast<std::int64_t>(layout.shape[axis]) - 1;
        if (__builtin_mul_overflow(steps, layout.strides[axis], &way) ||
            (way < 0 ? __builtin_sub_overflow(extent.before, way, &extent.before)
                     : __builtin_add_overflow(extent.after, way, &extent.after)))
            refuse_size(name);
    }
    return extent;
}

}  // namespace

std::vector<std::ptrdiff_t> row_strides(const std::vector<std::size_t>& shape, std::size_t element) {
    std::vector<std::ptrdiff_t> strides(shape.size());
    auto step = static_cast<std::ptrdiff_t>(element);
    for (std::size_t axis = strides.size(); axis-- > 0;) {
        strides[axis] = step;
        if (shape[axis] > 0) step *= static_cast<std::ptrdiff_t>(shape[axis]);
    }
    return strides;
}

CheckedLayout checked_layout(const StatedLayout& stated, const std::string& name) {
    CheckedLayout layout;
    layout.shape = checked_shape(stated, name);
    layout.strides = checked_strides(stated, layout.shape, name);
    if (!has_elements(layout.shape)) return layout;
    if (stated.data == nullptr)
        refuse_layout(name, "has a shape, but no memory: its storage was freed, or never allocated");
    const Extent extent = extent_of(layout, stated.element, name);
    std::uintptr_t first = 0;
    std::uintptr_t lowest = 0;
    std::uintptr_t end = 0;
    if (__builtin_add_overflow(reinterpret_cast<std::uintptr_t>(stated.data), stated.offset, &first) ||
        __builtin_sub_overflow(first, static_cast<std::uintptr_t>(extent.before), &lowest) ||
        __builtin_add_overflow(first, static_cast<std::uintptr_t>(extent.after), &end) ||
        end - lowest > static_cast<std::uintptr_t>(std::numeric_limits<std::ptrdiff_t>::max()))
        refuse_size(name);
    switch (state_of_memory(lowest, end)) {
        case MemoryState::readable: break;
        case MemoryState::missing:
            refuse_layout(
                name, "reaches beyond the memory of this process: its lengths, strides or offset are wrong");
        case MemoryState::cut:
            refuse_layout(name,
                          "is in a mapped file that is now shorter than the array: read the file again");
    }
    layout.first = reinterpret_cast<const std::byte*>(first);
    return layout;
}

}  // namespace sigprop::python
