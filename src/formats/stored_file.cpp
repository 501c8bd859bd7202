#include "formats/stored_file.hpp"

#include <sigprop/core/base/errors.hpp>

#include "formats/mapped_file.hpp"

namespace sigprop {

std::string read_stored_file(const std::string& path, std::size_t max_bytes) {
    const MappedFile file(path);
    if (file.bytes().size() > max_bytes) {
        throw InputError(
            path + ": the file is larger than " + std::to_string(max_bytes) + " bytes, the most that is read",
            {path, {}, 0, 1});
    }
    std::string text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
    file.check_whole();
    return text;
}

}  // namespace sigprop
