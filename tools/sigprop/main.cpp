#include "program.hpp"

int main(int argc, char** argv) { return sigprop::tool::run_program(argc, argv); }
