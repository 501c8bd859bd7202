// Muon's iteration. References: mpmath 1.3.0, tests/vectors/pasted_constants.py muon: turning points of all
// steps as one function, and Remez' exchange for the best polynomials.

#include <array>
#include <cstdio>
#include <string_view>

#include "models/training/newton_schulz.hpp"
#include "quantities/rows.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

/// Polar Express as it is printed: Amsel et al. 2025, arXiv:2505.16932, algorithm 1, the first five.
#define POLAR_EXPRESS                                                                   \
    "[8.28721201814563, -23.595886519098837, 17.300387312530933, 4.107059111542203, "   \
    "-2.9478499167379106, 0.5448431082926601, 3.9486908534822946, -2.908902115962949, " \
    "0.5518191394370137, 3.3184196573706015, -2.488488024314874, 0.51004894012372, "    \
    "2.300652019954817, -1.6689039845747493, 0.4188073119525673]"

constexpr std::array rows = {
    Reference{"smallest_singular_value(lower=0.01)", "0.6818314621771847122406038"},
    Reference{"largest_singular_value(lower=0.01)", "1.134357264562471705713187"},
    Reference{"smallest_singular_value(lower=0.001)", "0.4705439512155397075225845"},
    // p(0.001) and a turning point differ by the rounding of the printed coefficients alone
    Reference{"smallest_singular_value(5, 0.001, " POLAR_EXPRESS ")", "0.8764409453036"},
    Reference{"largest_singular_value(5, 0.001, " POLAR_EXPRESS ")", "1.123559054702897875154349"},
    Reference{"best_coefficients(1, 1e-3)", "8.470328803848068862760488"},
    Reference{"best_coefficients(1, 1e-3, b)", "-25.10807470666187000074674"},
    Reference{"best_coefficients(1, 1e-3, c)", "18.62927559911800914650976"},
    Reference{"best_coefficients(4, 1e-3, b)", "-2.464720134531282045716917"},
    Reference{"best_coefficients(5, 1e-3, c)", "0.4161909274978863435993394"},
    Reference{"best_coefficients(1, 1e-3, cushion=0.02407327424182761)", "8.287212018145626495453229"},
    Reference{"best_coefficients(5, 1e-3, cushion=0.02407327424182761)", "2.300652019954817724630236"},
    Reference{"update_rms(3, 2)", "0.57735026918962576450914878050"},
    Reference{"best_error(1, 1e-3)", "0.9915296963042080085235104"},
    Reference{"best_error(5, 1e-3)", "0.1134484573815779194051111"},
};

Result of(const std::string& call) {
    return ask("muon." + call, 18, "closed_form,recursion,interval_newton,arb_taylor");
}

}  // namespace

TEST_CASE("singular values and coefficients have their references by both proofs") {
    answers::check_references(rows, of);
    CHECK_FALSE(answers::matches(of("smallest_singular_value(3, 0.01)"), answers::printed(rows[0].value)));
}

TEST_CASE("one step is its polynomial, and a coefficient with a wrong sign is seen") {
    // x + x^3 + x^5 rises
    CHECK(answers::matches(of("smallest_singular_value(1, 1/2, [1, 1, 1])"), Ball(21) / 32));
    CHECK(answers::matches(of("largest_singular_value(1, 1/2, [1, 1, 1])"), Ball(3)));
    CHECK_FALSE(answers::matches(of("largest_singular_value(1, 1/2, [1, -1, 1])"), Ball(3)));
    // 2 x - 3 x^3 has a zero in [1/2, 1], and its least value, -1, at 1
    CHECK(of("smallest_singular_value(1, 1/2, [2, -3, 0])").decimal() == "0");
    CHECK(answers::matches(of("largest_singular_value(1, 1/2, [2, -3, 0])"), Ball(1)));
}

TEST_CASE("the coefficients by default are those that training uses") {
    const auto by_default = [] {
        for (const QuantityRow& row : quantity_rows()) {
            if (std::string_view(row.name) != "muon.smallest_singular_value") continue;
            for (const ParameterRow* one : row.parameters)
                if (std::string_view(one->name) == "coefficients") return std::string(one->fallback);
        }
        return std::string();
    }();
    double a = 0, b = 0, c = 0;
    REQUIRE(std::sscanf(by_default.c_str(), "[%lf, %lf, %lf]", &a, &b, &c) == 3);
    CHECK(std::array{a, b, c} == std::array{muon_quintic.a, muon_quintic.b, muon_quintic.c});
    CHECK(std::array{a, b, c + 1e-4} != std::array{muon_quintic.a, muon_quintic.b, muon_quintic.c});
}

TEST_CASE("the best steps leave what their composition leaves, and nothing better is left by Jordan's") {
    const Ball best = of("best_error(5, 1e-3)").enclosure()->value;
    const Ball jordan = 1 - of("smallest_singular_value(5, 1e-3)").enclosure()->value;
    CHECK((jordan - best).is_positive());
    // The limit for an interval that is a point: (15 x - 10 x^3 + 3 x^5)/8.
    const Ball slope = of("best_coefficients(1, 1 - 1e-6)").enclosure()->value;
    CHECK(Ball(1.875).widened(Ball(1e-5)).contains(slope));
    CHECK(answers::status("muon.best_coefficients(1, 1)") == "domain");
}

TEST_CASE("the size of an update is that of its rule") {
    CHECK(answers::matches(of("update_rms(64, 16)"), Ball(1) / 8));
    CHECK(answers::matches(of("update_rms(16, 64)"), Ball(1) / 8));
    CHECK(answers::matches(of("update_rms(64, 16, keller)"), Ball(1) / 4));
    CHECK(answers::matches(of("update_rms(16, 64, keller)"), Ball(1) / 8));
    CHECK(answers::matches(of("update_rms(1024, 4096, moonlight)"), Ball(1) / Ball(5).at_precision(100)));
    CHECK(answers::matches(of("update_rms(16, 64, spectral)"), Ball(1) / 16));
}

TEST_CASE("lists that are no triples are refused") {
    CHECK(answers::complains("muon.smallest_singular_value(5, 0.01, [1, 2])", "coefficients are triples"));
    CHECK(answers::complains("muon.smallest_singular_value(1, 0.01, [1, 2, 3, 4, 5, 6])",
                             "2 triples for 1 steps"));
    CHECK(answers::complains("muon.smallest_singular_value(5, 0)", "lower must"));
    CHECK(answers::complains("muon.best_coefficients(11, 0.01)", "steps must"));
}
