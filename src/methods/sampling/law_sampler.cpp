#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/base/doubles.hpp"
#include "methods/sampling/law_sampler_state.hpp"

namespace sigprop {
namespace {

constexpr double max_y = 36.75;           // -log of the smallest 1 - u
constexpr double series_share = 0.3;      // a fraction of the radius of convergence
constexpr std::size_t max_terms = 32;     // 0.3^32 = 2^-55
constexpr double first_term_alone = 1e9;  // beyond this start, y / start has 17 digits
constexpr int min_attempts = 64;          // of a rejection: all fail with probability 2^-64

/// The result of `enclose` at a precision at which it is accurate to 64 bits; nullopt when there is none.
template <class Enclose>
std::optional<Ball> settled(const Enclose& enclose) {
    for (long bits = 128; bits <= 20'000; bits *= 2) {
        const Ball ball = enclose(bits);
        if (ball.is_finite() && ball.accuracy_bits() >= 64) return ball;
    }
    return std::nullopt;
}

Ball tail(const Real& x, long bits) { return x.infinite_sign() > 0 ? Ball(0) : normal_cdf(-x.at(bits)); }

/// Phi(x) - 1/2, accurate near zero.
Ball half_mass(const Real& x, long bits) {
    if (x.infinite_sign() != 0) return Ball(0.5 * x.infinite_sign());
    return erf(x.at(bits) / sqrt(Ball(2).at_precision(bits))) / 2;
}

/// The first coefficients of t(y): t_(n+1) = H_n / (n+1), H_(n+1) = ((c + t) H^2 - H)_n / (n+1).
std::vector<Ball> inverse_series(const Ball& c, const Ball& mills_ratio, std::size_t terms) {
    std::vector<Ball> t{Ball(0)};
    std::vector<Ball> mills{mills_ratio};
    std::vector<Ball> square;
    for (std::size_t n = 0; n < terms; ++n) {
        Ball convolved;
        for (std::size_t i = 0; i <= n; ++i) convolved += mills[i] * mills[n - i];
        square.push_back(convolved);
        Ball next = c * square[n] - mills[n];
        for (std::size_t i = 1; i <= n; ++i) next += t[i] * square[n - i];
        const Ball order(static_cast<std::int64_t>(n + 1));
        t.push_back(mills[n] / order);
        mills.push_back(next / order);
    }
    return t;
}

/// The double nearest to x that is not below x, and the one that is not above x.
double rounded_up(const Real& x) {
    const double near = x.to_double();
    if (!std::isfinite(near) || compare(near, x).value_or(0) >= 0) return near;
    return std::nextafter(near, infinity);
}
double rounded_down(const Real& x) {
    const double near = x.to_double();
    if (!std::isfinite(near) || compare(near, x).value_or(0) <= 0) return near;
    return std::nextafter(near, -infinity);
}

}  // namespace

std::optional<LawSampler> LawSampler::prepare(const Law& law) {
    if (law.dimension > 0x10000) {
        throw InputError::about({"dimension"}, "the law has " + std::to_string(law.dimension) +
                                                   " variables: samples have at most 65,536");
    }
    auto state = std::make_shared<State>();
    state->dimension = law.dimension;
    state->text = law.text();
    state->set_limits(law);
    bool prepared = true;
    switch (law.sampler) {
        case Sampler::normal: break;
        case Sampler::uniform: state->prepare_uniform(law); break;
        case Sampler::truncated_normal: prepared = state->prepare_truncated_normal(law); break;
        case Sampler::truncated_exponential: prepared = state->prepare_exponential(law); break;
    }
    if (!prepared) return std::nullopt;
    return LawSampler(std::move(state));
}

void LawSampler::State::set_limits(const Law& law) {
    inversion.lower = rounded_up(law.lower);
    inversion.upper = rounded_down(law.upper);
    if (inversion.lower > inversion.upper) {
        throw InputError::about({"lower", "upper"}, "no double lies between the limits of " + text +
                                                        ": give limits that are further apart");
    }
}

void LawSampler::State::prepare_uniform(const Law& law) {
    way = Way::invert;
    inversion.way = Inversion::Way::stretch;
    inversion.start = law.lower.to_double();
    inversion.mass = (law.upper - law.lower).to_double();
    if (!std::isfinite(inversion.mass) || !std::isfinite(inversion.start)) {
        throw InputError::about(
            {"lower", "upper"},
            text + " is wider than a double can represent: give limits that are closer together");
    }
}

bool LawSampler::State::prepare_exponential(const Law& law) {
    way = Way::invert;
    inversion.way = Inversion::Way::series;
    inversion.series = {1};
    is_squared_modulus = true;
    max_modulus = infinity;
    if (law.upper.infinite_sign() != 0) return true;
    max_modulus = std::sqrt(inversion.upper);
    const auto mass = settled([&](long bits) { return -expm1(-law.upper.at(bits)); });
    if (!mass) return false;
    inversion.mass = mass->to_double();
    return true;
}

bool LawSampler::State::prepare_truncated_normal(const Law& law) {
    way = Way::invert;
    inversion.origin = law.origin.to_double();
    if (inversion.origin != 0) {
        inversion.sign = inversion.origin < 0 ? -1 : 1;
        const Real width = law.upper - law.lower;
        if (!prepare_series(inversion.sign < 0 ? -law.origin : law.origin, width)) return false;
        if (inversion.way == Inversion::Way::series) return true;
    }
    return prepare_quantile(law.origin + law.lower, law.origin + law.upper);
}

bool LawSampler::State::prepare_series(const Real& start, const Real& width) {
    const double from = start.to_double();
    const bool far = from > first_term_alone;
    if (width.infinite_sign() == 0) {
        const auto mass = settled([&](long bits) {
            // Far out the tail is e^(-c w) with a relative error of 1 / c^2, and may be below all exponents.
            if (far) return -expm1(-start.at(bits) * width.at(bits));
            return 1 - tail(start + width, bits) / tail(start, bits);
        });
        if (!mass) return false;
        inversion.mass = mass->to_double();
    }
    if (far) {
        inversion.way = Inversion::Way::series;
        inversion.series = {1 / from};
        return true;
    }
    const double y = inversion.mass < 1 ? -log1p(-Ball(inversion.mass).at_precision(128)).to_double() : max_y;
    const double radius = -log(tail(start, 128)).to_double();
    if (y > series_share * radius) return true;  // use the quantile
    inversion.way = Inversion::Way::series;
    // The recurrence multiplies an error by e^y <= 2^53 and by c^2 <= 2^60: 512 bits are plenty.
    const Ball from_ball = start.at(512);
    const auto t = inverse_series(from_ball, tail(start, 512) / normal_pdf(from_ball), max_terms);
    double term = 1;  // approximately, relative to the first
    for (std::size_t n = 1; n < t.size() && term > 0x1p-60; ++n, term *= y / radius) {
        inversion.series.push_back(t[n].to_double());
    }
    return true;
}

bool LawSampler::State::prepare_quantile(const Real& lower, const Real& upper) {
    const auto mass = settled([&](long bits) { return half_mass(upper, bits) - half_mass(lower, bits); });
    if (!mass) return false;
    inversion.mass = mass->to_double();
    inversion.start = half_mass(lower, 256).to_double();
    inversion.below = tail(-lower, 256).to_double();
    inversion.above = tail(upper, 256).to_double();
    if (inversion.mass >= 0.5 && dimension <= 0x10000 / min_attempts) way = Way::reject;
    return true;
}

}  // namespace sigprop
