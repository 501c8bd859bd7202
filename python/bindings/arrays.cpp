#include "arrays.hpp"

#include <sigprop/core/base/errors.hpp>
#include <stdexcept>
#include <string_view>

#include "dlpack.hpp"
#include "stated_layout.hpp"

namespace sigprop::python {
namespace {

constexpr const char* exported_name = "dltensor";
constexpr const char* taken_name = "used_dltensor";

[[noreturn]] void refuse(const std::string& name, const std::string& problem) {
    throw py::type_error(name + " " + problem);
}

[[noreturn]] void refuse_integers(const std::string& name, std::size_t bytes) {
    refuse(name,
           "holds integers, not floating-point numbers" +
               std::string(bytes == 2 ? "; if they are the bits of bfloat16, give dtype=\"bfloat16\"" : ""));
}

[[noreturn]] void refuse_complex(const std::string& name) {
    refuse(name, "holds complex numbers: give " + name + ".real and " + name + ".imag apart");
}

struct Element {
    ElementType type;
    bool big_endian;
};

/// The element that a format of the module struct stands for.
Element element_of(const char* format, std::size_t bytes, const std::string& name, bool bfloat16) {
    std::string_view text = format == nullptr ? "B" : format;
    bool big_endian = false;
    if (!text.empty() && std::string_view("@=<>!").find(text.front()) != std::string_view::npos) {
        big_endian = text.front() == '>' || text.front() == '!';
        text.remove_prefix(1);
    }
    if (text == "e" && bytes == 2) return {ElementType::float16, big_endian};
    if (text == "f" && bytes == 4) return {ElementType::float32, big_endian};
    if (text == "d" && bytes == 8) return {ElementType::float64, big_endian};
    const bool integers = text.size() == 1 && std::string_view("bBhHiIlLqQnN").find(text) != text.npos;
    if (bfloat16 && bytes == 2 && (integers || text == "2x")) return {ElementType::bfloat16, big_endian};
    if (integers) refuse_integers(name, bytes);
    if (text.starts_with('Z')) refuse_complex(name);
    if (text == "?") refuse(name, "holds truth values, not floating-point numbers");
    if (text == "O") refuse(name, "holds Python objects: give " + name + ".astype(float)");
    if (text == "g") refuse(name, "holds long doubles, which are not read: give " + name + ".astype(float)");
    if (text.starts_with('T')) refuse(name, "holds records of several fields: give one field");
    refuse(name, "holds elements of the format '" + std::string(text.substr(0, 20)) +
                     "', not floating-point numbers of 16, 32 or 64 bits");
}

ElementType element_of(dlpack::DataType type, const std::string& name, bool bfloat16) {
    if (type.lanes != 1) refuse(name, "holds vectors, not numbers");
    if (type.code == dlpack::floating && type.bits == 16) return ElementType::float16;
    if (type.code == dlpack::floating && type.bits == 32) return ElementType::float32;
    if (type.code == dlpack::floating && type.bits == 64) return ElementType::float64;
    if (type.code == dlpack::bfloat && type.bits == 16) return ElementType::bfloat16;
    const bool integers = type.code == dlpack::integer || type.code == dlpack::unsigned_integer;
    if (bfloat16 && integers && type.bits == 16) return ElementType::bfloat16;
    if (integers) refuse_integers(name, type.bits / 8U);
    if (type.code == dlpack::complex) refuse_complex(name);
    if (type.code == dlpack::boolean) refuse(name, "holds truth values, not floating-point numbers");
    refuse(name, "holds elements that are not floating-point numbers of 16, 32 or 64 bits");
}

/// Whether elements lie one behind the other, the last axis fastest or the first; an axis of one entry or an
/// empty array fits any order.
bool is_packed(const TensorView::Layout& layout, bool fortran) {
    auto step = static_cast<std::ptrdiff_t>(size_of(layout.type));
    const std::size_t axes = layout.shape.size();
    for (const std::size_t length : layout.shape) {
        if (length == 0) return true;
    }
    for (std::size_t i = 0; i < axes; ++i) {
        const std::size_t axis = fortran ? i : axes - 1 - i;
        if (layout.shape[axis] != 1 && layout.strides[axis] != step) return false;
        step *= static_cast<std::ptrdiff_t>(layout.shape[axis]);
    }
    return true;
}

}  // namespace

/// What keeps the array alive: one of the two.
struct Array::Source {
    Py_buffer buffer = {};
    bool has_buffer = false;
    dlpack::ManagedTensor* managed = nullptr;

    Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    ~Source() {
        if (has_buffer) PyBuffer_Release(&buffer);
        if (managed != nullptr && managed->release != nullptr) managed->release(managed);
    }
};

Array::Array(const py::object& source, std::string name, bool bfloat16)
    : name_(std::move(name)), source_(std::make_unique<Source>()) {
    PyCapsule_IsValid(source.ptr(), exported_name) != 0 ? read_capsule(source, bfloat16)
                                                        : read_buffer(source, bfloat16);
}

Array::~Array() = default;

void Array::read_buffer(const py::object& source, bool bfloat16) {
    if (PyObject_CheckBuffer(source.ptr()) == 0) refuse(name_, "is no array");
    Py_buffer& buffer = source_->buffer;
    if (PyObject_GetBuffer(source.ptr(), &buffer, PyBUF_RECORDS_RO) != 0) {
        const py::error_already_set error;
        refuse(name_, "cannot be read: " + std::string(py::str(error.value())));
    }
    source_->has_buffer = true;
    const Element element =
        element_of(buffer.format, static_cast<std::size_t>(buffer.itemsize), name_, bfloat16);
    layout_.type = element.type;
    layout_.big_endian = element.big_endian;
    static_assert(sizeof(Py_ssize_t) == sizeof(std::int64_t));
    believe({.data = buffer.buf,
             .axes = buffer.ndim,
             .shape = buffer.shape,
             .strides = buffer.strides,  // an array of ctypes gives none, though they are asked for
             .element = size_of(layout_.type)});
    std::size_t bytes = size_of(layout_.type);
    for (const std::size_t length : layout_.shape) bytes *= length;
    if (buffer.len < 0 || static_cast<std::size_t>(buffer.len) < bytes)
        throw InputError(name_ + " states " + std::to_string(buffer.len) + " bytes, but its shape has " +
                         std::to_string(bytes));
}

void Array::read_capsule(const py::object& source, bool bfloat16) {
    source_->managed = static_cast<dlpack::ManagedTensor*>(PyCapsule_GetPointer(source.ptr(), exported_name));
    if (source_->managed == nullptr) throw py::error_already_set();
    if (PyCapsule_SetName(source.ptr(), taken_name) != 0) throw py::error_already_set();
    const dlpack::Tensor& tensor = source_->managed->tensor;
    if (tensor.device.type != dlpack::processor)
        throw InputError(name_ + " is on a device: give " + name_ + ".cpu()");
    layout_.type = element_of(tensor.type, name_, bfloat16);
    believe({.data = tensor.data,
             .offset = tensor.byte_offset,
             .axes = tensor.axes,
             .shape = tensor.shape,
             .strides = tensor.strides,
             .stride_unit = static_cast<std::int64_t>(size_of(layout_.type)),
             .element = size_of(layout_.type)});
}

void Array::believe(const StatedLayout& stated) {
    CheckedLayout checked = checked_layout(stated, name_);
    layout_.shape = std::move(checked.shape);
    layout_.strides = std::move(checked.strides);
    first_ = checked.first;
}

NamedTensor Array::tensor() const {
    return tensor_of(!is_packed(layout_, false) && is_packed(layout_, true));
}

NamedTensor Array::rows() const { return tensor_of(false); }

NamedTensor Array::tensor_of(bool fortran) const {
    TensorView::Layout layout = layout_;
    std::ptrdiff_t before = 0;
    std::size_t bytes = size_of(layout.type);
    if (fortran || is_packed(layout, false)) {
        layout.strides.clear();
        layout.fortran_order = fortran;
        for (const std::size_t length : layout.shape) bytes *= length;
    } else {
        for (std::size_t axis = 0; axis < layout.shape.size(); ++axis) {
            const std::ptrdiff_t way =
                static_cast<std::ptrdiff_t>(layout.shape[axis] - 1) * layout.strides[axis];
            before += way < 0 ? -way : 0;
            bytes += static_cast<std::size_t>(way < 0 ? -way : way);
        }
        layout.offset = static_cast<std::size_t>(before);
    }
    const std::span<const std::byte> all =
        bytes == 0 ? std::span<const std::byte>() : std::span(first_ - before, bytes);
    return {TensorView(std::move(layout), all), name_};
}

void bind_arrays(py::module_& module) {
    py::class_<Array, std::shared_ptr<Array>>(module, "Array")
        .def_property_readonly(
            "dtype", [](const Array& array) { return std::string(to_string(array.rows().view.type())); });
    module.def(
        "array",
        [](const py::object& source, std::string name, bool bfloat16) {
            return std::make_shared<Array>(source, std::move(name), bfloat16);
        },
        py::arg("source"), py::arg("name"), py::arg("bfloat16"));
}

}  // namespace sigprop::python
