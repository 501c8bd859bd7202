#pragma once
// The house as data, after the table in the design: the floors from top to bottom, who owns which header, and
// which files may see which vendor. A new vendor is a row in each of the two tables.

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

namespace layers {

/// A floor includes only itself and what stands before it.
inline constexpr std::array<std::string_view, 9> floors = {
    "core", "formats", "methods", "models", "quantities", "judgement", "engine", "report", "tool"};

/// Who owns a header: the starts of its name, separated by spaces.
struct Vendor {
    std::string_view name, prefixes;
};
inline constexpr std::array vendors = {
    Vendor{"arb", "arb.h arb_ acb.h acb_ arf.h mag.h fmp flint/"},
    Vendor{"pegtl", "tao/pegtl"},
    Vendor{"random123", "Random123/"},
    Vendor{"highway", "hwy/"},
    Vendor{"nlohmann", "nlohmann/"},
    Vendor{"nettle", "nettle/"},
    Vendor{"boost", "boost/"},
    Vendor{"gsl", "gsl/"},
    Vendor{"mpi", "mpi.h"},
    Vendor{"eigen", "Eigen/"},
    Vendor{"cli11", "CLI/"},
    Vendor{"fmt", "fmt/"},
    Vendor{"posix", "sys/ fcntl.h unistd.h fnmatch.h signal.h pthread.h"},
};

/// Which files of a floor (their names without the ending) may see which vendors, outside public headers.
struct Permit {
    std::string_view floor, files, vendors;
};
inline constexpr std::array permits = {
    Permit{"core", "*ball* rational*", "arb"},
    Permit{"core", "expression*", "pegtl"},
    Permit{"core", "random* block*", "random123 highway"},
    Permit{"formats", "*", "nlohmann nettle"},
    Permit{"methods", "arb_*", "arb"},
    Permit{"methods", "boost_* odeint*", "boost"},
    Permit{"methods", "gsl_*", "gsl"},
    Permit{"methods", "mpi*", "mpi"},
    Permit{"methods", "*", "highway"},
    Permit{"models", "*", "eigen highway"},
    Permit{"judgement", "*", "nlohmann"},
    Permit{"report", "*", "nlohmann"},
    Permit{"tool", "*", "cli11"},
    Permit{"*", "*", "fmt posix"},  // the standard library's missing parts
};

/// Whether the predicate holds for one of the words.
template <class Predicate>
bool any_word(std::string_view words, const Predicate& holds) {
    std::istringstream stream{std::string(words)};
    return std::any_of(std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>(),
                       holds);
}

inline bool matches(std::string_view patterns, const std::string& text) {
    return any_word(patterns,
                    [&](const std::string& one) { return fnmatch(one.c_str(), text.c_str(), 0) == 0; });
}

}  // namespace layers
