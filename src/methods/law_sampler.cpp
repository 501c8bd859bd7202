#include "methods/law_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "core/random_math.hpp"

namespace sigprop {
namespace {

constexpr double most_y = 36.75;          // -log of the smallest 1 - u
constexpr double series_reach = 0.3;      // of the radius of convergence
constexpr std::size_t most_terms = 32;    // 0.3^32 = 2^-55
constexpr double first_term_alone = 1e9;  // start beyond which y / start has 17 digits

/// The ball that `enclose` gives at a precision where it is known to 64 bits.
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

double horner(double x, std::span<const double> coefficients) {
    double value = 0;
    for (std::size_t i = coefficients.size(); i-- > 0;) value = value * x + coefficients[i];
    return value;
}

// AS 241, lowest degree first: x = q a/b in the centre, x = c/d and e/f in the tails.
constexpr double a[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                        1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                        3.3430575583588128105e4, 2.5090809287301226727e3};
constexpr double b[] = {1.0,
                        4.2313330701600911252e1,
                        6.8718700749205790830e2,
                        5.3941960214247511077e3,
                        2.1213794301586595867e4,
                        3.9307895800092710610e4,
                        2.8729085735721942674e4,
                        5.2264952788528545610e3};
constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                        3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                        2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double d[] = {1.0,
                        2.05319162663775882187e0,
                        1.67638483018380384940e0,
                        6.89767334985100004550e-1,
                        1.48103976427480074590e-1,
                        1.51986665636164571966e-2,
                        5.47593808499534494600e-4,
                        1.05075007164441684324e-9};
constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                        2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                        2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double f[] = {1.0,
                        5.99832206555887937690e-1,
                        1.36929880922735805310e-1,
                        1.48753612908506148525e-2,
                        7.86869131145613259100e-4,
                        1.84631831751005468180e-5,
                        1.42151175831644588870e-7,
                        2.04426310338993978564e-15};

}  // namespace

double normal_quantile(double below, double above, double below_minus_half) {
    const double q = below_minus_half;
    if (std::fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * (horner(r, a) / horner(r, b));
    }
    const double r = std::sqrt(detail::minus_log(std::min(below, above)));
    const double x = r <= 5 ? horner(r - 1.6, c) / horner(r - 1.6, d) : horner(r - 5, e) / horner(r - 5, f);
    return q < 0 ? -x : x;
}

std::optional<LawSampler> LawSampler::prepare(const Law& law) {
    LawSampler sampler;
    sampler.dimension_ = law.dimension;
    if (law.sampler == Sampler::normal) return sampler;
    sampler.way_ = Way::invert;
    sampler.lower_ = law.lower.to_double();
    sampler.upper_ = law.upper.to_double();
    if (law.sampler == Sampler::uniform) {
        sampler.way_ = Way::uniform;
        sampler.mass_ = (law.upper - law.lower).to_double();
        return sampler;
    }
    if (law.sampler == Sampler::truncated_normal) {
        if (!sampler.prepare_truncated_normal(law)) return std::nullopt;
        return sampler;
    }
    if (law.upper.infinite_sign() == 0) {
        const auto mass = settled([&](long bits) { return -expm1(-law.upper.at(bits)); });
        if (!mass) return std::nullopt;
        sampler.mass_ = mass->to_double();
    }
    sampler.series_ = {1};
    return sampler;
}

bool LawSampler::prepare_truncated_normal(const Law& law) {
    origin_ = law.origin.to_double();
    if (origin_ != 0) {
        sign_ = origin_ < 0 ? -1 : 1;
        const Real width = law.upper - law.lower;
        if (!prepare_series(sign_ < 0 ? -law.origin : law.origin, width)) return false;
        if (!series_.empty()) return true;
    }
    return prepare_quantile(law.origin + law.lower, law.origin + law.upper);
}

bool LawSampler::prepare_series(const Real& start, const Real& width) {
    const double from = start.to_double();
    const bool far = from > first_term_alone;
    if (width.infinite_sign() == 0) {
        const auto mass = settled([&](long bits) {
            // Far out the tail is e^(-c w) to 1 / c^2 relative, and the true one may be below all exponents.
            if (far) return -expm1(-start.at(bits) * width.at(bits));
            return 1 - tail(start + width, bits) / tail(start, bits);
        });
        if (!mass) return false;
        mass_ = mass->to_double();
    }
    if (far) {
        series_ = {1 / from};
        return true;
    }
    const double y = std::min(mass_ < 1 ? detail::minus_log1m(mass_) : most_y, most_y);
    const double radius = -log(tail(start, 128)).to_double();
    if (y > series_reach * radius) return true;
    // The recurrence multiplies an error by e^y <= 2^53 and loses c^2 <= 2^60: 512 bits leave plenty.
    const Ball from_ball = start.at(512);
    const auto t = inverse_series(from_ball, tail(start, 512) / normal_pdf(from_ball), most_terms);
    double term = 1;  // relative to the first, about
    for (std::size_t n = 1; n < t.size() && term > 0x1p-60; ++n, term *= y / radius) {
        series_.push_back(t[n].to_double());
    }
    return true;
}

bool LawSampler::prepare_quantile(const Real& lower, const Real& upper) {
    const auto mass = settled([&](long bits) { return half_mass(upper, bits) - half_mass(lower, bits); });
    if (!mass) return false;
    mass_ = mass->to_double();
    start_ = half_mass(lower, 256).to_double();
    below_ = tail(-lower, 256).to_double();
    above_ = tail(upper, 256).to_double();
    if (mass_ >= 0.5) way_ = Way::reject;
    return true;
}

double LawSampler::invert(double u) const {
    if (way_ == Way::uniform) return std::clamp(lower_ + u * mass_, lower_, upper_);
    if (series_.empty()) {
        const double x = normal_quantile(below_ + u * mass_, above_ + (1 - u) * mass_, start_ + u * mass_);
        return std::clamp(x - origin_, lower_, upper_);
    }
    const double y = detail::minus_log1m(u * mass_);
    return std::clamp(sign_ * y * horner(y, series_), lower_, upper_);
}

void LawSampler::fill(const RandomStream& stream, std::uint64_t first, std::span<double> out,
                      int variable) const {
    const auto own = static_cast<std::uint16_t>(variable);
    if (way_ == Way::invert || way_ == Way::uniform) {
        stream.fill_uniforms(first, out, own);
        for (double& x : out) x = invert(x);
        return;
    }
    stream.fill_normals(first, out, own);
    if (way_ == Way::normal) return;
    for (std::size_t k = 0; k < out.size(); ++k) {
        for (int draw = own + dimension_; (out[k] < lower_ || out[k] > upper_) && draw <= 0xffff;) {
            out[k] = stream.normal(first + k, static_cast<std::uint16_t>(draw));
            draw += dimension_;
        }
        out[k] = std::clamp(out[k], lower_, upper_);
    }
}

}  // namespace sigprop
