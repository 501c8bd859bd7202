#pragma once
// One table of means for every method: the value by another route, or the reason why no method may give one.
// Decimals without a closed form are from mpmath 1.2.1 at 60 digits (quad over [-40, 40] cut at 0, +-1, +-2,
// +-4, +-8), of which 40 are kept.

#include <functional>
#include <string>
#include <vector>

#include "core/expression/expression.hpp"
#include "core/formula/lowering.hpp"
#include "methods/mean/mean.hpp"

namespace known {

using namespace sigprop;

/// A formula in x as a user would type it.
inline Formula parsed(const std::string& text) {
    const NameResolver only_x = [](const Expression& e) -> std::optional<Formula> {
        if (e.kind == Expression::Kind::name && e.name == "x") return Formula::variable();
        return std::nullopt;
    };
    return lower(parse_expression(text), text, only_x);
}

inline Ball decimal(const char* text) {
    // The ball of half a unit around 40 rounded digits.
    return Ball::from_rational(Rational::from_decimal(text), 256).widened(Ball::power_of_two(-131));
}

struct Row {
    std::string formula;
    Law law;
    Status status = Status::ok;       ///< from examine(): domain and unable get no number from any method
    std::function<Ball(long)> value;  ///< if the status is ok
    bool hard_for_estimates = false;  ///< a feature that double-precision rules may miss or refuse
    double kinks = 0;
};

inline Ball root_half(long bits) { return 1 / sqrt(Ball(2).at_precision(bits)); }

inline std::vector<Row> rows() {
    const auto exact = [](double v) { return [v](long bits) { return Ball(v).at_precision(bits); }; };
    const auto digits = [](const char* text) { return [text](long) { return decimal(text); }; };
    const Law normal = Law::normal();
    const auto one = [](long bits) { return Ball(1).at_precision(bits); };
    const auto e_to = [](double v) { return [v](long bits) { return exp(Ball(v).at_precision(bits)); }; };
    const auto log_moment = [](long bits) {
        return -(Ball::euler_gamma(bits) + log(Ball(2).at_precision(bits))) / 2;
    };
    // E |X|^p = 2^(p/2) Gamma((p + 1)/2) / sqrt(pi)
    const auto power_moment = [](double p) {
        return [p](long bits) {
            const Ball power = Ball(p).at_precision(bits);
            return exp(power / 2 * log(Ball(2)) + log_gamma((power + 1) / 2)) / sqrt(Ball::pi(bits));
        };
    };
    return {
        {"1", normal, Status::ok, exact(1)},
        {"x", normal, Status::ok, exact(0)},
        {"x^2", normal, Status::ok, exact(1)},
        {"x^4 - 3*x^2", normal, Status::ok, exact(0)},
        {"x^10", normal, Status::ok, exact(945)},
        {"exp(x)", normal, Status::ok, e_to(0.5)},
        {"exp(-3*x)", normal, Status::ok, e_to(4.5)},
        {"cos(2*x)", normal, Status::ok, e_to(-2)},
        {"sin(x)^2", normal, Status::ok,
         [](long bits) { return (1 - exp(Ball(-2).at_precision(bits))) / 2; }},
        {"exp(x^2/4)", normal, Status::ok, [](long bits) { return sqrt(Ball(2).at_precision(bits)); }},
        {"normal_cdf(x)^2", normal, Status::ok, [one](long bits) { return one(bits) / 3; }},
        {"sigmoid(x)", normal, Status::ok, exact(0.5)},
        {"sigmoid(x)^2", normal, Status::ok, digits("0.2933790358580929627376491712819011594237")},
        {"1/(1 + exp(-x))^2", normal, Status::ok, digits("0.2933790358580929627376491712819011594237")},
        {"tanh(x)^2", normal, Status::ok, digits("0.3942944903978411744164597724441195605738")},
        {"tanh(2*x)^2", normal, Status::ok, digits("0.6352612342569399248564433457613297701332")},
        {"softplus(x)", normal, Status::ok, digits("0.8060591833474397845282288315039461963726")},
        {"(x*tanh(softplus(x)))^2", normal, Status::ok, digits("0.4523421923758827706820400367960883310045")},
        {"(x*normal_cdf(x))^2", normal, Status::ok, digits("0.4252214825702986749185544163854949068996")},
        {"relu(x)^2", normal, Status::ok, exact(0.5), false, 1},
        {"abs(x)", normal, Status::ok, [](long bits) { return sqrt(2 / Ball::pi(bits)); }, false, 1},
        {"step(x - 1)", normal, Status::ok, [](long bits) { return normal_cdf(Ball(-1).at_precision(bits)); },
         false, 1},
        {"where(x < 0, expm1(x), x)^2", normal, Status::ok,
         digits("0.6449454174929238630634614403377867032677"), false, 1},
        {"min(max(x, -1), 1)^2", normal, Status::ok,
         [](long bits) {
             const Ball a = Ball(1).at_precision(bits);
             return (1 - 2 * normal_cdf(-a)) - 2 * normal_pdf(a) + 2 * normal_cdf(-a);
         },
         false, 2},
        {"abs(x^2 - 2)", normal, Status::ok,
         [](long bits) {  // 2 E (2 - x^2) over |x| < sqrt 2, minus E (2 - x^2) = 1
             const Ball a = sqrt(Ball(2).at_precision(bits));
             const Ball inside = 1 - 2 * normal_cdf(-a);
             return 2 * (2 * inside - (inside - 2 * a * normal_pdf(a))) - 1;
         },
         false, 2},
        {"abs(sin(x))*0 + 2", normal, Status::ok, exact(2), true},
        // A peak of width 1e-3 at 3: quadrature on a coarse grid does not see it.
        {"exp(-((x - 3)/0.001)^2/2)", normal, Status::ok,
         [](long bits) {
             const Ball s = Ball::from_rational(Rational::from_decimal("0.001"), bits);
             return s / sqrt(1 + s * s) * exp(-Ball(9) / (2 * (1 + s * s)));
         },
         true},
        {"1 + exp(-((x - 0.5)*1024)^2/2)", normal, Status::ok,
         [](long bits) {
             const Ball s = Ball::power_of_two(-10).at_precision(bits);
             return 1 + s / sqrt(1 + s * s) * exp(-Ball(0.25) / (2 * (1 + s * s)));
         },
         true},
        {"x^2", Law::truncated_normal(-2, 2), Status::ok,
         [](long bits) {
             const Ball two = Ball(2).at_precision(bits);
             return 1 - 4 * normal_pdf(two) / erf(two * root_half(bits));
         }},
        {"x", Law::truncated_normal(5, Real::infinity(1)), Status::ok,
         [](long bits) {
             const Ball five = Ball(5).at_precision(bits);
             return normal_pdf(five) / normal_cdf(-five) - five;
         }},
        {"x", Law::truncated_exponential(4), Status::ok,
         [](long bits) {
             return (1 - 5 * exp(Ball(-4).at_precision(bits))) / (1 - exp(Ball(-4).at_precision(bits)));
         }},
        {"exp(x^2/2)", normal, Status::domain, {}},
        {"exp(x^2)", normal, Status::domain, {}},
        {"exp(x^3)", normal, Status::domain, {}},
        {"log(x)", normal, Status::domain, {}},
        {"sqrt(x)", normal, Status::domain, {}},
        {"log(abs(x))", normal, Status::ok, log_moment, false, 1},
        {"log(x^2)/2", normal, Status::ok, log_moment, false, 1},
        {"sqrt(abs(x))", normal, Status::ok, power_moment(0.5), false, 1},
        {"abs(x)^(1/4)", normal, Status::ok, power_moment(0.25), false, 1},
        {"1/sqrt(abs(x))", normal, Status::ok, power_moment(-0.5), false, 1},
        {"x/abs(x)^1.75 + abs(x)^-0.75", normal, Status::ok, power_moment(-0.75), false, 1},
        {"log(abs(x^2 - 2))", normal, Status::ok, digits("0.2085204147366804309775535813158067769502"), false,
         2},
        {"sin(x)/x", normal, Status::ok,
         [](long bits) { return sqrt(Ball::pi(bits) / 2) * erf(root_half(bits)); }, false, 1},
        {"log(x)", Law::truncated_normal(0, Real::infinity(1)), Status::ok, log_moment},
        {"log(x)", Law::uniform(0, 1), Status::ok, exact(-1)},
        {"x^-0.5", Law::uniform(0, 1), Status::ok, exact(2)},
        {"1/sqrt(1 - x^2)", Law::uniform(-1, 1), Status::ok, [](long bits) { return Ball::pi(bits) / 2; }},
        {"log(x - 1/3)", Law::uniform(Real(Rational(1) / Rational(3)), 2), Status::ok,
         [](long bits) { return log(Ball(5).at_precision(bits) / 3) - 1; }},
        {"1/x", normal, Status::domain, {}},
        {"1/x^2", normal, Status::domain, {}},
        {"1/(x - 20)", normal, Status::domain, {}},
        {"1/abs(x)^1.5", normal, Status::domain, {}},
        {"1/(x^2 - 2)", normal, Status::domain, {}},
        {"1/(x*log(x^2))", normal, Status::domain, {}},
        {"where(x < sqrt(2), 1/(x - sqrt(2))^2, x)", normal, Status::domain, {}},
        {"log(abs(sin(x^2)))", normal, Status::unable, {}},
    };
}

}  // namespace known
