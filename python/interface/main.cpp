// The command of the Python package is the program `sigprop`: the same code, in the library that the package
// has anyway.

#include <cstdio>

#include "sigprop/program.hpp"

#include "call.h"

extern "C" int sigprop_main(int argc, char** argv) {
    const int code = sigprop::tool::run_program(argc, argv);
    std::fflush(nullptr);  // Python ends the process without a look at C's streams
    return code;
}
