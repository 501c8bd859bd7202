#include "quantities/activation/correlation.hpp"
#include "quantities/activation/homogeneous.hpp"

#include <array>

namespace sigprop {
namespace {

/// Holds c, 1 - c and 1 + c separately, so that nothing cancels near c = 1 and c = -1.
struct Arc {
    Ball c, below, above;

    Arc(const Real& correlation, long bits)
        : c(correlation.at(bits)), below((1 - correlation).at(bits)), above((1 + correlation).at(bits)) {}
    [[nodiscard]] Ball height() const { return sqrt(below * above); }  ///< sqrt(1 - c^2)
    /// pi - arccos c = pi/2 + asin c
    [[nodiscard]] Ball angle() const { return 2 * atan(sqrt(above / below)); }
};

/// asin(x) = atan(x / sqrt(1 - x^2)), |x| < 1
Ball asin(const Ball& x) { return atan(x / sqrt((1 - x) * (1 + x))); }

/// 2 E relu(u) relu(v): the arc-cosine kernel of order 1.
Ball relu_pair(const Arc& arc, long bits) { return (arc.height() + arc.angle() * arc.c) / Ball::pi(bits); }

Ball identity(const Real& c, const Real&, long bits) { return c.at(bits); }

Ball relu(const Real& c, const Real&, long bits) { return relu_pair(Arc(c, bits), bits); }

Ball step_function(const Real& c, const Real&, long bits) { return Arc(c, bits).angle() / Ball::pi(bits); }

/// For f = a relu(x) + b relu(-x): E f(u) f(v) = (a^2 + b^2) E relu(u) relu(v) + 2 a b E relu(u) relu(-v), in
/// which -v has correlation -c with u.
Ball two_slopes(const Homogeneous& form, const Real& c, long bits) {
    const Ball a = form.right.at(bits);
    const Ball b = form.left.at(bits);
    return relu_pair(Arc(c, bits), bits) + 2 * a * b / (a * a + b * b) * relu_pair(Arc(-c, bits), bits);
}

/// E erf(su) erf(sv) = (2/pi) asin(2 s^2 c / (1 + 2 s^2))
Ball erf_pair(const Real& c, const Real& std, long bits) {
    const Ball s2 = 2 * pow(std.at(bits), 2);
    const Ball most = s2 / (1 + s2);
    return asin(most * c.at(bits)) / asin(most);
}

/// E sin(su) sin(sv) = e^(-s^2) sinh(s^2 c)
Ball sin_pair(const Real& c, const Real& std, long bits) {
    const Ball s2 = pow(std.at(bits), 2);
    return sinh(s2 * c.at(bits)) / sinh(s2);
}

/// E exp(-x^2 - y^2) = det(1 + 2 Sigma)^(-1/2)
Ball gaussian_pair(const Real& c, const Real& std, long bits) {
    const Ball s2 = 2 * pow(std.at(bits), 2);
    const Ball k = s2 * c.at(bits);
    return sqrt((1 + 2 * s2) / ((1 + s2 - k) * (1 + s2 + k)));
}

/// E x Phi(x) y Phi(y) for Var x = Var y = v and Cov = k. Applying Stein's lemma twice turns the product xy
/// into derivatives of F = Phi(x) Phi(y):  k E F + (v^2 + k^2) E F_xy + v k (E F_xx + E F_yy), with
///     E F = 1/4 + asin(k/(1+v))/(2 pi),  E F_xy = 1/(2 pi sqrt D),
///     E F_xx = E F_yy = -k/((1+v) 2 pi sqrt D),
/// D = (1+v)^2 - k^2.
Ball gelu_moment(const Ball& v, const Ball& k, long bits) {
    const Ball two_pi = 2 * Ball::pi(bits);
    const Ball D = (1 + v - k) * (1 + v + k);
    const Ball angle = atan(k / sqrt(D));  // asin(k / (1 + v))
    return k * (Ball(0.25) + angle / two_pi) + (v * v + k * k - 2 * v * k * k / (1 + v)) / (two_pi * sqrt(D));
}

Ball gelu(const Real& c, const Real& std, long bits) {
    const Ball v = pow(std.at(bits), 2);
    return gelu_moment(v, v * c.at(bits), bits) / gelu_moment(v, v, bits);
}

using Form = Ball (*)(const Real& c, const Real& std, long bits);
struct Row {
    std::string text;  ///< of the formula in x
    Form form;
};

const std::array<Row, 7>& forms() {
    const Formula x = Formula::variable();
    static const std::array<Row, 7> table = {
        Row{x.text(), identity},
        Row{sigprop::relu(x).text(), relu},
        Row{step(x).text(), step_function},
        Row{erf(x).text(), erf_pair},
        Row{sin(x).text(), sin_pair},
        Row{exp(-pow(x, 2)).text(), gaussian_pair},
        Row{(x * normal_cdf(x)).text(), gelu},
    };
    return table;
}

}  // namespace

std::optional<std::function<Answer(long bits)>> correlation_closed_form(const Activation& f, const Real& c,
                                                                        const Real& std) {
    constexpr long guard_bits = 16;
    const std::string text = f.formula.text();
    for (const Row& row : forms()) {
        if (row.text == text) {
            return [form = row.form, c, std](long bits) -> Answer { return form(c, std, bits + guard_bits); };
        }
    }
    const auto form = homogeneous_form(f.formula);
    if (form && form->degree == 1 && compare(form->square_mean, 0).value_or(0) > 0) {
        return [form = *form, c](long bits) -> Answer { return two_slopes(form, c, bits + guard_bits); };
    }
    return std::nullopt;
}

}  // namespace sigprop
