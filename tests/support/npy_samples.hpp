#pragma once
// .npy files as bytes, written here and not by the code under test.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace npy_samples {

/// Magic, version, length and dictionary, padded with blanks to a multiple of 64 as NumPy does.
inline std::string file(const std::string& dictionary, const std::string& data, int version = 1) {
    const std::size_t fixed = version == 1 ? 10 : 12;
    const std::size_t length = (dictionary.size() + 1 + fixed + 63) / 64 * 64 - fixed;
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(version);
    bytes += '\0';
    for (std::size_t i = 0; i + 8 < fixed; ++i) bytes += static_cast<char>(length >> (8 * i) & 0xffU);
    bytes += dictionary;
    bytes.append(length - dictionary.size() - 1, ' ');
    return bytes + '\n' + data;
}

inline std::string dictionary(const std::string& descr, const std::string& shape, bool fortran = false) {
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + shape + ", }";
}

/// The bytes of numbers of one type, in the machine's byte order or the other.
template <class T>
std::string raw(const std::vector<T>& numbers, bool swap = false) {
    std::string bytes(numbers.size() * sizeof(T), '\0');
    if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
    for (std::size_t at = 0; swap && at < bytes.size(); at += sizeof(T)) {
        for (std::size_t i = 0; i < sizeof(T) / 2; ++i)
            std::swap(bytes[at + i], bytes[at + sizeof(T) - 1 - i]);
    }
    return bytes;
}

inline std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace npy_samples
