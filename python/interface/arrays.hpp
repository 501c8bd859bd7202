#pragma once
// Arrays of Python's, read where they lie: Python says where memory, shape and strides are (by the protocol
// of buffers or by DLPack) and holds the array as long as the object here is kept. Nothing is copied; strides
// of any sign are followed.

#include <sigprop/formats/npy.hpp>
#include <string>

#include "request.hpp"

namespace sigprop::python {

class Array {
public:
    /// {name, element, big_endian, address, offset, axes, shape, strides, stride_unit, bytes}, as stated by
    /// another library, and not believed: null strides are C order, null bytes are not stated.
    /// Errors   InputError for shape and strides that lead elsewhere
    explicit Array(const Request& request);

    /// In the order of its memory where that is one of the two that files have, as numpy.save would write it.
    [[nodiscard]] NamedTensor tensor() const;
    /// Arrays in Fortran order as strided ones, for measurements that need rows.
    [[nodiscard]] NamedTensor rows() const;

private:
    [[nodiscard]] NamedTensor tensor_of(bool fortran) const;

    std::string name_;
    TensorView::Layout layout_;  ///< with strides, whatever they are
    const std::byte* first_ = nullptr;
};

}  // namespace sigprop::python
