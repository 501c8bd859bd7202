#include "formats/packed_files.hpp"

#include <zlib.h>

#include <stdexcept>

namespace sigprop::embedded {
namespace {

/// Fills `text` from the stream; false unless the stream has exactly so many bytes and their checksum.
bool inflate_into(std::string& text, std::string_view packed) {
    constexpr int gzip = 15 + 16;  // the largest window, with gzip's header
    z_stream stream{};
    if (::inflateInit2(&stream, gzip) != Z_OK) return false;
    // NOLINTNEXTLINE: zlib does not write what it reads
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int code = ::inflate(&stream, Z_FINISH);
    const bool whole = code == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
    ::inflateEnd(&stream);
    return whole;
}

}  // namespace

UnpackedFiles::UnpackedFiles(std::span<const PackedFile> files, std::string_view packed) {
    std::size_t bytes = 0;
    for (const PackedFile& file : files) bytes += file.bytes;
    text_.resize(bytes);
    if (!inflate_into(text_, packed))
        throw std::logic_error("the files inside the library cannot be unpacked");
    std::size_t begin = 0;
    for (const PackedFile& file : files) {
        files_.push_back({file.name, std::string_view(text_).substr(begin, file.bytes)});
        begin += file.bytes;
    }
}

}  // namespace sigprop::embedded
