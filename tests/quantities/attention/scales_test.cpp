// Scales that keep the entropy: thirty digits where another program has thirteen, the identity at the
// reference length, the threshold below which no scale works, and what makes no sense. References: numpy 1.24
// and scipy 1.10, E H = E log S - E sum a x by the trapezoidal rule in doubles (normal logits), Gauss-Jacobi
// nodes (sphere), brentq.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using Row = answers::Reference;

namespace {

constexpr std::array rows = {
    Row{"4096", "2.31427651023"},
    Row{"312", "0.0472571629734"},
    Row{"1024, 512, 2", "2.37517786294"},
    Row{"2^20", "4.28709238701"},
    Row{"16, 2, 3", "11.3553613428"},
    Row{"100, 512, 3", "2.01153240784"},
    Row{"1024, model=sphere, dim=64, scale=0.125", "0.198369809161"},
};

std::string scale(const std::string& call) { return "attention.preserving_scale(" + call + ")"; }

bool says(const std::string& expression, const std::string& words) {
    return ask(expression).reason().find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("scales that keep the entropy") {
    answers::check_references(rows, [](const std::string& call) { return ask(scale(call), 20); }, {});
    CHECK_FALSE(answers::matches(ask(scale("4096"), 20), answers::printed("2.31427661023")));
}

TEST_CASE("two proofs and Boost agree") {
    for (const char* call : {"4096", "700, 512, 2"}) {
        CAPTURE(std::string(call));
        CHECK(answers::disagreement(ask(scale(call), 15, "closed_form,arb_*,boost_*")) == "");
    }
    for (const char* call :
         {"1024, model=sphere, dim=16, scale=1/4", "1024, model=mean_field, dim=64, scale=1/8"}) {
        CAPTURE(std::string(call));
        const Result result = ask(scale(call), 15, "closed_form,arb_*,boost_*");
        REQUIRE(result.evidence().size() == 2);
        for (const Evidence& e : result.evidence()) CHECK(e.status == Status::ok);
        CHECK(answers::dissent(result.evidence()) == "");
    }
}

TEST_CASE("at the reference length it is the scale there") {
    CHECK(answers::matches(ask(scale("512")), Ball(1)));
    CHECK(answers::matches(ask(scale("64, 64, 3/4")), Ball(0.75)));
    CHECK(answers::matches(ask(scale("64, 64, model=mean_field, dim=8, scale=1/2")), Ball(0.5)));
    CHECK(answers::matches(ask(scale("64, 64, model=sphere, dim=8, scale=1/2"), 12), Ball(0.5)));
}

TEST_CASE("thirty digits, and the mean field of long rows on a sphere") {
    const Result mean_field = ask(scale("1024, model=mean_field, dim=64, scale=0.125"));
    // mpmath: log Z - z A with besseli, findroot
    CHECK(answers::matches(mean_field, answers::printed("0.197453921384562585060663695920")));
    CHECK(ask(scale("4096")).decimal().size() >= 31);
}

TEST_CASE("below 312 keys no std keeps the entropy of 512 at std 1") {
    CHECK(ask(scale("311"), 12).status() == Status::domain);
    CHECK(says(scale("311"), "the smallest possible n is 312"));
    CHECK(ask(scale("312"), 12).status() == Status::ok);
    CHECK(says(scale("2"), "is 312"));
    CHECK(says(scale("100, model=mean_field, dim=64, scale=1/8"), "the smallest possible n is"));
    CHECK(answers::status(scale("311")) == "domain");
}

TEST_CASE("the longest rows, and scales that are out of reach") {
    CHECK(ask(scale("2^63"), 12).status() == Status::ok);
    CHECK(answers::status(scale("2^63, 2, 60"), "boost_*,arb_*") == "unable");
    CHECK(says(scale("2^63, 2, 60"), "above 64"));
}

TEST_CASE("two keys, of which the estimate's search had met a NaN and had ended the program") {
    // numpy: E log S - E sum a x over a lattice, brentq
    const Result result = ask(scale("2, 3, 12"), 6, "arb_*,boost_*");
    CHECK(result.status() == Status::ok);
    CHECK(answers::matches(result, answers::printed("7.76424")));
    CHECK_FALSE(answers::matches(result, answers::printed("7.76624")));
    CHECK(answers::dissent(result.evidence()) == "");
}

TEST_CASE("what makes no sense is refused where it is") {
    CHECK(answers::complains(scale("2.5"), "n must be an integer"));
    CHECK(answers::complains(scale("1"), "n must be from 2 to 2^63"));
    CHECK(answers::complains(scale("64, 0"), "reference must be from 2"));
    CHECK(answers::complains(scale("64, std=0"), "std must be from 0.001 to 64"));
    CHECK(answers::complains(scale("64, std=65"), "std must be from 0.001 to 64"));
    CHECK(answers::complains(scale("64, scale=1"), "scale and dim are only for model=sphere"));
    CHECK(answers::complains(scale("64, model=sphere"), "model=sphere needs scale and dim"));
    CHECK(answers::complains(scale("64, model=sphere, dim=64, scale=1e400"), "scale sqrt(dim)"));
    CHECK(answers::complains(scale("64, model=sphere, dim=1, scale=1"), "dim must be from 2"));
    CHECK(answers::complains(scale("64, model=sphere, std=1, dim=2, scale=1"), "std is only for"));
    CHECK(answers::complains(scale("64, model=sphere, dim=4, scale=inf"), "scale must be finite"));
}
