#include "quantities/attention/row_formulas.hpp"

#include <cstdlib>
#include <stdexcept>

#include "core/ball/count.hpp"

namespace sigprop {
namespace {

/// A mean of the integrals' own (methods/softmax/means.hpp) over a divisor: by symmetry each key contributes
/// the same.
RowTerm term(std::vector<RowFactor> factors, RowMean what, const LogitLaw& law, std::uint64_t n,
             const Real& divisor = Real(1)) {
    return {std::move(factors), [=](long bits, const Context& context) -> Answer {
                Answer whole = row_mean(what, law, n, RowMask::full, bits, context);
                if (whole.status == Status::ok) whole.value = whole.value / divisor.at(bits);
                return whole;
            }};
}

/// E of the product of the squared weights of two keys.
RowTerm pair_of_squares(const LogitLaw& law, std::uint64_t n) {
    return {
        {{2, 0}, {2, 0}}, [=](long bits, const Context& context) -> Answer {
            const Answer all = row_mean(RowMean::participation_squared, law, n, RowMask::full, bits, context);
            const Answer same = row_mean(RowMean::sum_fourth_powers, law, n, RowMask::full, bits, context);
            if (all.status != Status::ok) return all;
            if (same.status != Status::ok) return same;
            return (all.value - same.value) / (count_ball(n, bits) * (count_ball(n, bits) - 1));
        }};
}

/// a + factor b.
FormulaOfRow sum(FormulaOfRow a, int factor, const FormulaOfRow& b) {
    std::vector<Formula> shifted;
    for (std::size_t k = 0; k < b.means.size(); ++k)
        shifted.push_back(Formula::variable(static_cast<int>(a.means.size() + k)));
    const Formula second = b.formula.substitute(shifted);
    const Formula size = std::abs(factor) == 1 ? second : Formula(std::abs(factor)) * second;
    a.formula = factor < 0 ? a.formula - size : a.formula + size;
    a.means.insert(a.means.end(), b.means.begin(), b.means.end());
    return a;
}

}  // namespace

FormulaOfRow row_formula(RowMean what, const LogitLaw& law, std::uint64_t n) {
    if (law.kind != LogitLaw::Kind::normal)
        throw std::logic_error("certificates of rows exist only for normal logits");
    const Real keys(count_rational(n));
    const Formula x = Formula::variable();
    const auto power = [&](int weight) {
        return FormulaOfRow{n, law.std, {term({{weight, 0}}, what, law, n, keys)}, Formula(keys) * x};
    };
    switch (what) {
        case RowMean::log_partition: return {n, law.std, {term({}, what, law, n)}, x};
        case RowMean::mean_logit:
            return {n,
                    law.std,
                    {term({{1, 1}}, what, law, n, keys * law.std)},
                    Formula(keys) * Formula(law.std) * x};
        case RowMean::total_weight: return power(1);
        case RowMean::participation: return power(2);
        case RowMean::sum_cubes: return power(3);
        case RowMean::sum_fourth_powers: return power(4);
        case RowMean::participation_squared: {
            const FormulaOfRow pairs{
                n, law.std, {pair_of_squares(law, n)}, Formula(keys) * (Formula(keys) - 1) * x};
            return sum(row_formula(RowMean::sum_fourth_powers, law, n), 1, pairs);
        }
        case RowMean::spread: break;
    }
    throw std::logic_error("certificates do not support this mean over rows");
}

FormulaOfRow row_entropy_formula(const LogitLaw& law, std::uint64_t n) {
    return sum(row_formula(RowMean::log_partition, law, n), -1, row_formula(RowMean::mean_logit, law, n));
}

FormulaOfRow row_jacobian_formula(const LogitLaw& law, std::uint64_t n) {
    return sum(sum(row_formula(RowMean::participation, law, n), -2, row_formula(RowMean::sum_cubes, law, n)),
               1, row_formula(RowMean::participation_squared, law, n));
}

}  // namespace sigprop
