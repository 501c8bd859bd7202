#include "options.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>
#include <thread>

#include "methods/sampling/launcher.hpp"

namespace sigprop::tool {
namespace {

constexpr std::int64_t max_digits = 10'000;
constexpr std::int64_t max_threads = 1024;
constexpr std::int64_t max_groups = 1'000'000;

[[noreturn]] void refuse(std::string_view flag, const std::string& text, const std::string& takes) {
    const std::string name = "--" + std::string(flag);
    const bool short_enough = text.size() <= 60;
    throw InputError(
        name + " takes " + takes + ", not '" + (short_enough ? text : text.substr(0, 57) + "...") + "'",
        Place{"command line", name + "=" + text, name.size() + 1, text.size()});
}

/// The number, if the text is a decimal.
std::optional<Rational> decimal(const std::string& text) {
    try {
        return Rational::from_decimal(text);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// An integer in [1, most]; 1e6 is one.
std::int64_t read_count(std::string_view flag, const std::string& text, std::int64_t most) {
    const std::optional<Rational> value = decimal(text);
    const std::optional<std::int64_t> count = value ? value->to_int64() : std::nullopt;
    if (count && *count >= 1 && *count <= most) return *count;
    refuse(flag, text, "a whole number from 1 to " + std::to_string(most));
}

/// A number of samples; the limit 2^63 is one more than the largest std::int64_t.
std::uint64_t read_samples(const std::string& text) {
    const std::optional<Rational> value = decimal(text);
    const std::optional<std::int64_t> less_one = value ? (*value - Rational(1)).to_int64() : std::nullopt;
    if (less_one && *less_one >= 0) return static_cast<std::uint64_t>(*less_one) + 1;
    refuse("samples", text, "a whole number from 1 to 2^63, such as 1e6");
}

/// "0.95" or "95%".
double read_confidence(const std::string& text) {
    const bool percent = text.ends_with('%');
    std::optional<Rational> level = decimal(percent ? text.substr(0, text.size() - 1) : text);
    if (level && percent) level = *level / Rational(100);
    const double value = level ? level->to_double() : 0;
    if (value < 1 && 1 - value < 1) return value;  // as a double distinguishable from 0 and 1
    refuse("confidence", text, "a level between 0 and 1, such as 0.95 or 95%");
}

std::uint64_t read_seed(const std::string& text) {
    std::uint64_t seed = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    if (error != std::errc{} || stop != end) refuse("seed", text, "a whole number from 0 to 2^64 - 1");
    return seed;
}

bool read_color(const std::string& when) {
    if (when == "always") return true;
    if (when == "never") return false;
    if (when != "auto") refuse("color", when, "auto, always or never");
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    // mpirun gives rank 0 a terminal of its own even when its output goes to a file.
    if (is_launched_as_rank()) return false;
    return (no_color == nullptr || *no_color == '\0') && !dumb && isatty(STDOUT_FILENO) == 1;
}

/// Reads one of two words; the first is the default.
bool is_second(std::string_view flag, const std::optional<std::string>& text, const char* first,
               const char* second) {
    if (!text || *text == first) return false;
    if (*text != second) refuse(flag, *text, std::string(first) + " or " + second);
    return true;
}

std::optional<Dtype> read_dtype(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    for (const Dtype one : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
        if (*text == to_string(one)) return one;
    }
    refuse("dtype", *text, "float16, bfloat16, float32 or float64");
}

MethodFilter read_methods(const std::string& text) {
    const bool empty_part = text.front() == ',' || text.back() == ',' || text.find(",,") != std::string::npos;
    if (empty_part) refuse("methods", text, "globs with commas between them, such as 'arb_*,!monte_carlo'");
    return text;
}

/// The flags of one invocation, for queries by name.
class Texts {
public:
    explicit Texts(const FlagTexts& texts) : texts_(texts) {}

    [[nodiscard]] bool given(std::string_view flag) const { return texts_.contains(flag); }
    [[nodiscard]] std::vector<std::string> all(std::string_view flag) const {
        const auto found = texts_.find(flag);
        return found == texts_.end() ? std::vector<std::string>{} : found->second;
    }
    [[nodiscard]] std::optional<std::string> one(std::string_view flag) const {
        const auto found = texts_.find(flag);
        return found == texts_.end() ? std::nullopt : std::optional(found->second.front());
    }
    /// The file of a flag whose file is optional; standard output when it is left out.
    [[nodiscard]] std::optional<std::string> output(std::string_view flag) const {
        std::optional<std::string> path = one(flag);
        if (path && path->empty()) path = "-";
        return path;
    }

private:
    const FlagTexts& texts_;
};

std::chrono::milliseconds read_seconds(const std::string& text) {
    constexpr double longest = 1e9;
    double seconds = -1;
    try {
        seconds = Rational::from_decimal(text).to_double();
    } catch (const InputError&) {
        // reported below with the flag's name
    }
    if (!(seconds > 0) || seconds > longest)
        throw InputError("--budget takes seconds, such as 10 or 0.5, not '" + text + "'");
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
}

void read_jacobian(Options& options, const Texts& texts) {
    options.layer = texts.one("layer");
    options.x = texts.one("x");
    options.dy = texts.one("dy");
    options.dx = texts.one("dx");
    options.weight = texts.one("weight");
    options.dweight = texts.one("dweight");
    options.bias = texts.one("bias");
    options.dbias = texts.one("dbias");
    options.y = texts.one("y");
    options.eps = texts.one("eps");
    options.weight_offset = texts.one("weight-offset");
    options.dtype = read_dtype(texts.one("dtype"));
    if (const auto text = texts.one("groups")) {
        options.groups = static_cast<std::size_t>(read_count("groups", *text, max_groups));
    }
}

int default_threads() { return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U)); }

}  // namespace

Options read_options(const FlagTexts& given) {
    const Texts texts(given);
    Options options;
    for (const auto& one : given) options.given.push_back(one.first);
    Context& context = options.context;
    if (const auto text = texts.one("digits")) context.digits = read_count("digits", *text, max_digits);
    if (const auto text = texts.one("samples")) {
        context.samples = read_samples(*text);
    }
    if (const auto text = texts.one("seed")) context.seed = read_seed(*text);
    if (const auto text = texts.one("confidence")) context.confidence = read_confidence(*text);
    context.threads = default_threads();
    if (const auto text = texts.one("threads")) {
        context.threads = static_cast<int>(read_count("threads", *text, max_threads));
    }
    if (const auto text = texts.one("methods")) context.methods = read_methods(*text);
    if (const auto text = texts.one("budget")) {
        context.deadline = std::chrono::steady_clock::now() + read_seconds(*text);
    }
    options.json = texts.output("json");
    options.csv = texts.output("csv");
    options.md = texts.output("md");
    options.junit = texts.one("junit");
    options.baseline = texts.one("baseline");
    options.checkpoint = texts.one("checkpoint");
    options.claims = texts.all("claims");
    options.over = texts.all("over");
    options.series = texts.all("series");
    options.shipped = texts.given("shipped");
    options.own_digits = texts.given("digits");
    options.own_methods = texts.given("methods");
    options.own_threads = texts.given("threads");
    options.weights = texts.all("w");
    options.std = texts.one("std");
    options.lower = texts.one("lower");
    options.upper = texts.one("upper");
    options.uniform = is_second("distribution", texts.one("distribution"), "normal", "uniform");
    options.absolute_limits = is_second("limits", texts.one("limits"), "relative", "absolute");
    if (texts.given("limits") && options.uniform) {
        throw InputError("--limits belongs to a truncated normal: a uniform law ends at ±sqrt(3) std");
    }
    if (texts.given("limits") && !options.lower && !options.upper) {
        throw InputError("--limits says what --lower and --upper count: give one of them, too");
    }
    options.keras_layout = is_second("layout", texts.one("layout"), "torch", "keras");
    options.bfloat16 = texts.given("bfloat16");
    options.q = texts.one("q");
    options.k = texts.one("k");
    options.scale = texts.one("scale");
    options.softcap = texts.one("softcap");
    options.causal = texts.given("causal");
    read_jacobian(options, texts);
    options.rms = texts.one("rms");
    options.emit = texts.one("emit");
    options.github = texts.given("github");
    options.builtin = texts.given("builtin");
    options.reproducible = texts.given("reproducible");
    options.quiet = texts.given("quiet");
    options.color = read_color(texts.one("color").value_or("auto"));
    return options;
}

}  // namespace sigprop::tool
