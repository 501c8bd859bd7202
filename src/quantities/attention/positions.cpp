// Positions: RoPE's bases, its frequencies in longer contexts, and ALiBi's slopes.

#include "catalogue/attention.hpp"
#include "quantities/attention/least_base.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Route closed_number(const Formula& formula) {
    return constant(RouteKind::closed_form, "closed_form", formula);
}
Route written(const Formula& formula) { return constant(RouteKind::definition, "recursion", formula); }

void require_even(std::int64_t dim) {
    if (dim % 2 != 0) throw InputError::about({"dim"}, "dim must be even: RoPE turns pairs of entries");
}

// ---- RoPE

Routes rope_least_base(const LeastBaseArguments& given) {
    require_even(given.dim);
    const std::uint64_t length = row_length(given.length, "length");
    return {
        enclosed(RouteKind::closed_form, "interval_newton",
                 [=, dim = given.dim](long bits, const Context& context) {
                     return least_base(length, dim, bits, context);
                 }),
        enclosed(RouteKind::definition, "recursion", [=, dim = given.dim](long bits, const Context& context) {
            return least_base_by_balls(length, dim, bits, context);
        })};
}

Routes ntk_base(const NtkBaseArguments& given) {
    require_even(given.dim);
    if (given.dim < 4)
        throw InputError::about({"dim"}, "dim must be at least 4: one pair has one frequency, 1");
    const Formula base{given.base}, factor{given.factor}, dim = whole(given.dim);
    // The lowest frequency, of the last pair, becomes `factor` times as low.
    const Formula lowest = exp(-(dim - 2) / dim * log(base)) / factor;
    return {closed_number(base * exp(dim / (dim - 2) * log(factor))),
            written(exp(-dim / (dim - 2) * log(lowest)))};
}

Routes llama3_frequency(const Llama3Arguments& given) {
    require_even(given.dim);
    if (2 * given.index >= given.dim)
        throw InputError::about({"index"}, "index must be below dim/2 = " + std::to_string(given.dim / 2));
    const Formula pi(Real("pi", [](long bits) { return Ball::pi(bits); }));
    const Formula share = whole(2 * given.index) / whole(given.dim);
    const Formula plain = exp(-share * log(Formula(given.base)));
    const Formula low{given.low}, high{given.high}, factor{given.factor}, original{given.original};
    const Formula turns = original * plain / (2 * pi);  // in the original context
    const Formula smooth = min(max((turns - low) / (high - low), Formula(0)), Formula(1));
    const Formula wavelength = 2 * pi / plain;
    const Formula between = (original / wavelength - low) / (high - low);
    return {closed_number(plain * ((1 - smooth) / factor + smooth)),
            written(where(wavelength < original / high, plain,
                          where(wavelength > original / low, plain / factor,
                                (1 - between) * plain / factor + between * plain)))};
}

Routes yarn_mscale(const YarnArguments& given) {
    const bool longer = compare(given.s, 1).value_or(0) > 0;
    if (!longer) return {closed_number(Formula(1)), written(Formula(1))};
    const Formula s{given.s};
    return {closed_number(Formula(Real(Rational(1) / Rational(10))) * log(s) + 1),
            written((log(s) + 10) / 10)};
}

// ---- ALiBi

Routes alibi_slope(const AlibiArguments& given) {
    if (given.head >= given.heads)
        throw InputError::about({"head"}, "head must be below heads = " + std::to_string(given.heads));
    std::int64_t power = 1;
    while (2 * power <= given.heads) power *= 2;
    const bool is_first = given.head < power;
    // The others are every other one of those of twice as many heads.
    const std::int64_t number = is_first ? given.head + 1 : 2 * (given.head - power) + 1;
    const std::int64_t of = is_first ? power : 2 * power;
    return {closed_number(exp(-(whole(8 * number) / whole(of)) * log(Formula(2)))),
            enclosed(RouteKind::definition, "recursion", [=](long bits, const Context&) -> Answer {
                Ball first = Ball::power_of_two(-8).at_precision(bits + 32);
                for (std::int64_t heads = of; heads > 1; heads /= 2) first = sqrt(first);
                return pow(first, number);
            })};
}

}  // namespace

std::vector<Quantity> attention_position_quantities() {
    return {quantity("rope.least_base", rope_least_base), quantity("rope.ntk_base", ntk_base),
            quantity("rope.llama3_frequency", llama3_frequency),
            quantity("attention.yarn_mscale", yarn_mscale), quantity("alibi.slope", alibi_slope)};
}

}  // namespace sigprop
