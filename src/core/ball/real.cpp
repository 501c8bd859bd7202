#include "core/ball/arb.hpp"

#include <cmath>
#include <map>
#include <mutex>
#include <sigprop/core/ball/real.hpp>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {

struct Real::State {
    std::string text;
    std::function<Ball(long)> enclose;
    std::optional<Rational> rational;
    int infinite_sign = 0;
    std::mutex mutex;
    std::map<long, Ball> known;  // by precision; a handful of entries
};

namespace {

Rational rational_from_double(double value) {
    if (!std::isfinite(value)) throw InputError("a finite number must be given here, not NaN or infinity");
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    const Rational integer(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
    return integer * pow(Rational(2), exponent - 53);
}

}  // namespace

Real::Real(double value) : Real(0) {
    *this = std::isinf(value) ? infinity(value < 0 ? -1 : 1) : Real(rational_from_double(value));
}

Real::Real(const Rational& value) : state_(std::make_shared<State>()) {
    state_->text = value.to_string();
    state_->rational = value;
    state_->enclose = [value](long bits) { return Ball::from_rational(value, bits); };
}

Real::Real(std::string text, std::function<Ball(long)> enclose) : state_(std::make_shared<State>()) {
    state_->text = std::move(text);
    state_->enclose = std::move(enclose);
}

Real Real::infinity(int sign) {
    Real real(sign < 0 ? "-inf" : "inf", [sign](long) { return Ball::infinity(sign); });
    real.state_->infinite_sign = sign < 0 ? -1 : 1;
    return real;
}

Ball Real::at(long bits) const {
    {
        const std::lock_guard lock(state_->mutex);
        if (const auto found = state_->known.find(bits); found != state_->known.end()) return found->second;
    }
    // Enclose outside the lock: enclosing one number may ask for others, or take seconds.
    Ball ball = state_->enclose(bits).at_precision(bits);
    const std::lock_guard lock(state_->mutex);
    return state_->known.emplace(bits, std::move(ball)).first->second;
}

double Real::to_double() const { return at(96).to_double(); }
const std::string& Real::text() const { return state_->text; }
int Real::infinite_sign() const { return state_->infinite_sign; }
const Rational* Real::rational() const { return state_->rational ? &*state_->rational : nullptr; }

namespace {

// Enclosing an operation needs a few bits more than its result promises.
constexpr long spare_bits = 8;

using RationalOperation = Rational (*)(const Rational&, const Rational&);
using BallOperation = Ball (*)(const Ball&, const Ball&);

Real combined(const Real& a, const Real& b, const char* sign, RationalOperation exact,
              BallOperation enclosed) {
    if (a.rational() != nullptr && b.rational() != nullptr) return exact(*a.rational(), *b.rational());
    return Real("(" + a.text() + ") " + sign + " (" + b.text() + ")", [a, b, enclosed](long bits) {
        return enclosed(a.at(bits + spare_bits), b.at(bits + spare_bits));
    });
}

void refuse_infinite(const Real& a, const Real& b) {
    if (a.infinite_sign() != 0 || b.infinite_sign() != 0) {
        throw InputError("infinity cannot appear in a product or quotient");
    }
}

}  // namespace

Real operator+(const Real& a, const Real& b) {
    if (a.infinite_sign() * b.infinite_sign() < 0) throw InputError("inf - inf has no value");
    if (a.infinite_sign() != 0) return a;
    if (b.infinite_sign() != 0) return b;
    return combined(
        a, b, "+", [](const Rational& x, const Rational& y) { return x + y; },
        [](const Ball& x, const Ball& y) { return x + y; });
}

Real operator-(const Real& a) {
    if (a.infinite_sign() != 0) return Real::infinity(-a.infinite_sign());
    if (a.rational() != nullptr) return -*a.rational();
    return Real("-(" + a.text() + ")", [a](long bits) { return -a.at(bits); });
}

Real operator-(const Real& a, const Real& b) {
    if (a.infinite_sign() != 0 || b.infinite_sign() != 0) return a + -b;
    return combined(
        a, b, "-", [](const Rational& x, const Rational& y) { return x - y; },
        [](const Ball& x, const Ball& y) { return x - y; });
}

Real operator*(const Real& a, const Real& b) {
    refuse_infinite(a, b);
    return combined(
        a, b, "*", [](const Rational& x, const Rational& y) { return x * y; },
        [](const Ball& x, const Ball& y) { return x * y; });
}

Real operator/(const Real& a, const Real& b) {
    refuse_infinite(a, b);
    if (b.rational() != nullptr && b.rational()->sign() == 0) throw InputError("division by zero");
    return combined(
        a, b, "/", [](const Rational& x, const Rational& y) { return x / y; },
        [](const Ball& x, const Ball& y) { return x / y; });
}

std::optional<int> compare(const Real& a, const Real& b) {
    if (a.infinite_sign() != 0 || b.infinite_sign() != 0) {
        const int difference = a.infinite_sign() - b.infinite_sign();
        return difference > 0 ? 1 : difference < 0 ? -1 : 0;
    }
    if (a.rational() != nullptr && b.rational() != nullptr) {
        return *a.rational() < *b.rational() ? -1 : *b.rational() < *a.rational() ? 1 : 0;
    }
    constexpr long max_bits = 10'000;
    for (long bits = 64;; bits = std::min(3 * bits, max_bits)) {
        const Ball difference = a.at(bits) - b.at(bits);
        if (difference.is_positive()) return 1;
        if (difference.is_negative()) return -1;
        if (difference.is_exact()) return 0;
        if (bits == max_bits) return std::nullopt;
    }
}

}  // namespace sigprop
