#include "formats/zip.hpp"

#include <algorithm>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

constexpr std::uint32_t local_magic = 0x04034b50;
constexpr std::uint32_t entry_magic = 0x02014b50;
constexpr std::uint32_t end_magic = 0x06054b50;
constexpr std::uint32_t locator64_magic = 0x07064b50;
constexpr std::uint32_t end64_magic = 0x06064b50;
constexpr std::size_t end_size = 22, locator64_size = 20, end64_size = 56, entry_size = 46, local_size = 30;
constexpr std::uint32_t in_zip64 = 0xffffffff;
constexpr std::uint64_t max_entries = 1'000'000;
constexpr std::uint64_t best_ratio = 1032;  // deflate packs no better

class ZipReader {
public:
    ZipReader(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes), file_(file) {}

    std::vector<ZipEntry> operator()() {
        find_directory();
        std::vector<ZipEntry> all;
        std::set<std::string> names;
        std::uint64_t at = begin_;
        for (std::uint64_t i = 0; i < entries_; ++i) {
            all.push_back(entry(at));
            if (!names.insert(all.back().name).second)
                refuse(all.back(), "the archive has another entry of this name");
        }
        std::ranges::sort(all, {}, [](const ZipEntry& one) { return std::pair(one.first, one.last); });
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].last > begin_) refuse(all[i], "its bytes run into the directory");
            if (i > 0 && all[i].first < all[i - 1].last) {
                refuse(all[i],
                       "its bytes overlap those of '" + shown_text(all[i - 1].name.substr(0, 200)) + "'");
            }
        }
        return all;
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const {
        throw InputError(file_ + ": this zip archive is damaged: " + problem);
    }
    [[noreturn]] void refuse(const ZipEntry& one, const std::string& problem) const {
        throw InputError(file_ + ": entry '" + shown_text(one.name.substr(0, 200)) + "': " + problem);
    }

    [[nodiscard]] bool holds(std::uint64_t at, std::uint64_t size) const {
        return at <= bytes_.size() && size <= bytes_.size() - at;
    }
    [[nodiscard]] std::uint64_t number(std::uint64_t at, int size) const {
        std::uint64_t value = 0;
        for (int i = size; i-- > 0;)
            value = value << 8U | std::to_integer<std::uint64_t>(bytes_[at + static_cast<std::uint64_t>(i)]);
        return value;
    }

    void find_directory() {
        constexpr std::size_t longest_comment = 65535;
        if (!holds(0, end_size)) refuse("it is too short");
        std::size_t end = bytes_.size() - end_size;
        const std::size_t least = end > longest_comment ? end - longest_comment : 0;
        while (number(end, 4) != end_magic || end + end_size + number(end + 20, 2) != bytes_.size()) {
            if (end == least) refuse("its directory is missing: it was cut short");
            --end;
        }
        entries_ = number(end + 10, 2);
        std::uint64_t size = number(end + 12, 4);
        begin_ = number(end + 16, 4);
        if (end >= locator64_size && number(end - locator64_size, 4) == locator64_magic) {
            const std::uint64_t end64 = number(end - locator64_size + 8, 8);
            if (!holds(end64, end64_size) || number(end64, 4) != end64_magic)
                refuse("its Zip64 directory is missing");
            entries_ = number(end64 + 32, 8);
            size = number(end64 + 40, 8);
            begin_ = number(end64 + 48, 8);
        }
        if (!holds(begin_, size) || begin_ + size > end) refuse("its directory is beyond its end");
        if (entries_ > max_entries || entries_ > size / entry_size)
            refuse("its directory of " + std::to_string(size) + " bytes claims " + std::to_string(entries_) +
                   " entries");
        directory_end_ = begin_ + size;
    }

    /// Zip64 sizes stand in an extra field, those that do not fit 32 bits, in this order.
    void read_zip64(std::uint64_t at, std::uint64_t size, std::uint64_t& unpacked, std::uint64_t& packed,
                    std::uint64_t& local) const {
        const std::uint64_t end = at + size;
        while (at + 4 <= end) {
            const std::uint64_t id = number(at, 2);
            const std::uint64_t length = number(at + 2, 2);
            at += 4;
            if (length > end - at) refuse("an extra field is longer than its entry");
            if (id == 1) {
                std::uint64_t here = at;
                for (std::uint64_t* value : {&unpacked, &packed, &local}) {
                    if (*value != in_zip64) continue;
                    if (here + 8 > at + length) refuse("a Zip64 field is too short");
                    *value = number(here, 8);
                    here += 8;
                }
            }
            at += length;
        }
    }

    ZipEntry entry(std::uint64_t& at) {
        if (directory_end_ - at < entry_size || number(at, 4) != entry_magic)
            refuse("an entry of its directory is malformed");
        const std::uint64_t flags = number(at + 8, 2);
        const std::uint64_t method = number(at + 10, 2);
        std::uint64_t packed = number(at + 20, 4);
        std::uint64_t unpacked = number(at + 24, 4);
        std::uint64_t local = number(at + 42, 4);
        const std::uint64_t name = number(at + 28, 2);
        const std::uint64_t extra = number(at + 30, 2);
        const std::uint64_t comment = number(at + 32, 2);
        if (directory_end_ - at - entry_size < name + extra + comment)
            refuse("an entry of its directory is cut short");
        ZipEntry made;
        made.crc = static_cast<std::uint32_t>(number(at + 16, 4));
        const auto* text = reinterpret_cast<const char*>(bytes_.data() + at + entry_size);
        made.name.assign(text, name);
        read_zip64(at + entry_size + name, extra, unpacked, packed, local);
        at += entry_size + name + extra + comment;
        if ((flags & 1U) != 0) refuse(made, "it is encrypted");
        if (method != 0 && method != 8)
            refuse(made, "it is packed with method " + std::to_string(method) +
                             "; sigprop reads stored and deflated entries");
        if (!holds(local, local_size) || number(local, 4) != local_magic)
            refuse(made, "it is not where the directory says");
        const std::uint64_t begin = local + local_size + number(local + 26, 2) + number(local + 28, 2);
        if (!holds(begin, packed)) refuse(made, "its bytes end beyond the end of the file: it was cut short");
        if (method == 0 && packed != unpacked) refuse(made, "it is stored, but its two sizes differ");
        if (method == 8 && unpacked / best_ratio > packed)
            refuse(made, "it claims to unpack to " + std::to_string(unpacked) +
                             " bytes, which is more than deflate can pack");
        made.deflated = method == 8;
        made.first = begin;
        made.last = begin + packed;
        made.size = unpacked;
        return made;
    }

    std::span<const std::byte> bytes_;
    const std::string& file_;
    std::uint64_t entries_ = 0, begin_ = 0, directory_end_ = 0;
};

}  // namespace

std::vector<ZipEntry> read_zip(std::span<const std::byte> bytes, const std::string& name) {
    return ZipReader(bytes, name)();
}

}  // namespace sigprop
