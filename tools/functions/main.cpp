// Writes the typed C++ functions sigprop/engine/functions/*.hpp, one for each quantity of the catalogue, so
// that their names, parameters, defaults and contracts cannot differ from it. The build runs it.
//   sigprop_functions FOLDER

#include <iostream>

#include "engine/binding/catalogue.hpp"
#include "functions.hpp"
#include "tools/catalogue/changed_files.hpp"

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: sigprop_functions FOLDER\n";
        return 2;
    }
    try {
        catalogue::write_changed(arguments[1], functions::files(sigprop::catalogue()));
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
