// Writes the typed C++ functions sigprop/engine/functions/*.hpp, one for each quantity of the catalogue, so
// that their names, parameters, defaults and contracts cannot differ from it. The build runs it; a file that
// would not change stays as it is.
//   sigprop_functions FOLDER

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "engine/binding/catalogue.hpp"
#include "functions.hpp"

namespace {

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: sigprop_functions FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    for (const auto& [name, text] : functions::files(sigprop::catalogue())) {
        if (content_of(folder / name) == text) continue;
        std::ofstream file(folder / name, std::ios::binary);
        file << text;
        if (!file.flush()) {
            std::cerr << "cannot write " << (folder / name).string() << '\n';
            return 2;
        }
    }
    return 0;
}
