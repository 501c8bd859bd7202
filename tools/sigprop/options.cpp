#include "options.hpp"
#include "output_formats.hpp"

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

#include "core/base/known_methods.hpp"
#include "core/base/limits.hpp"
#include "methods/sampling/launcher.hpp"

namespace sigprop::tool {
namespace {

/// The number, if the text is a decimal.
std::optional<Rational> decimal(const std::string& text) {
    try {
        return Rational::from_decimal(text);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// A number of samples; the limit 2^63 is one more than the largest std::int64_t.
std::uint64_t read_samples(const std::string& text) {
    const std::optional<Rational> value = decimal(text);
    const std::optional<std::int64_t> less_one = value ? (*value - Rational(1)).to_int64() : std::nullopt;
    const std::int64_t others = less_one.value_or(-1);
    if (others >= 0) return static_cast<std::uint64_t>(others) + 1;
    refuse_value("samples", text, "a whole number from 1 to 2^63, such as 1e6");
}

/// "0.95" or "95%".
double read_confidence(const std::string& text) {
    const bool percent = text.ends_with('%');
    std::optional<Rational> level = decimal(percent ? text.substr(0, text.size() - 1) : text);
    if (level && percent) level = *level / Rational(100);
    const double value = level ? level->to_double() : 0;
    if (value < 1 && 1 - value < 1) return value;  // as a double distinguishable from 0 and 1
    refuse_value("confidence", text, "a level between 0 and 1, such as 0.95 or 95%");
}

std::uint64_t read_seed(const std::string& text) {
    std::uint64_t seed = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    if (error != std::errc{} || stop != end) refuse_value("seed", text, "a whole number from 0 to 2^64 - 1");
    return seed;
}

bool read_color(const std::string& when) {
    if (when == "always") return true;
    if (when == "never") return false;
    if (when != "auto") refuse_value("color", when, "auto, always or never");
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    // mpirun gives rank 0 a terminal of its own even when its output goes to a file.
    if (is_launched_as_rank()) return false;
    return (no_color == nullptr || *no_color == '\0') && !dumb && isatty(STDOUT_FILENO) == 1;
}

std::chrono::milliseconds read_seconds(const std::string& text) {
    constexpr double longest = 1e9;
    double seconds = -1;
    try {
        seconds = Rational::from_decimal(text).to_double();
    } catch (const InputError&) {
        // reported below with the flag's name
    }
    if (!(seconds > 0) || seconds > longest)
        throw InputError("--budget needs seconds, such as 10 or 0.5, not '" + text + "'");
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
}

int default_threads() { return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U)); }

}  // namespace

std::optional<std::string> Options::output(std::string_view flag) const {
    const auto found = outputs.find(flag);
    return found == outputs.end() ? std::nullopt : std::optional(found->second);
}

bool Options::prints_a_format() const {
    return std::ranges::any_of(outputs, [](const auto& one) { return one.second == "-"; });
}

Options read_options(const GivenFlags& flags) {
    Options options;
    Context& context = options.context;
    context.digits = flags.count("digits", limits::digits).value_or(context.digits);
    if (const auto text = flags.one("samples")) context.samples = read_samples(*text);
    if (const auto text = flags.one("seed")) context.seed = read_seed(*text);
    if (const auto text = flags.one("confidence")) context.confidence = read_confidence(*text);
    context.threads = static_cast<int>(flags.count("threads", limits::threads).value_or(default_threads()));
    if (const auto text = flags.one("methods")) context.methods = chosen_methods(*text, "--methods=");
    if (const auto text = flags.one("budget")) {
        context.deadline = std::chrono::steady_clock::now() + read_seconds(*text);
    }
    options.own_digits = flags.has("digits");
    options.own_methods = flags.has("methods");
    options.own_threads = flags.has("threads");
    options.checkpoint = flags.one("checkpoint");
    options.checkpoint_key = flags.one("checkpoint-key");
    for (const OutputFormat& format : output_formats())
        if (const auto path = flags.output(format.flag.name)) options.outputs[format.flag.name] = *path;
    options.baseline = flags.one("baseline");
    options.github = flags.has("github");
    options.update_baseline = flags.has("update-baseline");
    options.reproducible = flags.has("reproducible");
    options.quiet = flags.has("quiet");
    options.evidence = flags.has("evidence");
    options.plain = flags.has("plain");
    options.color = read_color(flags.one("color").value_or("auto"));
    return options;
}

}  // namespace sigprop::tool
