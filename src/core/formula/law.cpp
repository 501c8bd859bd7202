#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/formula/law.hpp>
#include <stdexcept>

namespace sigprop {

Law Law::normal() {
    static const Law standard = [] {
        Law law;
        law.log_weight = -(pow(Formula::variable(), 2) / 2);
        return law;
    }();
    return standard;
}

Law Law::normals(int dimension) {
    if (dimension < 1) throw std::logic_error("a law needs at least one variable");
    Law law = normal();
    law.dimension = dimension;
    return law;
}

Law Law::truncated_normal(const Real& lower, const Real& upper) {
    const std::optional<int> order = compare(lower, upper);
    if (order && *order >= 0) {
        throw InputError::about({"lower", "upper"}, "the lower limit " + lower.text() +
                                                        " is not below the upper limit " + upper.text());
    }
    // The density is largest at the end nearest zero; measured from there, e^-(x^2/2) becomes
    // e^(-t^2/2 - c t), which neither underflows far out in a tail nor cancels on a narrow interval.
    Real origin = 0;
    if (compare(lower, 0).value_or(0) > 0) origin = lower;
    if (compare(upper, 0).value_or(0) < 0) origin = upper;
    const Formula x = Formula::variable();
    Law law;
    law.sampler = Sampler::truncated_normal;
    law.lower = lower - origin;
    law.upper = upper - origin;
    law.origin = origin;
    law.log_weight = -(x * (x / 2 + Formula(origin)));
    return law;
}

Law Law::truncated_exponential(const Real& upper) {
    if (compare(upper, 0).value_or(0) <= 0) {
        throw InputError::about({"upper"},
                                "the upper limit " + upper.text() + " of a squared modulus is not positive");
    }
    Law law;
    law.sampler = Sampler::truncated_exponential;
    law.lower = 0;
    law.upper = upper;
    law.log_weight = -Formula::variable();
    return law;
}

Law Law::uniform(const Real& lower, const Real& upper) {
    if (lower.infinite_sign() != 0 || upper.infinite_sign() != 0) {
        throw InputError::about({"lower", "upper"}, "the limits of a uniform law must be finite");
    }
    if (compare(lower, upper).value_or(0) >= 0) {
        throw InputError::about({"lower", "upper"}, "the lower limit " + lower.text() +
                                                        " is not below the upper limit " + upper.text());
    }
    Law law;
    law.sampler = Sampler::uniform;
    law.lower = lower;
    law.upper = upper;
    return law;
}

std::string Law::text() const {
    if (dimension != 1) {
        Law one = *this;
        one.dimension = 1;
        return one.text() + "^" + std::to_string(dimension);
    }
    switch (sampler) {
        case Sampler::normal: return "normal";
        case Sampler::truncated_normal:
            return "truncated_normal(" + lower.text() + ", " + upper.text() + ", " + origin.text() + ")";
        case Sampler::truncated_exponential: return "truncated_exponential(" + upper.text() + ")";
        case Sampler::uniform: return "uniform(" + lower.text() + ", " + upper.text() + ")";
    }
    return "";
}

}  // namespace sigprop
