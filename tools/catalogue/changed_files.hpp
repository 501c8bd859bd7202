#pragma once
// Files that a build writes: one that would not change stays as it is, so that nothing is compiled again.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace catalogue {

/// Errors   std::runtime_error where a file cannot be written
inline void write_changed(const std::filesystem::path& folder, const auto& text_by_name) {
    for (const auto& [name, text] : text_by_name) {
        const std::filesystem::path path = folder / name;
        std::ifstream old(path, std::ios::binary);
        if (old && std::string(std::istreambuf_iterator<char>(old), {}) == text) continue;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file(path, std::ios::binary);
        if (!(file << text).flush()) throw std::runtime_error("cannot write " + path.string());
    }
}

}  // namespace catalogue
