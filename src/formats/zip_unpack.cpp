#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <system_error>

#include "core/base/shown_text.hpp"
#include "formats/zip.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse_entry(const std::string& file, const ZipEntry& entry, const std::string& problem) {
    throw InputError(file + ": entry '" + shown_text(entry.name.substr(0, 200)) + "': " + problem);
}

/// Unpacks an entry, a block at a time.
class Inflater {
public:
    Inflater(std::span<const std::byte> bytes, const ZipEntry& entry, const std::string& file)
        : rest_(bytes.subspan(entry.first, entry.last - entry.first)), entry_(entry), file_(file) {
        constexpr int raw = -15;  // no header of zlib's: the archive has its own
        if (::inflateInit2(&stream_, raw) != Z_OK)
            throw IoError("cannot read " + file + ": zlib has no memory");
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { ::inflateEnd(&stream_); }

    /// Fills as much of `out` as there is; 0 at the end.
    std::size_t next(std::span<char> out) {
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        while (stream_.avail_out > 0 && !ended_) {
            feed();
            const int code = ::inflate(&stream_, Z_NO_FLUSH);
            ended_ = code == Z_STREAM_END;
            if (!ended_ &&
                (code != Z_OK || (stream_.avail_in == 0 && rest_.empty() && stream_.avail_out > 0)))
                refuse_entry(file_, entry_, "its deflated bytes are damaged");
        }
        return out.size() - stream_.avail_out;
    }

private:
    void feed() {
        if (stream_.avail_in > 0) return;
        const std::size_t count = std::min<std::size_t>(rest_.size(), std::numeric_limits<uInt>::max());
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): zlib does not write what it reads
        stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(rest_.data()));
        stream_.avail_in = static_cast<uInt>(count);
        rest_ = rest_.subspan(count);
    }

    z_stream stream_{};
    std::span<const std::byte> rest_;
    const ZipEntry& entry_;
    const std::string& file_;
    bool ended_ = false;
};

/// Hands on a deflated entry block by block.
template <class Take>
void unpack_blocks(std::span<const std::byte> bytes, const ZipEntry& entry, const std::string& name,
                   const Take& take) {
    Inflater inflater(bytes, entry, name);
    std::array<char, 1U << 16U>
        block;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled block by block
    std::uint64_t size = 0;
    uLong crc = ::crc32(0, nullptr, 0);
    while (const std::size_t count = inflater.next(block)) {
        size += count;
        if (size > entry.size) refuse_entry(name, entry, "it unpacks to more bytes than the directory says");
        crc = ::crc32(crc, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(count));
        take(std::string_view(block.data(), count));
    }
    if (size != entry.size) refuse_entry(name, entry, "it unpacks to fewer bytes than the directory says");
    if (crc != entry.crc) refuse_entry(name, entry, "its checksum is wrong: it is damaged");
}

}  // namespace

std::string unpack_beginning(std::span<const std::byte> bytes, const ZipEntry& entry, std::size_t most,
                             const std::string& name) {
    std::string text(std::min<std::uint64_t>(most, entry.size), '\0');
    if (text.empty()) return text;
    text.resize(Inflater(bytes, entry, name).next(text));
    return text;
}

void check_entry(const MappedFile& file, const ZipEntry& entry, const std::string& name) {
    if (entry.deflated) return unpack_blocks(file.bytes(), entry, name, [](std::string_view) {});
    constexpr std::size_t stretch = std::size_t{1} << 24U;
    uLong crc = ::crc32(0, nullptr, 0);
    for (std::size_t begin = entry.first; begin < entry.last;) {
        const std::size_t end = std::min(entry.last, begin + stretch);
        const auto* bytes = reinterpret_cast<const Bytef*>(file.bytes().data() + begin);
        crc = ::crc32(crc, bytes, static_cast<uInt>(end - begin));
        file.release(begin, end);
        begin = end;
    }
    if (crc != entry.crc) {
        file.check_whole();
        refuse_entry(name, entry, "its checksum is wrong: it is damaged");
    }
}

void unpack(std::span<const std::byte> bytes, const ZipEntry& entry, int descriptor,
            const std::string& name) {
    unpack_blocks(bytes, entry, name, [&](std::string_view block) {
        write_temporary(descriptor, std::as_bytes(std::span(block)));
    });
}

ZipFiles::ZipFiles(const MappedFile& file, std::string name, std::vector<ZipEntry> entries,
                   bool has_checksums)
    : file_(file), name_(std::move(name)), entries_(std::move(entries)), sound_(entries_.size()) {
    for (std::atomic<bool>& one : sound_) one = !has_checksums;
}

ZipBytes ZipFiles::open(std::size_t i, const std::string& shown) {
    const ZipEntry& entry = entries_.at(i);
    if (!entry.deflated) {
        if (!sound_[i]) {
            check_entry(file_, entry, name_);
            file_.check_whole();
            sound_[i] = true;
        }
        return {.bytes = file_.bytes().subspan(entry.first, entry.last - entry.first), .first = entry.first};
    }
    auto file = std::make_unique<const MappedFile>(shown, [&](int descriptor) {
        try {
            unpack(file_.bytes(), entry, descriptor, name_);
        } catch (const InputError&) {
            file_.check_whole();  // what looks damaged may only have become shorter
            throw;
        }
    });
    const std::span<const std::byte> bytes = file->bytes();
    return {.bytes = bytes, .unpacked = std::move(file)};
}

}  // namespace sigprop
