#include "arrays.hpp"

#include <array>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "dlpack.hpp"
#include "functions.hpp"
#include "stated_layout.hpp"

namespace sigprop::python {
namespace {

ElementType element_named(const std::string& name) {
    for (const ElementType one :
         {ElementType::float16, ElementType::bfloat16, ElementType::float32, ElementType::float64}) {
        if (name == to_string(one)) return one;
    }
    throw std::logic_error("there is no element '" + name + "' for an array");
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

Array::Array(const Request& request) : name_(request.text("name")) {
    layout_.type = element_named(request.text("element"));
    layout_.big_endian = request.truth("big_endian");
    const auto list = [&](const char* name) {
        const Value& stated = request[name];
        return stated.is_null() ? std::vector<std::int64_t>() : stated.get<std::vector<std::int64_t>>();
    };
    const std::vector<std::int64_t> shape = list("shape");
    const std::vector<std::int64_t> strides = list("strides");
    const std::size_t element = size_of(layout_.type);
    CheckedLayout checked =
        checked_layout({.data = reinterpret_cast<const void*>(request["address"].get<std::uintptr_t>()),
                        .offset = request["offset"].get<std::uint64_t>(),
                        .axes = request["axes"].get<std::int64_t>(),
                        .shape = request["shape"].is_null() ? nullptr : shape.data(),
                        .strides = request["strides"].is_null() ? nullptr : strides.data(),
                        .stride_unit = request["stride_unit"].get<std::int64_t>(),
                        .element = element},
                       name_);
    layout_.shape = std::move(checked.shape);
    layout_.strides = std::move(checked.strides);
    first_ = checked.first;
    if (request["bytes"].is_null()) return;
    const auto stated = request["bytes"].get<std::int64_t>();
    std::size_t bytes = element;
    for (const std::size_t length : layout_.shape) bytes *= length;
    if (stated < 0 || static_cast<std::size_t>(stated) < bytes)
        throw InputError(name_ + " states " + std::to_string(stated) + " bytes, but its shape has " +
                         std::to_string(bytes));
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

namespace {

/// {} as of the constructor: the number of the array
Value array(const Request& request) { return keep(std::make_shared<Array>(request)); }

/// {address}: what a tensor of DLPack states of itself; its axes are counted, not listed, where no array has
/// as many
Value stated_tensor(const Request& request) {
    const auto& stated =
        reinterpret_cast<const dlpack::ManagedTensor*>(request["address"].get<std::uintptr_t>())->tensor;
    const auto list = [&](const std::int64_t* first) {
        if (first == nullptr) return Value();
        const bool believable = stated.axes >= 0 && stated.axes <= max_axes;
        return Value(std::vector<std::int64_t>(first, first + (believable ? stated.axes : 0)));
    };
    return {{"device", stated.device.type},
            {"code", stated.type.code},
            {"bits", stated.type.bits},
            {"lanes", stated.type.lanes},
            {"address", reinterpret_cast<std::uintptr_t>(stated.data)},
            {"offset", stated.byte_offset},
            {"axes", stated.axes},
            {"shape", list(stated.shape)},
            {"strides", list(stated.strides)}};
}

}  // namespace

std::span<const Function> array_functions() {
    static constexpr std::array all = {Function{"array", &array}, Function{"stated_tensor", &stated_tensor}};
    return all;
}

}  // namespace sigprop::python
