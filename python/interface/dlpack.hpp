#pragma once
// The structures of DLPack, version 0.8, which libraries exchange arrays by: their layout in memory is the
// standard. Reference: https://dmlc.github.io/dlpack/latest/c_api.html.

#include <cstdint>

namespace sigprop::python::dlpack {

struct Device {
    std::int32_t type, id;
};

struct DataType {
    std::uint8_t code, bits;
    std::uint16_t lanes;
};

struct Tensor {
    void* data;
    Device device;
    std::int32_t axes;
    DataType type;
    std::int64_t* shape;
    std::int64_t* strides;  ///< in elements; null: C order
    std::uint64_t byte_offset;
};

struct ManagedTensor {
    Tensor tensor;
    void* owner;
    void (*release)(ManagedTensor*);
};

}  // namespace sigprop::python::dlpack
