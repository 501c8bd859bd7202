#pragma once
// The house as data: its floors from top to bottom, the rooms of each with the rooms they may include and the
// vendors they may see, which vendor owns which header, and the few files whose name is not that of their
// header. A new arrow between rooms, a new vendor or a new room is a line here, visible in review.
// `tools/rooms.sh` prints the arrows that really exist.

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

namespace layers {

/// A floor includes only itself and what stands before it.
inline constexpr std::array<std::string_view, 10> floors = {
    "core", "formats", "methods", "models", "quantities", "judgement", "engine", "measure", "report", "tool"};

/// Lists are words separated by spaces. A room may include itself and the rooms named here; it may see
/// vendors directly or through internal headers, never in a public header.
struct Room {
    std::string_view name, includes, vendors = {};
};
inline constexpr std::array rooms = {
    Room{"core/base", ""},
    Room{"core/ball", "core/base", "arb"},
    Room{"core/evidence", "core/base core/ball"},
    Room{"core/expression", "core/base core/ball", "pegtl"},
    Room{"core/notation", "core/base"},
    Room{"core/formula", "core/base core/ball core/expression"},
    Room{"core/simd", "core/base core/formula", "highway processor"},
    Room{"core/random", "core/base core/simd", "highway random123"},
    Room{"core/parallel", "core/base core/ball"},
    Room{"formats", "core/base", "nettle nlohmann tomlplusplus zlib"},
    Room{"methods/mean", "core/base core/ball core/evidence core/formula"},
    Room{"methods/quadrature", "core/base core/ball core/formula methods/mean", "arb boost gsl"},
    Room{"methods/sampling",
         "core/base core/evidence core/formula core/simd core/random core/parallel methods/mean",
         "boost highway mpi"},
    Room{"methods", "core/base core/evidence core/formula methods/mean methods/quadrature methods/sampling"},
    Room{"methods/extrema", "core/base core/ball core/formula methods/mean methods"},
    Room{"methods/roots", "core/base core/ball core/formula methods methods/extrema", "boost"},
    Room{"methods/derivatives", "core/base core/ball"},
    Room{"methods/hermite", "core/base core/ball core/formula methods/mean methods/quadrature", "arb boost"},
    Room{"methods/normal_rule",
         "core/base core/ball core/evidence core/formula core/simd methods/mean methods/quadrature"},
    Room{"methods/bessel", "methods/mean methods/quadrature methods", "boost gsl"},
    Room{"methods/ode", "core/ball methods/mean methods/quadrature methods", "arb boost gsl"},
    Room{"methods/softmax", "core/base core/ball core/parallel methods/quadrature methods", "arb boost"},
    Room{"methods/softmax_sampling",
         "core/base core/simd core/random core/parallel methods/sampling methods methods/softmax", "highway"},
    Room{"models/normalization", "core/base core/ball formats"},
    Room{"models/rounding", "core/base core/ball core/formula"},
    Room{"models/attention", "core/base core/simd core/parallel", "highway"},
    Room{"models/gradient_check",
         "core/base core/simd core/random core/parallel methods/derivatives models/normalization", "highway"},
    Room{"models/network",
         "core/base core/formula core/simd core/random core/parallel formats methods/sampling",
         "eigen highway"},
    Room{"models/transformer",
         "core/base core/formula core/simd core/random core/parallel methods/sampling models/normalization "
         "models/network",
         "eigen"},
    Room{"models/training",
         "core/base core/formula core/simd core/random core/parallel formats models/network "
         "models/transformer",
         "eigen"},
    Room{"quantities", "core/base core/ball core/formula methods methods/roots"},
    Room{"quantities/activation",
         "core/base core/ball core/evidence core/formula methods/mean methods/quadrature methods "
         "methods/roots methods/extrema methods/derivatives methods/hermite quantities"},
    Room{"quantities/normalization",
         "core/base core/ball core/random formats methods methods/derivatives models/normalization "
         "quantities"},
    Room{"quantities/initialization",
         "core/base core/ball core/formula methods quantities quantities/activation"},
    Room{"quantities/frameworks",
         "core/ball core/expression core/formula methods quantities quantities/activation "
         "quantities/initialization"},
    Room{"quantities/normal", "core/ball core/formula methods methods/quadrature quantities"},
    Room{"quantities/attention",
         "core/base core/ball core/formula core/random methods/mean methods methods/roots "
         "methods/bessel methods/softmax methods/softmax_sampling models/attention quantities "
         "quantities/initialization quantities/normal"},
    Room{"quantities/elementwise",
         "core/ball core/formula methods/mean methods methods/roots methods/extrema "
         "methods/derivatives methods/hermite methods/ode quantities"},
    Room{"quantities/mixture", "core/ball core/random methods methods/quadrature quantities"},
    Room{"quantities/optimizer",
         "core/ball core/formula core/random methods methods/extrema methods/roots quantities "
         "quantities/normalization"},
    Room{"quantities/quantizer",
         "core/ball core/base core/formula methods methods/roots quantities quantities/normal"},
    Room{"quantities/residual",
         "core/base core/ball core/formula methods methods/hermite methods/roots models/network quantities "
         "quantities/activation quantities/initialization"},
    Room{"quantities/unit_scaling",
         "core/ball core/formula methods methods/softmax methods/softmax_sampling quantities "
         "quantities/activation quantities/attention"},
    Room{"quantities/sampler", "core/ball methods quantities quantities/normal"},
    Room{"quantities/curves", "quantities quantities/activation quantities/attention quantities/residual"},
    Room{"quantities/training",
         "core/base core/ball core/simd methods models/network models/transformer models/training quantities "
         "quantities/activation quantities/initialization quantities/residual"},
    Room{"judgement", "core/base core/ball core/evidence core/expression formats", "re2"},
    Room{"engine/binding",
         "core/base core/ball core/expression core/formula core/notation methods/roots quantities "
         "quantities/activation quantities/curves "
         "quantities/normalization"},
    Room{"engine", "core/base core/ball core/evidence core/formula formats judgement engine/binding"},
    Room{"engine/certificate",
         "core/base core/ball core/formula formats methods methods/mean methods/quadrature quantities "
         "engine/binding engine"},
    Room{"engine/functions", "engine"},  // made by the build
    Room{"engine/solve", "core/base core/ball core/expression methods/roots engine/binding engine"},
    Room{"engine/series",
         "core/base core/ball core/evidence core/expression core/parallel formats quantities/activation "
         "quantities/normalization engine/binding engine"},
    Room{"engine/recipe",
         "core/base core/ball core/expression core/formula formats models/network quantities/activation "
         "engine/binding engine"},
    Room{"engine/training",
         "core/base core/ball core/expression core/evidence core/formula methods models/training "
         "models/transformer quantities quantities/training engine/binding engine"},
    Room{"engine/identify",
         "core/base core/ball core/formula quantities/activation judgement engine/binding engine"},
    Room{"engine/verification", "core/base core/evidence judgement engine/binding engine engine/identify"},
    Room{"measure", "core/base formats engine"},
    Room{"measure/attention", "core/base core/ball core/evidence formats models/attention engine measure"},
    Room{"measure/elementwise",
         "core/base core/ball core/evidence core/parallel formats models/normalization "
         "quantities/normalization engine measure measure/attention"},
    Room{"measure/gradient",
         "core/base core/ball core/evidence core/expression core/formula core/parallel formats "
         "models/normalization quantities quantities/activation quantities/normalization judgement engine "
         "engine/binding measure"},
    Room{"measure/kernel",
         "core/base core/ball core/evidence core/formula core/parallel formats models/rounding quantities "
         "judgement "
         "engine measure measure/gradient"},
    Room{"measure/weights",
         "core/base core/ball core/expression core/parallel core/simd formats engine measure", "highway"},
    Room{
        "measure/model",
        "core/base core/ball core/expression core/formula core/parallel core/random core/simd formats engine "
        "engine/binding engine/recipe measure measure/weights",
        "eigen re2"},
    Room{"report",
         "core/base core/ball core/notation formats engine measure/attention measure/elementwise "
         "measure/gradient measure/kernel measure/model measure/weights engine/training"},
    Room{"report/page", "core/base core/ball core/expression formats engine engine/training report"},
};

/// What every room may see beside its own vendors: missing parts of the standard library.
inline constexpr std::string_view vendors_of_all = "fmt posix";
/// What the command line may see.
inline constexpr std::string_view vendors_of_tool = "cli11";

/// The owner of a header, by prefixes of its name, separated by spaces.
struct Vendor {
    std::string_view name, prefixes;
};
inline constexpr std::array vendors = {
    Vendor{"arb", "arb.h arb_ acb.h acb_ arf.h mag.h fmp flint/"},
    Vendor{"pegtl", "tao/pegtl"},
    Vendor{"random123", "Random123/"},
    Vendor{"highway", "hwy/"},
    Vendor{"nlohmann", "nlohmann/"},
    Vendor{"tomlplusplus", "toml++/"},
    Vendor{"nettle", "nettle/"},
    Vendor{"zlib", "zlib.h"},
    Vendor{"re2", "re2/"},
    Vendor{"boost", "boost/"},
    Vendor{"gsl", "gsl/"},
    Vendor{"mpi", "mpi.h"},
    Vendor{"eigen", "Eigen/"},
    Vendor{"cli11", "CLI/"},
    Vendor{"fmt", "fmt/"},
    Vendor{"processor", "cpuid.h"},
    Vendor{"posix", "sys/ fcntl.h unistd.h fnmatch.h signal.h spawn.h pthread.h dlfcn.h dirent.h"},
};

/// Sources named after the method they define, as reports name it, instead of after a header.
inline constexpr std::string_view methods =
    "methods/quadrature/arb_integral methods/quadrature/arb_trapezoid methods/quadrature/boost_gauss_kronrod "
    "methods/quadrature/boost_tanh_sinh methods/quadrature/gsl_qagi methods/quadrature/gsl_qagp";

/// Whether the predicate holds for one of the words.
template <class Predicate>
bool any_word(std::string_view words, const Predicate& holds) {
    std::istringstream stream{std::string(words)};
    return std::any_of(std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>(),
                       holds);
}

inline bool has_word(std::string_view words, std::string_view word) {
    return any_word(words, [&](const std::string& one) { return one == word; });
}

}  // namespace layers
