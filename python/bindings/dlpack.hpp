#pragma once
// The structures of DLPack, version 0.8, which libraries exchange arrays by: their layout in memory is the
// standard. Reference: https://dmlc.github.io/dlpack/latest/c_api.html.

#include <cstdint>

namespace sigprop::python::dlpack {

enum TypeCode : std::uint8_t {
    integer = 0,
    unsigned_integer = 1,
    floating = 2,
    bfloat = 4,
    complex = 5,
    boolean = 6
};

constexpr std::int32_t processor = 1;  // kDLCPU

struct Device {
    std::int32_t type;
    std::int32_t id;
};

struct DataType {
    std::uint8_t code;
    std::uint8_t bits;
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
