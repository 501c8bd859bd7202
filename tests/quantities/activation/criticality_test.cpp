// The fixed point of the variance map next to the edge of chaos, where V(q) and q nearly agree from 0 on.
// References: mpmath 1.2.1 with 45 digits, quad over [-16, 16] in eight parts and findroot of (V(q) - q)/q.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <sigprop/core/base/context.hpp>

#include "quantities/activation/moment_curve.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using Row = answers::Reference;

namespace {

constexpr std::array rows = {
    Row{"q_fixed_point(tanh, 1.01)", "0.00502063504240780590146756316586395985"},
    Row{"q_fixed_point(tanh, 1.001, 0)", "0.000500208132260664918865357228064637793"},
    Row{"q_fixed_point(tanh, 1.0000001, 0)", "0.0000000500000020833331319444761400389183086"},
    Row{"q_fixed_point(tanh, 1, 1e-9)", "0.0000223613881066624088934937452375120275"},
    Row{"q_fixed_point(gelu, 3.99)", "0.00131515417168039333330441993549871027"},
    Row{"q_fixed_point(gelu, 3.9999)", "0.0000130905822468397764816751830826331117"},
};

Result answer(const std::string& call, long digits = 30) {
    return ask("activation." + call, digits, answers::proofs);
}

/// Where the ratio E f(s z)^2 / s^2 goes for s in (0, b].
int direction(const Formula& f, double b) {
    return MomentCurve(Activation{.text = "f", .formula = f}, RouteKind::definition)
        .ratio_direction(Ball(b), Context());
}

}  // namespace

TEST_CASE("proved next to criticality") {
    answers::check_references(rows, [](const std::string& call) { return answer(call); }, {});
    CHECK_FALSE(answers::matches(answer(rows[1].call), answers::printed(rows[0].value)));
    CHECK(answer("q_fixed_point(tanh, 1)").status() == Status::domain);
    CHECK(answer("q_fixed_point(tanh, 0.9999999)").status() == Status::domain);
    CHECK(answer("q_fixed_point(relu, 2, 0)").status() == Status::domain);  // every q
    CHECK(answer("q_fixed_point(tanh, 1.0000001)", 10).status() == Status::ok);
}

TEST_CASE("the root is put back: V(q) - q changes its sign there") {
    for (const char* layer : {"tanh, Q, 1.001", "gelu, Q, 3.99"}) {
        std::string map = layer;
        const std::size_t at = map.find('Q');
        const std::string fixed = map.substr(0, at) + map.substr(at + 3);
        const std::string q = "activation.q_fixed_point(" + fixed + ")";
        const auto above = [&](const std::string& factor) {
            std::string there = map;
            there.replace(at, 1, q + " * " + factor);
            return ask("activation.variance_map(" + there + ") - " + q + " * " + factor, 10).decimal()[0] !=
                   '-';
        };
        CAPTURE(map);
        CHECK(above("0.999") != above("1.001"));
    }
}

TEST_CASE("where the ratio goes, and where nothing is said") {
    const Formula x = Formula::variable();
    for (const Formula& falls : {tanh(x), sin(x), x / (1 + pow(x, 2)), where(x < 0, exp(x) - 1, x)})
        CHECK(direction(falls, 0.02) == -1);
    for (const Formula& rises : {x + pow(x, 3), -x - pow(x, 3), exp(x) - 1})
        CHECK_MESSAGE(direction(rises, 0.02) == 1, rises.text());
    CHECK(direction(x / (1 + exp(-x)), 0.005) == 1);
    for (const Formula& other : {relu(x), x, x + 1, cos(x), where(x < 0.01, tanh(x), x)})
        CHECK(direction(other, 0.02) == 0);
    // It falls at first and rises further out.
    const Formula both = x - pow(x, 3) + 100 * pow(x, 5);
    CHECK(direction(both, 0.001) == -1);
    CHECK(direction(both, 0.25) == 0);
    // What lies beyond 8 b is not overlooked.
    const auto with_step = [&](const Formula& height) {
        return x - pow(x, 3) / 1000 + where(abs(x) > 0.25, height, Formula(0));
    };
    CHECK(direction(x - pow(x, 3) / 1000, 0.03) == -1);
    CHECK(direction(with_step(Formula(1e20)), 0.03) == 0);
}
