#pragma once
// Files that the build has compressed together, as one stream in the format of gzip; see
// core/base/embedded.hpp.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/embedded.hpp"

namespace sigprop::embedded {

struct PackedFile {
    std::string_view name;
    std::size_t bytes = 0;  ///< of its text; the texts follow each other
};

class UnpackedFiles {
public:
    /// Errors   std::logic_error for a stream that does not hold these files
    UnpackedFiles(std::span<const PackedFile> files, std::string_view packed);
    UnpackedFiles(const UnpackedFiles&) = delete;
    UnpackedFiles& operator=(const UnpackedFiles&) = delete;

    [[nodiscard]] std::span<const File> files() const noexcept { return files_; }

private:
    std::string text_;
    std::vector<File> files_;
};

}  // namespace sigprop::embedded
