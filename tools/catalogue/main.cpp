// Writes the rows of the catalogue as C++. The build runs it first; a wrong row ends the build with its
// place.
//   sigprop_catalogue FOLDER OUTPUT_FOLDER

#include <iostream>

#include "changed_files.hpp"
#include "rows.hpp"
#include "written.hpp"

int main(int count, char** arguments) {
    if (count != 3) {
        std::cerr << "usage: sigprop_catalogue FOLDER OUTPUT_FOLDER\n";
        return 2;
    }
    try {
        const catalogue::Rows rows = catalogue::rows_of(catalogue::files_of(arguments[1]));
        std::map<std::string, std::string> files = catalogue::written_arguments(rows);
        files["quantity_rows.cpp"] = catalogue::written_rows(rows);
        catalogue::write_changed(arguments[2], files);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
