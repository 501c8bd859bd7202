// The table of quantisers for normal numbers: Lloyd's and Max's, uniform ones, clipping, NF4, narrow formats
// and blocks.

#include "catalogue/quantizer.hpp"
#include "methods/roots/falling_root.hpp"
#include "quantities/normal/quantile.hpp"
#include "quantities/quantizer/cells.hpp"
#include "quantities/quantizer/lloyd_max.hpp"
#include "quantities/quantizer/rounding.hpp"
#include "quantities/quantizer/table.hpp"
#include "quantities/quantizer/uniform.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;
using Value = std::function<Answer(long bits, const Context& context)>;

Route closed_enclosure(const char* method, Value value) {
    return enclosure(RouteKind::closed_form, method, std::move(value));
}
Route defined(const char* method, Value value) {
    return enclosure(RouteKind::definition, method, std::move(value));
}

// ---- Lloyd and Max

Routes lloyd_max_level(const LloydMaxLevelArguments& given) {
    const std::int64_t levels = std::int64_t{1} << given.bits, count = given.half ? levels / 2 : levels;
    if (given.index >= count) {
        throw InputError::about({"index"}, "index must be below " + std::to_string(count) +
                                               " with bits=" + std::to_string(given.bits) +
                                               (given.half ? "; half=false counts both sides of 0" : ""));
    }
    const std::int64_t from_middle = given.half ? given.index : given.index - levels / 2;
    const bool is_negative = from_middle < 0;
    const auto place = static_cast<std::size_t>(is_negative ? -1 - from_middle : from_middle);
    const auto turned = [is_negative](Answer value) {
        if (value.status == Status::ok && is_negative) value.value = -value.value;
        return value;
    };
    return {closed_enclosure("interval_newton",
                             [=, bits_of = given.bits](long bits, const Context& context) -> Answer {
                                 const HalfQuantizer found = lloyd_max_quantizer(bits_of, bits, context);
                                 if (found.status != Status::ok) return {found.status, found.reason};
                                 return turned(found.values[place]);
                             }),
            defined("recursion", [=, bits_of = given.bits](long bits, const Context& context) {
                return turned(lloyd_max_by_shooting(bits_of, place, bits, context));
            })};
}

Route lloyd_max_error(RouteKind kind, const char* method, std::int64_t levels_bits,
                      Ball (*error)(const std::vector<Ball>&, long)) {
    return enclosure(kind, method, [=](long bits, const Context& context) -> Answer {
        const long working = bits + 4 * static_cast<long>(levels_bits) + 16;
        const HalfQuantizer found = lloyd_max_quantizer(levels_bits, working, context);
        if (found.status != Status::ok) return {found.status, found.reason};
        return error(found.values, working);
    });
}

Routes lloyd_max_errors(std::int64_t levels_bits) {
    return {lloyd_max_error(RouteKind::closed_form, "interval_newton", levels_bits, error_of_means),
            lloyd_max_error(RouteKind::definition, "recursion", levels_bits, error_cell_by_cell)};
}

Routes lloyd_max_mse(const QuantizerBitsArguments& given) { return lloyd_max_errors(given.bits); }

// ---- uniform

Routes uniform_step(const QuantizerBitsArguments& given) {
    const auto by = [levels_bits = given.bits](UniformSums sums) {
        return [=](long bits, const Context& context) {
            return best_uniform_step(levels_bits, sums, bits, context);
        };
    };
    return {closed_enclosure("interval_newton", by(UniformSums::boundaries)),
            defined("recursion", by(UniformSums::cells))};
}

Routes uniform_errors(std::int64_t levels_bits) {
    const auto by = [levels_bits](UniformSums sums) {
        return [=](long bits, const Context& context) -> Answer {
            const long working = bits + 4 * static_cast<long>(levels_bits) + 16;
            const Answer step = best_uniform_step(levels_bits, sums, working, context);
            if (step.status != Status::ok) return step;
            return uniform_error(levels_bits, sums, step.value, working, context);
        };
    };
    return {closed_enclosure("interval_newton", by(UniformSums::boundaries)),
            defined("recursion", by(UniformSums::cells))};
}

Routes uniform_mse(const QuantizerBitsArguments& given) { return uniform_errors(given.bits); }

// ---- clipping

Value clip_root(double near, double slope, std::function<Ball(const Ball&)> falls) {
    return [=](long bits, const Context& context) {
        FallingEquation equation;
        equation.near = near;
        equation.slope = slope;
        equation.value = [&](const Ball& x, long wanted) -> Answer {
            return falls(x.at_precision(wanted + 64));
        };
        return falling_root(equation, bits, context);
    };
}

/// In double precision: where a falling function has its zero, and its slope there.
template <class Falls>
Value clip_root_of(const Falls& falls) {
    double below = 0, above = 64;
    for (int step = 0; step < 60; ++step) {
        const double middle = (below + above) / 2;
        (falls(Ball(middle).at_precision(96)).is_positive() ? below : above) = middle;
    }
    constexpr double beside = 1e-6;
    const double near = (below + above) / 2;
    const double slope =
        ((falls(Ball(near + beside).at_precision(128)) - falls(Ball(near - beside).at_precision(128))) /
         Ball(2 * beside))
            .to_double();
    return clip_root(near, slope, falls);
}

Routes clip(const ClipArguments& given) {
    const std::int64_t rounding = 3 * (std::int64_t{1} << (2 * given.bits));  // 3 4^bits
    if (given.law == ClipLaw::laplace) {
        return {closed_enclosure("interval_newton", clip_root_of([=](const Ball& x) {
                                     return log(Ball(rounding).at_precision(x.precision())) - x - log(x);
                                 })),
                defined("recursion", clip_root_of([=](const Ball& x) { return exp(-x) - x / rounding; }))};
    }
    return {closed_enclosure("interval_newton", clip_root_of([=](const Ball& x) {
                                 return 2 * normal_excess(x) - x / rounding;
                             })),
            // As the source's derivative has it: with erf and the exponential.
            defined("recursion", clip_root_of([=](const Ball& x) {
                        const long bits = x.precision();
                        const Ball root = sqrt(Ball(2).at_precision(bits));
                        return root / sqrt(Ball::pi(bits)) * exp(-x * x / 2) - x * (1 - erf(x / root)) -
                               x / rounding;
                    }))};
}

// ---- NF4

Routes nf4_level(const Nf4Arguments& given) {
    if (compare(given.offset, Real(Rational(1) / Rational(2))) == 0)
        return without_value({Status::domain, "the quantile of 1/2, which the others are divided by, is 0"},
                             "recursion");
    const auto by_mass = [given](long bits, const Context& context) -> Answer {
        // The quantile of a mass above 1/2, from what lies between 0 and it.
        const auto quantile = [&](const Ball& above_half) -> Answer {
            const auto rest = [&](const Ball& x, long wanted) -> Answer {
                const long working = wanted + 64;
                return above_half.at_precision(working) -
                       erf(x.at_precision(working) / sqrt(Ball(2).at_precision(working))) / 2;
            };
            FallingEquation equation;
            equation.near = upper_normal_quantile(0.5 - above_half, 40).to_double();
            equation.slope = -normal_pdf(Ball(equation.near).at_precision(64)).to_double();
            equation.value = rest;
            return falling_root(equation, bits + 16, context);
        };
        constexpr std::int64_t zero = 7;
        const std::int64_t from_zero = std::abs(given.index - zero), parts = given.index > zero ? 8 : 7;
        if (from_zero == 0) return Ball(0);
        const Ball whole = abs(given.offset.at(bits + 96) - Ball(0.5));
        const Answer inner = quantile(whole * from_zero / parts), outer = quantile(whole);
        if (inner.status != Status::ok) return inner;
        if (outer.status != Status::ok) return outer;
        const Ball ratio = from_zero == parts ? Ball(1) : inner.value / outer.value;
        return given.index > zero ? ratio : -ratio;
    };
    return {closed_enclosure("interval_newton",
                             [given](long bits, const Context&) -> Answer {
                                 return nf4_value(given.index, given.offset, bits);
                             }),
            defined("recursion", by_mass)};
}

// ---- formats

Routes format_errors(NarrowFormat format, const Real& std) {
    const QuantizerTable table = format_table(format);
    return {constant(RouteKind::closed_form, "closed_form", relative_error(table, Formula(std))),
            defined("recursion", [=](long bits, const Context&) -> Answer {
                return relative_error_by_cells(table, std.at(bits + 64), bits + 64);
            })};
}

Routes format_mse(const FormatMseArguments& given) { return format_errors(given.format, given.std); }

Routes best_scale(const BestScaleArguments& given) {
    const auto by = [format = given.format](ScaleCondition condition) {
        return [=](long bits, const Context& context) { return best_std(format, condition, bits, context); };
    };
    return {closed_enclosure("interval_newton", by(ScaleCondition::slope)),
            defined("recursion", by(ScaleCondition::means))};
}

// ---- blocks

Routes block_errors(BlockTable name, std::int64_t block, const Real& offset) {
    if (block == 1)
        return {constant(RouteKind::closed_form, "closed_form", Formula(0)),
                constant(RouteKind::definition, "recursion", Formula(0))};
    const QuantizerTable table = block_table(name, offset);
    const Formula size = abs(Formula::variable());
    const Formula others = block == 2 ? Formula(1) : pow(erf(size / sqrt(Formula(2))), block - 2);
    const auto mean = [&](const Formula& within) {
        return expectation({others * within}, Law::normal(), whole(block - 1) * Formula::variable());
    };
    Route by_boundaries = mean(error_within(table, size));
    std::get<Expectation>(by_boundaries).route = RouteKind::closed_form;
    return {by_boundaries, mean(error_within_by_cells(table, size))};
}

Routes block_absmax_mse(const BlockMseArguments& given) {
    return block_errors(given.table, given.block, given.offset);
}

// ---- decibels

Routes errors_of(const SqnrArguments& given) {
    const auto needed = [](bool is_given, const char* name, const char* of) {
        if (!is_given) throw InputError::about({"of"}, std::string("of=") + of + " needs " + name);
    };
    switch (given.of) {
        case QuantizerKind::lloyd_max:
            needed(given.bits.has_value(), "bits", "lloyd_max");
            return lloyd_max_errors(*given.bits);
        case QuantizerKind::uniform:
            needed(given.bits.has_value(), "bits", "uniform");
            return uniform_errors(*given.bits);
        case QuantizerKind::format:
            needed(given.format.has_value(), "format", "format");
            return format_errors(*given.format, given.std);
        case QuantizerKind::block:
            needed(given.table.has_value(), "table", "block");
            return block_errors(*given.table, given.block, given.offset);
    }
    return {};
}

Routes sqnr_db(const SqnrArguments& given) {
    const Formula error = Formula::variable();
    return mapped(errors_of(given), -10 * log(error) / log(Formula(10)));
}

}  // namespace

std::vector<Quantity> quantizer_quantities() {
    return {quantity("quantizer.lloyd_max_level", lloyd_max_level),
            quantity("quantizer.lloyd_max_mse", lloyd_max_mse),
            quantity("quantizer.uniform_step", uniform_step),
            quantity("quantizer.uniform_mse", uniform_mse),
            quantity("quantizer.clip", clip),
            quantity("quantizer.nf4_level", nf4_level),
            quantity("quantizer.format_mse", format_mse),
            quantity("quantizer.best_scale", best_scale),
            quantity("quantizer.block_absmax_mse", block_absmax_mse),
            quantity("quantizer.sqnr_db", sqnr_db)};
}

}  // namespace sigprop
