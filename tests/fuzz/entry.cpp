// libFuzzer's side: sigprop_fuzz --target=NAME [libFuzzer's options] [FILE or FOLDER...]. libFuzzer passes
// over options that begin with two dashes. A property that does not hold ends the program, and libFuzzer
// keeps the bytes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "tests/fuzz/broken.hpp"
#include "tests/fuzz/targets.hpp"

namespace {

constexpr sigprop::fuzz::Target broken{"broken", sigprop::fuzz::run_broken};
const sigprop::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    constexpr std::string_view option = "--target=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view word = (*argv)[i];
        if (!word.starts_with(option)) continue;
        const std::string_view name = word.substr(option.size());
        chosen = name == broken.name ? &broken : sigprop::fuzz::find_target(name);
    }
    if (chosen == nullptr) {
        std::cerr << "sigprop_fuzz --target=NAME [FILE or FOLDER...], where NAME is one of:";
        for (const sigprop::fuzz::Target& one : sigprop::fuzz::targets()) std::cerr << ' ' << one.name;
        std::cerr << '\n';
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        chosen->run({reinterpret_cast<const char*>(data), size});
    } catch (const std::exception& error) {
        std::cerr << "finding of target " << chosen->name << ": " << error.what() << '\n';
        std::abort();
    }
    return 0;
}
