#pragma once
// Shared by the tests of the quadrature rules: the rules in this build, and short ways to write a problem and
// an exact reference.

#include <sigprop/core/ball/rational.hpp>
#include <string>
#include <utility>
#include <vector>

#include "methods/mean/gsl.hpp"
#include "methods/mean/mean.hpp"
#include "methods/quadrature/quadrature.hpp"

namespace quadrature {

using namespace sigprop;

inline const Formula x = Formula::variable();

struct Method {
    std::string name;
    MeanResult (*mean)(const MeanProblem&, const Context&);
};

inline std::vector<Method> methods() {
    std::vector<Method> all = {{"boost_gauss_kronrod", boost_gauss_kronrod_mean},
                               {"boost_tanh_sinh", boost_tanh_sinh_mean}};
    if (gsl_is_available()) {
        all.push_back({"gsl_qagi", gsl_qagi_mean});
        all.push_back({"gsl_qagp", gsl_qagp_mean});
    }
    return all;
}

/// The kinks are given explicitly: nothing here depends on examine().
inline MeanProblem problem(const Formula& f, const Law& law = Law::normal(), std::vector<double> kinks = {}) {
    MeanProblem result;
    result.integrand = f;
    result.law = law;
    result.kinks = std::move(kinks);
    return result;
}

inline Ball exactly(double value) { return Ball(value).at_precision(256); }
inline Ball digits(std::string_view text) { return Ball::from_rational(Rational::from_decimal(text), 256); }

}  // namespace quadrature
