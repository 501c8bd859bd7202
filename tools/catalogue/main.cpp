// Writes the rows of the catalogue as C++. The build runs it first; a wrong row ends the build with its
// place.
//   sigprop_catalogue FOLDER OUTPUT.cpp

#include <fstream>
#include <iostream>

#include "rows.hpp"
#include "written.hpp"

int main(int count, char** arguments) {
    if (count != 3) {
        std::cerr << "usage: sigprop_catalogue FOLDER OUTPUT.cpp\n";
        return 2;
    }
    try {
        const std::string text =
            catalogue::written_rows(catalogue::rows_of(catalogue::files_of(arguments[1])));
        std::ofstream file(arguments[2], std::ios::binary);
        if (!(file << text).flush()) {
            std::cerr << "cannot write " << arguments[2] << '\n';
            return 2;
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
