// Writes the rows of the catalogue as C++. The build runs it first; a wrong row ends the build with its
// place. A file that would not change stays as it is, so that nothing is compiled again.
//   sigprop_catalogue FOLDER OUTPUT_FOLDER

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "rows.hpp"
#include "typed.hpp"
#include "written.hpp"

namespace {

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::cerr << "usage: sigprop_catalogue FOLDER OUTPUT_FOLDER\n";
        return 2;
    }
    try {
        const catalogue::Rows rows = catalogue::rows_of(catalogue::files_of(arguments[1]));
        std::map<std::string, std::string> files = catalogue::written_arguments(rows);
        files["quantity_rows.cpp"] = catalogue::written_rows(rows);
        const std::filesystem::path folder = arguments[2];
        std::filesystem::create_directories(folder / "catalogue");
        for (const auto& [name, text] : files) {
            if (content_of(folder / name) == text) continue;
            std::ofstream file(folder / name, std::ios::binary);
            if (!(file << text).flush()) {
                std::cerr << "cannot write " << (folder / name).string() << '\n';
                return 2;
            }
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
