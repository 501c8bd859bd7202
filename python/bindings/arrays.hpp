#pragma once
// Arrays of Python's, read where they lie: whatever exports a buffer (NumPy, array.array, memoryview) or a
// DLPack capsule (torch). Nothing is copied; strides of any sign are followed. The array is held until the
// object is destroyed, which needs the interpreter's lock.

#include <pybind11/pybind11.h>

#include <memory>
#include <sigprop/formats/npy.hpp>
#include <string>

namespace sigprop::python {

namespace py = pybind11;

struct StatedLayout;

class Array {
public:
    /// `source` exports a buffer, or is a capsule named "dltensor". With `bfloat16`, elements of 16 bits that
    /// are no floats are the bits of bfloat16.
    /// Errors   TypeError for what is no array or whose elements are no real floating-point numbers;
    ///          InputError for one that is not in the memory of the processor, or whose shape and strides
    ///          lead elsewhere
    Array(const py::object& source, std::string name, bool bfloat16);
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array();

    /// In the order of its memory where that is one of the two that files have, as numpy.save would write it.
    [[nodiscard]] NamedTensor tensor() const;
    /// Arrays in Fortran order as strided ones, for measurements that need rows.
    [[nodiscard]] NamedTensor rows() const;

private:
    struct Source;

    /// Takes over what is stated of memory, checked.
    void believe(const StatedLayout& stated);
    void read_buffer(const py::object& source, bool bfloat16);
    void read_capsule(const py::object& source, bool bfloat16);
    [[nodiscard]] NamedTensor tensor_of(bool fortran) const;

    std::string name_;
    std::unique_ptr<Source> source_;
    TensorView::Layout layout_;  ///< with strides, whatever they are
    const std::byte* first_ = nullptr;
};

void bind_arrays(py::module_& module);

}  // namespace sigprop::python
