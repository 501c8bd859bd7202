#pragma once
// Bytes of checkpoints as other programs write them, put together by hand so that any of them can be wrong.

#include <zlib.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/npy_samples.hpp"

namespace sigprop::testing {

/// A number in little-endian order.
inline std::string little(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i, value >>= 8U) text.push_back(static_cast<char>(value & 0xffU));
    return text;
}

inline std::string floats_of(const std::vector<float>& values) { return npy_samples::raw(values); }

struct SampleTensor {
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<float> values;
};

/// A .safetensors file with this header, right or not.
inline std::string safetensors_file(const std::string& header, const std::string& data = "") {
    return little(header.size(), 8) + header + data;
}

/// A .safetensors file of float32.
inline std::string safetensors_of(const std::vector<SampleTensor>& tensors) {
    std::string header = "{", data;
    for (const SampleTensor& one : tensors) {
        std::string shape;
        for (const std::size_t length : one.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(length);
        const std::size_t first = data.size();
        data += floats_of(one.values);
        header += (header.size() > 1 ? ",\"" : "\"") + one.name + "\":{\"dtype\":\"F32\",\"shape\":[" +
                  shape + "],\"data_offsets\":[" + std::to_string(first) + "," + std::to_string(data.size()) +
                  "]}";
    }
    return safetensors_file(header + "}", data);
}

inline std::string deflated(const std::string& text) {
    z_stream stream{};
    if (deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("zlib");
    std::string out(text.size() + 1000, '\0');
    std::string in = text;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib");
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// An entry of a zip archive; what is not set follows from the text.
struct SampleEntry {
    std::string name, text;
    bool pack = false;
    int method = -1;
    std::int64_t packed = -1, size = -1, local = -1, crc = -1;
    unsigned flags = 0;
    bool zip64 = false;
};

inline std::string zip_of(const std::vector<SampleEntry>& entries) {
    std::string archive, directory;
    for (const SampleEntry& one : entries) {
        const std::string body = one.pack ? deflated(one.text) : one.text;
        const auto or_else = [](std::int64_t given, std::uint64_t real) {
            return given < 0 ? real : static_cast<std::uint64_t>(given);
        };
        const std::uint64_t crc = or_else(one.crc, crc32(0, reinterpret_cast<const Bytef*>(one.text.data()),
                                                         static_cast<uInt>(one.text.size())));
        const std::uint64_t packed = or_else(one.packed, body.size());
        const std::uint64_t size = or_else(one.size, one.text.size());
        const std::uint64_t method = or_else(one.method, one.pack ? 8 : 0);
        const std::uint64_t local = or_else(one.local, archive.size());
        const std::string common =
            little(20, 2) + little(one.flags, 2) + little(method, 2) + little(0, 4) + little(crc, 4);
        const std::string sizes =
            one.zip64 ? little(0xffffffff, 4) + little(0xffffffff, 4) : little(packed, 4) + little(size, 4);
        const std::string extra =
            one.zip64 ? little(1, 2) + little(16, 2) + little(size, 8) + little(packed, 8) : "";
        archive += little(0x04034b50, 4) + common + sizes + little(one.name.size(), 2) +
                   little(extra.size(), 2) + one.name + extra + body;
        directory += little(0x02014b50, 4) + little(20, 2) + common + sizes + little(one.name.size(), 2) +
                     little(extra.size(), 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
                     little(local, 4) + one.name + extra;
    }
    const std::string end = little(0x06054b50, 4) + little(0, 4) + little(entries.size(), 2) +
                            little(entries.size(), 2) + little(directory.size(), 4) +
                            little(archive.size(), 4) + little(0, 2);
    return archive + directory + end;
}

struct SampleGguf {
    std::string name;
    std::vector<std::size_t> shape;  ///< as in PyTorch; the file has it reversed
    std::uint32_t type = 0;          ///< 0: F32
    std::string data;
    std::int64_t offset = -1;
};

inline std::string gguf_text(const std::string& value) { return little(value.size(), 8) + value; }

/// A key of a GGUF file with the type and the bytes of its value.
inline std::string gguf_pair(const std::string& key, std::uint32_t type, const std::string& value) {
    return gguf_text(key) + little(type, 4) + value;
}

/// A GGUF file of version 3 with its alignment and these pairs.
inline std::string gguf_of(const std::vector<SampleGguf>& tensors, std::uint64_t alignment = 32,
                           const std::vector<std::string>& pairs = {}) {
    std::string head = "GGUF" + little(3, 4) + little(tensors.size(), 8) + little(1 + pairs.size(), 8) +
                       gguf_pair("general.alignment", 4, little(alignment, 4));
    for (const std::string& one : pairs) head += one;
    std::string data;
    const auto align = [&](std::string& bytes) {
        bytes.append((alignment - bytes.size() % alignment) % alignment, '\0');
    };
    for (const SampleGguf& one : tensors) {
        head += gguf_text(one.name) + little(one.shape.size(), 4);
        for (std::size_t i = one.shape.size(); i-- > 0;) head += little(one.shape[i], 8);
        align(data);
        head += little(one.type, 4) +
                little(one.offset < 0 ? data.size() : static_cast<std::uint64_t>(one.offset), 8);
        data += one.data;
    }
    align(head);
    return head + data;
}

}  // namespace sigprop::testing
