#include "core/simd/portable.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {
namespace {

double value_at(double x, const Formula& formula) {
    TileEvaluator evaluator(formula);
    const double* const variable = &x;
    evaluator({&variable, 1}, 1);
    return evaluator.output(0)[0];
}

}  // namespace

double portable_log(double x) { return value_at(x, log(Formula::variable())); }

double portable_cos(double x) { return value_at(x, cos(Formula::variable())); }

}  // namespace sigprop
