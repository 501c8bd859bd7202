#include <sigprop/judgement/stated.hpp>

#include <array>
#include <optional>
#include <vector>

#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {
namespace {

/// The lines of the bytes: the number and its convention, dtype, bound, tolerances, standard error and
/// factor. An empty line, or none, leaves it out.
StatedTerms terms_of(std::string_view bytes) {
    std::array<std::optional<std::string>, 8> lines;
    for (auto& line : lines) {
        const std::size_t end = bytes.find('\n');
        if (end != 0 && !bytes.empty()) line = bytes.substr(0, end);
        if (end == bytes.npos) break;
        bytes.remove_prefix(end + 1);
    }
    return {.text = lines[0].value_or(""),
            .convention = lines[1],
            .dtype = lines[2],
            .bound = lines[3],
            .tolerance = lines[4],
            .relative_tolerance = lines[5],
            .standard_error = lines[6],
            .factor = lines[7],
            .says = lines[7] ? Says::about : Says::equals};
}

bool is_judged(const Stated& stated) {
    return !stated.is_none() && !stated.is_hedged() && !stated.is_expression();
}

/// A printed number lies in its own interval, at a few and at many bits.
void require_interval(const Stated& stated) {
    for (const long bits : {32L, 200L}) {
        const Ball value = stated.value(bits);
        require(value.is_finite(), "a printed number is finite");
        if (stated.convention() == Convention::exact) continue;
        const auto interval = stated.interval(bits, nullptr);
        require(interval.has_value(), "a printed number has an interval");
        if (interval->lower)
            require(!(value - interval->lower->at).is_negative(), "the number is not below its interval");
        if (interval->upper)
            require(!(interval->upper->at - value).is_negative(), "the number is not above its interval");
    }
}

}  // namespace

void run_stated(std::string_view bytes) {
    std::optional<Stated> stated;
    const auto refused = [](const InputError& error) {
        require(!error.place().source.empty(), "a refusal names the key at fault");
        require(std::string_view(error.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    };
    if (!accepts([&] { stated.emplace(terms_of(bytes)); }, refused)) return;
    static_cast<void>(stated->convention_text());
    if (!is_judged(*stated)) return;
    require_interval(*stated);
    static_cast<void>(stated->lower_text());
    static_cast<void>(stated->upper_text());
    for (const int direction : {-1, 1}) {
        if (const auto other = stated->altered(direction))
            require(other->text() != stated->text(), "an altered number is another one");
    }
}

}  // namespace sigprop::fuzz
