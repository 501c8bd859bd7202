#include "quantities/attention/factors.hpp"

namespace sigprop::attention_factor {
namespace {

bool is_at_most_one(const Real& s) { return compare(s, 1).value_or(0) <= 0; }

}  // namespace

Formula log_rule(const Real& n, const Real& reference) { return log(Formula(n)) / log(Formula(reference)); }

Formula sqrt_log_rule(const Real& n, const Real& reference) { return sqrt(log_rule(n, reference)); }

Formula yarn(const Real& s) {
    if (is_at_most_one(s)) return 1;
    return pow(log(Formula(s)) / 10 + 1, 2);
}

Formula longrope(const Real& s, const Real& reference) {
    if (is_at_most_one(s)) return 1;
    return 1 + log(Formula(s)) / log(Formula(reference));
}

Formula scalable_softmax(const Real& n, const Real& s) { return Formula(s) * log(Formula(n)); }

Formula planted_scale(const Real& n, const Real& reference, const Real& gap, const Real& scale) {
    return Formula(scale) + log((Formula(n) - 1) / (Formula(reference) - 1)) / Formula(gap);
}

Formula planted_weight(const Real& n, const Formula& logit_gap) {
    return 1 / (1 + (Formula(n) - 1) * exp(-logit_gap));
}

}  // namespace sigprop::attention_factor
