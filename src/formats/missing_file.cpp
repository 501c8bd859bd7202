#include "formats/missing_file.hpp"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "core/base/suggest.hpp"
#include "formats/system_call.hpp"

namespace sigprop {
namespace {

namespace fs = std::filesystem;

/// The names in a folder; of a very large one the first.
std::vector<std::string> names_in(const fs::path& folder) {
    constexpr std::size_t most = 10'000;
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator one(folder, error), end; !error && one != end && names.size() < most;
         one.increment(error))
        names.push_back(one->path().filename().string());
    return names;
}

/// The name that was probably meant: the same one with another ending, or one that is spelt nearly so.
/// Endings are left out of the count of letters, since they are alike in most pairs of names.
std::optional<std::string> name_meant(const fs::path& wanted, const std::vector<std::string>& names) {
    const std::string stem = wanted.stem().string();
    std::vector<std::string> same;
    std::vector<std::string> stems;
    for (const std::string& one : names) {
        stems.push_back(fs::path(one).stem().string());
        if (stems.back() == stem) same.push_back(one);
    }
    if (same.size() == 1) return same.front();
    if (!same.empty()) return nearest_name(wanted.string(), same);
    const std::optional<std::string> near = nearest_name(stem, stems);
    for (std::size_t i = 0; near && i < names.size(); ++i)
        if (stems[i] == *near) return names[i];
    return std::nullopt;
}

std::string hint_for(const fs::path& path) {
    const fs::path folder = path.parent_path();
    std::error_code error;
    if (!folder.empty() && !fs::is_directory(folder, error)) return "; there is no folder " + folder.string();
    const std::vector<std::string> names = names_in(folder.empty() ? fs::path(".") : folder);
    const std::optional<std::string> meant = name_meant(path.filename(), names);
    return meant ? "; did you mean " + (folder / *meant).string() + "?" : "";
}

}  // namespace

std::string reason_not_read(const std::string& path, int error) {
    try {
        return reason_of(error) + (error == ENOENT ? hint_for(path) : "");
    } catch (const fs::filesystem_error&) {
        return reason_of(error);
    }
}

}  // namespace sigprop
