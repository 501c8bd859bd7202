// The factors of unit scaling. References: mpmath 1.3.0, tests/vectors/unit_scaling.py.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array elementwise = {
    Reference{"forward(gelu, mult=1)", "1.700926243363333119469"},
    Reference{"forward(gelu, mult=1, moment=second_moment)", "1.533530441195535233768"},
    Reference{"backward(gelu, mult=1)", "1.481114412708348196613"},
    Reference{"forward(gelu, mult=0.25)", "1.932899809664116485757"},
    Reference{"forward(gelu, mult=0.25, moment=second_moment)", "1.899957428093356237929"},
    Reference{"backward(gelu, mult=0.25)", "1.871999572184057740399"},
    Reference{"forward(gelu, mult=4)", "1.696384192768306748043"},
    Reference{"forward(gelu, mult=4, moment=second_moment)", "1.418061313467151830495"},
    Reference{"backward(gelu, mult=4)", "1.399288346890446868332"},
    Reference{"forward(silu, mult=1)", "1.787187222100441982034"},
    Reference{"forward(silu, mult=1, moment=second_moment)", "1.676532470331091158604"},
    Reference{"backward(silu, mult=1)", "1.62332025795249731698"},
    Reference{"forward(silu, mult=0.25)", "1.971213869131794656113"},
    Reference{"forward(silu, mult=0.25, moment=second_moment)", "1.956862214515731545038"},
    Reference{"backward(silu, mult=0.25)", "1.943620335849424120191"},
    Reference{"forward(silu, mult=4)", "1.684235667307449920021"},
    Reference{"forward(silu, mult=4, moment=second_moment)", "1.435083759004240653548"},
    Reference{"backward(silu, mult=4)", "1.408190282778334530515"},
    Reference{"forward(softplus, mult=1)", "1.91912598010765640353"},
    Reference{"forward(softplus, mult=1, moment=second_moment)", "1.041866835535301708044"},
    Reference{"backward(softplus, mult=1)", "1.846228545338605412961"},
    Reference{"forward(softplus, mult=0.25)", "1.992464772155527957318"},
    Reference{"forward(softplus, mult=0.25, moment=second_moment)", "0.3511028033948406878668"},
    Reference{"backward(softplus, mult=0.25)", "1.985012974350011460997"},
    Reference{"forward(softplus, mult=4)", "1.762835956160456595409"},
    Reference{"forward(softplus, mult=4, moment=second_moment)", "1.395966523509535204711"},
    Reference{"backward(softplus, mult=4)", "1.563998834025430458679"},
};

constexpr std::array rows = {
    Reference{"forward(softmax, n=2, mult=1)", "3.823062469350769378521"},
    Reference{"forward(softmax, n=2, mult=1, moment=second_moment)", "1.772149924000588057494"},
    Reference{"backward(softmax, n=2, mult=1)", "3.674751823541323447554"},
    Reference{"forward(attention, n=2, mult=1)", "1.253099228540040644631"},
    Reference{"backward(cross_entropy, n=2, mult=1)", "1.772149924000588057494"},
    Reference{"backward(attention, n=2, mult=1, causal=true)", "1.105381337514891454842"},
    Reference{"forward(softmax, n=16, mult=1)", "15.12374161883730580918"},
    Reference{"forward(softmax, n=16, mult=1, moment=second_moment)", "10.99082707676183446129"},
    Reference{"backward(softmax, n=16, mult=1)", "13.08083656623843341188"},
    Reference{"forward(attention, n=16, mult=1)", "2.747706769190458615322"},
    Reference{"backward(cross_entropy, n=16, mult=1)", "3.98517835489470976599"},
    Reference{"backward(attention, n=16, mult=1, causal=true)", "1.796881196163172718398"},
    Reference{"forward(softmax, n=64, mult=0.125)", "514.2245823362913728868"},
    Reference{"forward(softmax, n=64, mult=0.125, moment=second_moment)", "63.51000203052545850801"},
    Reference{"backward(softmax, n=64, mult=0.125)", "512.2873163263202854156"},
    Reference{"forward(attention, n=64, mult=0.125)", "7.938750253815682313501"},
    Reference{"backward(cross_entropy, n=64, mult=0.125)", "8.0622510002650482403"},
    Reference{"backward(attention, n=64, mult=0.125, causal=true)", "3.654293248094475795933"},
    Reference{"forward(softmax, n=16, mult=4)", "5.526569905849398953285"},
    Reference{"forward(softmax, n=16, mult=4, moment=second_moment)", "5.223730557427537485976"},
    Reference{"backward(softmax, n=16, mult=4)", "3.209297785560220725702"},
    Reference{"forward(attention, n=16, mult=4)", "1.305932639356884371494"},
    Reference{"backward(cross_entropy, n=16, mult=4)", "3.308891791076071547627"},
    Reference{"backward(attention, n=16, mult=4, causal=true)", "1.199883351076633079842"},
};

Result of(const std::string& call) { return ask("unit_scaling." + call, 18, "closed_form,arb_*"); }

/// Whether the factors are proved to be further apart than this part of the first.
bool differs_by(const std::string& a, const std::string& b, double part) {
    const Ball first = of(a).enclosure()->value, second = of(b).enclosure()->value;
    return (abs(first - second) - first * Ball(part)).is_positive();
}

}  // namespace

TEST_CASE("elementwise factors have their references") {
    answers::check_references(elementwise, of, std::nullopt);
    CHECK(answers::enclosures(of("forward(gelu)").evidence()) >= 2);
    CHECK_FALSE(answers::matches(of("forward(gelu)"), answers::printed("1.700926243364333119469")));
}

TEST_CASE("factors of rows have their references by two integrals") {
    answers::check_references(rows, of);
    CHECK_FALSE(answers::matches(of("forward(softmax, n=16)"),
                                 of("forward(softmax, n=16, mult=1.0000001)").enclosure()->value));
}

TEST_CASE("a gated unit has the factor of its gate's second moment, and two gradients") {
    CHECK(answers::matches(of("forward(silu_glu)"),
                           of("forward(silu, moment=second_moment)").enclosure()->value));
    CHECK(answers::matches(of("backward(silu_glu)"), of("forward(silu_glu)").enclosure()->value));
    CHECK(answers::matches(of("backward(silu_glu, of=gate)"), of("backward(silu)").enclosure()->value));
    CHECK(differs_by("backward(silu_glu)", "backward(silu_glu, of=gate)", 0.03));
}

TEST_CASE("attention scales its output as the gradient of its values; the limits are those of unit-scaling") {
    CHECK(
        answers::matches(of("forward(attention, n=64)"), of("backward(attention, n=64)").enclosure()->value));
    CHECK_FALSE(differs_by("forward(softmax, n=64, mult=0.01, moment=second_moment)",
                           "forward(softmax, n=64, "
                           "mult=0.001, moment=second_moment)",
                           1e-3));
    CHECK(std::fabs(of("forward(softmax, n=64, mult=0.001, moment=second_moment)").value().value() - 64) <
          1e-3);
    CHECK(std::fabs(of("backward(softmax, n=64, mult=0.001)").value().value() / 64000 - 1) < 0.01);
    CHECK(std::fabs(of("backward(cross_entropy, n=256, mult=0.001)").value().value() -
                    256 / std::sqrt(255.0)) < 1e-4);
}

TEST_CASE("sampled rows agree with the proofs") {
    for (const char* call : {"forward(softmax, n=64)", "backward(softmax, n=64)", "forward(attention, n=64)",
                             "forward(attention, n=64, causal=true)", "backward(cross_entropy, n=64)"}) {
        CAPTURE(call);
        const Result all = ask("unit_scaling." + std::string(call), 12, "closed_form,arb_*,monte_carlo");
        CHECK(all.evidence().size() == 3);
        CHECK(answers::dissent(all.evidence()).empty());
    }
}

TEST_CASE("bad input is answered with what there is") {
    using answers::complains;
    CHECK(complains("unit_scaling.forward(relu)", "gelu"));
    CHECK(complains("unit_scaling.forward(gelu, n=64)", "remove n"));
    CHECK(complains("unit_scaling.forward(softmax)", "needs n"));
    CHECK(complains("unit_scaling.forward(softmax, n=1)", "n must"));
    CHECK(complains("unit_scaling.backward(softmax, n=16.5)", "integer"));
    CHECK(complains("unit_scaling.forward(softmax, n=16, causal=true)", "only for attention"));
    CHECK(complains("unit_scaling.forward(cross_entropy, n=16)", "backward"));
    CHECK(complains("unit_scaling.backward(gelu, of=gate)", "only for silu_glu"));
    CHECK(complains("unit_scaling.forward(gelu, mult=0)", "mult must"));
}
