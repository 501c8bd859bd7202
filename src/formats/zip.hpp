#pragma once
// The entries of a zip archive, as numpy.savez and savez_compressed write them: stored or deflated. The
// directory is not trusted: every range is checked against the file, and no two may overlap. Reference:
// PKWARE, "APPNOTE.TXT, .ZIP File Format Specification", 4.3 (records), 4.5.3 (Zip64).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "formats/mapped_file.hpp"

namespace sigprop {

struct ZipEntry {
    std::string name;
    bool deflated = false;
    std::size_t first = 0, last = 0;  ///< bytes of the archive, the end not included
    std::uint64_t size = 0;           ///< unpacked
    std::uint32_t crc = 0;            ///< of the unpacked bytes
};

/// In the order of their bytes.
/// Errors   InputError "name: what is wrong, and the fix"
[[nodiscard]] std::vector<ZipEntry> read_zip(std::span<const std::byte> bytes, const std::string& name);

/// The first bytes of a deflated entry, at most `most` of them.
/// Errors   InputError when they are no deflated bytes
[[nodiscard]] std::string unpack_beginning(std::span<const std::byte> bytes, const ZipEntry& entry,
                                           std::size_t most, const std::string& name);

/// Reads an entry and keeps nothing of it; the memory of stored bytes is released as it goes.
/// Errors   InputError when the bytes are damaged: other than the directory's size or checksum
void check_entry(const MappedFile& file, const ZipEntry& entry, const std::string& name);

/// Writes a deflated entry, unpacked, to a file.
/// Errors   InputError when the bytes are damaged: other than the directory's size or checksum; IoError when
///          the file cannot be written
void unpack(std::span<const std::byte> bytes, const ZipEntry& entry, int descriptor, const std::string& name);

/// The bytes of an entry that is open.
struct ZipBytes {
    std::span<const std::byte> bytes;
    std::size_t first = 0;                            ///< where they begin in what they lie in
    std::unique_ptr<const MappedFile> unpacked = {};  ///< what that is, where it is not the archive
};

/// Opens entries of an archive on any thread: one that is stored is compared with its checksum once, one that
/// is deflated is unpacked into a temporary file each time.
class ZipFiles {
public:
    /// The file outlives this. Some writers leave checksums out.
    ZipFiles(const MappedFile& file, std::string name, std::vector<ZipEntry> entries,
             bool has_checksums = true);

    [[nodiscard]] const std::vector<ZipEntry>& entries() const noexcept { return entries_; }
    /// `shown` stands for the entry in messages.
    /// Errors   those of check_entry and unpack; IoError when the file became shorter
    [[nodiscard]] ZipBytes open(std::size_t i, const std::string& shown);

private:
    const MappedFile& file_;
    std::string name_;
    std::vector<ZipEntry> entries_;
    std::vector<std::atomic<bool>> sound_;
};

}  // namespace sigprop
