#pragma once
// Values by mpmath at 32 digits, not from this library: v(x) = E x/sqrt(x^2 + A) and its derivative over A =
// r^2, r ~ chi of dim - 1, and the means over x by tanh-sinh rules on panels; fits by the secant method on
// the slope. dim = 2: v(x) = x e^(x^2/4) K_0(x^2/4)/sqrt(2 pi); dim = 3: v'(x) = (1 + x^2) (1 -
// Phi(x))/phi(x) - x.

#include "tests/support/answers.hpp"

namespace references {

inline constexpr answers::Reference best_maps[] = {
    {"elementwise.best_map(2, 0.25)", "0.6124926970488347245238208738707"},
    {"elementwise.best_map(3, 2)", "1.45966582774610034508468361862"},
    {"elementwise.best_map(5, 0.001)", "0.001401247104220410947656623336712"},
    {"elementwise.best_map(16, 1)", "1.046034310300121320823266643739"},
    {"elementwise.best_map(64, 3)", "2.854380065634949883355142602379"},
    {"elementwise.best_map(768, 2.5)", "2.493898814558838806415015725942"},
    {"elementwise.best_map(769, 40)", "22.79695726112559922463073636582"},
};

inline constexpr answers::Reference substitutes[] = {
    {"elementwise.irreducible_error(3)", "0.079441541679835928"},
    {"elementwise.fit_alpha(3)", "0.81946921536338757"},
    {"elementwise.fit_c(3)", "1.2032842295447549"},
    {"elementwise.excess_error(dyt, 3)", "0.0071765793572465077"},
    {"elementwise.jacobian_mismatch(dyt, 3)", "0.4522915688620017"},
    {"elementwise.excess_error(dyisru, 3)", "0.0020434738873822103"},
    {"elementwise.jacobian_mismatch(dyisru, 3)", "0.4346280389957037"},
    {"elementwise.error(dyt, 3, alpha=0.25, std=2)", "0.15641257740580179"},
    {"elementwise.excess_error(dyisru, 3, c=20, std=2)", "0.12188222306260144"},
    {"elementwise.jacobian_mismatch(dyt, 3, alpha=0.5)", "0.5348713977887692"},
    {"elementwise.jacobian_mismatch(best, 3)", "0.420558458320164071748"},
    {"elementwise.irreducible_error(16)", "0.026125201604477869286"},
    {"elementwise.fit_alpha(16)", "0.262923098544780532576"},
    {"elementwise.fit_c(16)", "13.7159902293364688965"},
    {"elementwise.excess_error(dyt, 16)", "0.00047595672156352540019"},
    {"elementwise.jacobian_mismatch(dyt, 16)", "0.0835770132393210134438"},
    {"elementwise.excess_error(dyisru, 16)", "0.0000173520102590157656254"},
    {"elementwise.jacobian_mismatch(dyisru, 16)", "0.0822096800119177048757"},
    {"elementwise.jacobian_mismatch(best, 16)", "0.0821536063609247405"},
    {"elementwise.error(dyt, 16, alpha=0.25, std=2)", "0.493099669388534757804"},
    {"elementwise.excess_error(dyisru, 16, c=20, std=2)", "0.236408890393366035259"},
    {"elementwise.jacobian_mismatch(dyt, 16, alpha=0.5)", "0.558529515655955095003"},
    {"elementwise.fit_alpha(2)", "1.3388678438928876"},
    {"elementwise.fit_c(2)", "0.41704906971226384"},
    {"elementwise.excess_error(dyt, 2)", "0.01268030279318213"},
    {"elementwise.excess_error(dyisru, 2)", "0.0053200171048171862"},
    {"elementwise.fit_alpha(4)", "0.63668102412502707"},
    {"elementwise.fit_c(4)", "2.0824432895512487"},
    {"elementwise.fit_alpha(5)", "0.53772235928928556"},
    {"elementwise.fit_c(5)", "3.0020067911991196"},
    {"elementwise.fit_alpha(64)", "0.12650328739003102"},
    {"elementwise.fit_c(64)", "61.565850163219425"},
    {"elementwise.irreducible_error(768)", "0.00064830126241588706"},
    {"elementwise.fit_alpha(768)", "0.036119708741296863"},
    {"elementwise.fit_c(768)", "765.50597066039508"},
    {"elementwise.excess_error(dyt, 768)", "2.8020496183214527e-7"},
    {"elementwise.error(dyt, 768)", "0.00064858146737771921"},
    {"elementwise.jacobian_mismatch(dyt, 768)", "0.0019470263570623024"},
    {"elementwise.excess_error(dyisru, 768)", "9.3900446134287926e-12"},
    {"elementwise.error(dyisru, 768)", "0.00064830127180593167"},
    {"elementwise.jacobian_mismatch(dyisru, 768)", "0.00194618683244292"},
    {"elementwise.jacobian_mismatch(best, 768)", "0.00194618680430605333"},
    {"elementwise.fit_alpha(10000)", "0.010000750128108225"},
    {"elementwise.fit_c(10000)", "9997.5004621922275"},
    {"elementwise.excess_error(dyt, 10000)", "1.6655842603455789e-9"},
    {"elementwise.excess_error(dyisru, 10000)", "3.3664684709257921e-16"},
    {"elementwise.jacobian_mismatch(dyisru, 10000)", "0.00014995877529722734"},
};

}  // namespace references
