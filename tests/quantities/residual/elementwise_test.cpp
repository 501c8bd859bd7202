// Stacks with an element-wise map in the place of the norm: proofs against mpmath, limits, the law of growth,
// and calls that make no sense.

#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;
using answers::ask;
using answers::complains;

namespace {

// The recursion in mpmath at 40 digits, its means by tanh-sinh quadrature.
constexpr answers::Reference without_closed_form[] = {
    {"residual.elementwise_second_moment(dyt, sublayers=12, alpha=0.5)", "4.460408666131577404309664422"},
    {"residual.elementwise_gradient_ratio(dyt, sublayers=12, alpha=0.5)", "5.065842935500866832415639834"},
    {"residual.elementwise_gradient_ratio(dyt, sublayers=12, sublayer=5, alpha=0.5, branch_variance=2, "
     "initial=3)",
     "2.799084607468783024452368254"},
    {"residual.elementwise_second_moment(dyt, sublayers=8, alpha=2, placement=res_post_norm, "
     "branch_variance=0.25, "
     "initial=3)",
     "8.332679653368970441738247825"},
    {"residual.elementwise_gradient_ratio(dyt, sublayers=8, alpha=2, placement=res_post_norm, "
     "branch_variance=0.25)",
     "9.502804757697124260243884280"}};
constexpr answers::Reference with_closed_form[] = {
    {"residual.elementwise_second_moment(derf, layers=3, alpha=0.5, branch_variance=2)",
     "5.239205205525442141246996043"},
    {"residual.elementwise_gradient_ratio(derf, sublayers=6, sublayer=2, alpha=0.5, branch_variance=2)",
     "3.036804333873366417768804862"},
    {"residual.elementwise_second_moment(dyisru, sublayers=12, c=4)", "3.940823616170251169802747698"},
    {"residual.elementwise_gradient_ratio(dyisru, sublayers=12, c=4)", "4.502790732267283596690517009"},
    {"residual.elementwise_second_moment(dyisru, sublayers=5, c=1/4, placement=res_post_norm, "
     "branch_variance=2, "
     "initial=0.5)",
     "4.001785550742403804339774157"},
    {"residual.elementwise_gradient_ratio(dyisru, sublayers=5, sublayer=3, c=1/4, placement=res_post_norm, "
     "branch_variance=2)",
     "2.911279916083337924504383822"}};

Result of(const std::string& call) { return ask(call, 26); }

double value(const std::string& expression, const std::string& methods = answers::proofs) {
    return ask(expression, 12, methods).value().value();
}

/// The limit of sqrt(v) (1 - E phi^2), and the stack's form and parameter.
struct Tail {
    const char *stack, *k;
};
constexpr Tail tails[] = {{"dyt, sublayers=1, alpha=0.5", "sqrt(2/pi)/0.5"},
                          {"derf, sublayers=1, alpha=0.5", "2/(pi*0.5)"},
                          {"dyisru, sublayers=1, c=4", "sqrt(pi*4/2)"}};

}  // namespace

TEST_CASE("every proof contains what mpmath found for element-wise maps") {
    answers::check_references(without_closed_form, of, 2);
    answers::check_references(with_closed_form, of, 3);
}

TEST_CASE("a reference of an element-wise map that is off in its 25th digit is not met") {
    for (const std::span<const answers::Reference> rows :
         {std::span<const answers::Reference>(without_closed_form),
          std::span<const answers::Reference>(with_closed_form)}) {
        for (const answers::Reference& row : rows) {
            const std::string call = row.call;
            CAPTURE(call);
            const Ball off = answers::printed(row.value) * (1 + pow(Ball(10).at_precision(128), -24));
            CHECK_FALSE(answers::matches(of(call), off));
        }
    }
}

TEST_CASE("the proofs agree over maps and placements from nearly linear to nearly a sign") {
    std::size_t piece = 0;
    for (const std::string form :
         {"dyt, sublayers=9, alpha=", "derf, sublayers=9, alpha=", "dyisru, sublayers=9, c="}) {
        for (const std::string parameter : {"1e-3", "1", "1000"}) {
            for (const std::string placement : {"pre_norm", "res_post_norm"}) {
                if (!test::in_share(piece++, 5)) continue;
                const std::string stack =
                    "(" + form + parameter + ", placement=" + placement + ", branch_variance=0.7)";
                CAPTURE(stack);
                CHECK(answers::disagreement(ask("residual.elementwise_second_moment" + stack, 20)) == "");
                CHECK(answers::disagreement(ask("residual.elementwise_gradient_ratio" + stack, 20)) == "");
            }
        }
    }
}

TEST_CASE("a nearly linear map leaves a stack without norms, a nearly constant one a sum") {
    // 1 + b alpha^2 in each sublayer, and b.
    const std::string linear = "(dyt, sublayers=6, alpha=1e-6, branch_variance=3e12)";
    const std::string sign = "(dyt, sublayers=6, alpha=1e9, branch_variance=3)";
    CHECK(value("residual.elementwise_second_moment(dyt, sublayers=6, alpha=1e-6, branch_variance=3e12, "
                "initial=1e-12)/1e-12") == doctest::Approx(4096).epsilon(1e-3));
    CHECK(value("residual.elementwise_gradient_ratio(dyt, sublayers=6, alpha=1e-6, branch_variance=3e12, "
                "initial=1e-12)") == doctest::Approx(4096).epsilon(1e-3));
    CHECK(value("residual.elementwise_second_moment" + sign) == doctest::Approx(19).epsilon(1e-6));
    CHECK(value("residual.elementwise_second_moment" + linear) < 4096);
}

TEST_CASE("the gradient's growth is a product over sublayers") {
    const std::string stack = "(derf, sublayers=7, alpha=0.8, branch_variance=2, sublayer=";
    const std::string all = "residual.elementwise_gradient_ratio" + stack;
    CHECK(ask(all + "7)").decimal() == "1");
    // The last sublayers of a stack are a stack of its own, that starts where the first ones end.
    const Result tail = ask(all + "4)", 20);
    const Result own =
        ask("residual.elementwise_gradient_ratio(derf, sublayers=3, alpha=0.8, branch_variance=2, "
            "initial=residual.elementwise_second_moment(derf, sublayers=4, alpha=0.8, branch_variance=2))",
            20);
    const Result other =
        ask("residual.elementwise_gradient_ratio(derf, sublayers=3, alpha=0.8, branch_variance=2)", 20);
    REQUIRE(own.enclosure() != nullptr);
    REQUIRE(other.enclosure() != nullptr);
    CHECK(answers::matches(tail, own.enclosure()->value));
    CHECK_FALSE(answers::matches(tail, other.enclosure()->value));
}

TEST_CASE("a sublayer adds less than a, and the rest is below k / sqrt(v), which it approaches") {
    for (const Tail& tail : tails) {
        const std::string stack = tail.stack, k = tail.k;
        CAPTURE(stack);
        const auto share = [&](const std::string& initial, const std::string& more, const std::string& a,
                               const std::string& v) {
            return value("(" + initial + " + " + a + " - residual.elementwise_second_moment(" + stack +
                         ", initial=" + initial + more + ")) * sqrt(" + v + ") / (" + a + " * " + k + ")");
        };
        for (const std::string initial : {"1/4", "4", "400"}) {
            CAPTURE(initial);
            const double rest = share(initial, ", branch_variance=3", "3", initial);
            CHECK(rest > 0);
            CHECK(rest < 1);
        }
        const double pre = share("10000000000", ", branch_variance=3", "3", "10000000000");
        CHECK(pre < 1);
        CHECK(pre > 0.9999);
        const double post =
            share("10000000000", ", branch_variance=3, placement=res_post_norm", "1", "30000000000");
        CHECK(post < 1);
        CHECK(post > 0.9999);
    }
}

TEST_CASE("what a deep stack lacks to a sum of ones grows like 2 k a L / sqrt(v)") {
    const auto share = [](const std::string& form, const std::string& k, const std::string& layers) {
        const std::string moment =
            "residual.elementwise_second_moment(" + form + ", sublayers=" + layers + ")";
        return value(
            "(1 + " + layers + " - " + moment + ") * sqrt(" + moment + ") / (2 * " + k + " * " + layers + ")",
            "closed_form");
    };
    for (const auto& [form, k] :
         {std::pair{"derf, alpha=2", "(1/pi)"}, std::pair{"dyisru, c=1/4", "sqrt(pi/8)"}}) {
        const std::string name = form;
        CAPTURE(name);
        const double early = std::fabs(share(form, k, "30") - 1);
        const double late = std::fabs(share(form, k, "900") - 1);
        CHECK(late < early / 2);
        CHECK(late < 0.05);
    }
}

TEST_CASE("too many sublayers for integrals, none too many for closed forms") {
    CHECK(answers::status("residual.elementwise_second_moment(dyt, sublayers=100000, alpha=1)") == "unable");
    const Result closed = ask("residual.elementwise_second_moment(derf, sublayers=20000, alpha=1)", 20);
    CHECK(closed.status() == Status::ok);
    CHECK(answers::enclosures(closed.evidence()) == 1);
}

TEST_CASE("stacks of element-wise maps that make no sense") {
    const std::string moment = "residual.elementwise_second_moment(";
    CHECK(complains(moment + "dyt, sublayers=3)", "dyt needs alpha="));
    CHECK(complains(moment + "derf, sublayers=3)", "derf needs alpha="));
    CHECK(complains(moment + "dyisru, sublayers=3)", "dyisru needs c="));
    CHECK(complains(moment + "dyt, sublayers=3, alpha=0)", "alpha must be positive, not 0 @59"));
    CHECK(complains(moment + "derf, sublayers=3, alpha=-0.5)", "alpha must be positive, not -"));
    CHECK(complains(moment + "dyt, sublayers=3, alpha=inf)", "alpha must be finite"));
    CHECK(complains(moment + "dyisru, sublayers=3, c=-1)", "c must be positive, not -1"));
    CHECK(complains(moment + "dyt, sublayers=3, alpha=1, c=2)",
                    "c is not a parameter of dyt, which has alpha"));
    CHECK(complains(moment + "dyisru, sublayers=3, c=1, alpha=2)", "alpha is not a parameter of dyisru"));
    CHECK(complains(moment + "dyt, alpha=1)", "give layers="));
    CHECK(complains(moment + "dyt, sublayers=0, alpha=1)", "sublayers must be from 1 to 10^15, not 0"));
    CHECK(complains(moment + "dyt, layers=-2, alpha=1)", "layers must be from 1 to 5e14, not -2"));
    CHECK(complains(moment + "dyt, sublayers=3, alpha=1, branch_variance=0)",
                    "branch_variance must be positive"));
    CHECK(complains(moment + "dyt, sublayers=3, alpha=1, initial=0)", "initial must be positive"));
    CHECK(complains(moment + "dyt, sublayers=3, alpha=1, placement=post_norm)",
                    "'placement' must be one of pre_norm"));
    CHECK(complains(moment + "rms_norm, sublayers=3)", "'form' must be one of dyt, derf, dyisru"));
    const std::string gradient = "residual.elementwise_gradient_ratio(";
    CHECK(complains(gradient + "dyt, sublayers=3, alpha=1, sublayer=4)",
                    "sublayer must be at most 3, not 4: sublayers are counted from 0"));
    CHECK(complains(gradient + "dyt, sublayers=3, alpha=1, sublayer=-1)",
                    "sublayer must be at least 0, not -1"));
    CHECK(answers::complaint(gradient + "dyt, sublayers=3, alpha=1, sublayer=3)") == "");
}
