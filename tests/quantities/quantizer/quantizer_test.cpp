// Uniform quantisers, clips, NF4, narrow formats and blocks. References: mpmath 1.3.0,
// tests/vectors/pasted_constants.py quantizer.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"uniform_step(1)", "1.595769121605730711759784"},
    Reference{"uniform_mse(1)", "0.3633802276324186569244649"},
    Reference{"uniform_step(2)", "0.9956866859435063118837391"},
    Reference{"uniform_mse(2)", "0.1188460503840772045031398"},
    Reference{"uniform_step(4)", "0.3352006121999726920322045"},
    Reference{"uniform_mse(4)", "0.01154288443135089938986154"},
    Reference{"clip(2, laplace)", "2.830682989370233821050749"},
    Reference{"clip(2)", "1.710635168114043670110112"},
    Reference{"clip(4, laplace)", "5.028640136236213120976522"},
    Reference{"clip(4)", "2.559136461975336836407203"},
    Reference{"clip(8, laplace)", "9.896759770017527694757328"},
    Reference{"clip(8)", "3.924035489880782233165361"},
    Reference{"nf4_level(1)", "-0.6961928056323433737956585"},
    Reference{"nf4_level(2)", "-0.5250729594465009077037633"},
    Reference{"nf4_level(3)", "-0.3949174259199072814445359"},
    Reference{"nf4_level(4)", "-0.2844413089210822717466768"},
    Reference{"nf4_level(5)", "-0.1847734028004557513164517"},
    Reference{"nf4_level(6)", "-0.09104997598578049698383182"},
    Reference{"nf4_level(8)", "0.0795803149584091232314171"},
    Reference{"nf4_level(9)", "0.1609301443802908104758836"},
    Reference{"nf4_level(10)", "0.2461122513474595531320102"},
    Reference{"nf4_level(11)", "0.3379151367131280187211764"},
    Reference{"nf4_level(12)", "0.4407097318642164547170545"},
    Reference{"nf4_level(13)", "0.562616887969985182740407"},
    Reference{"nf4_level(14)", "0.7229566441594737565446045"},
    Reference{"format_mse(e4m3fn)", "0.0007045105451782537591085813"},
    Reference{"format_mse(e5m2)", "0.00279059571353742578215963"},
    Reference{"format_mse(e2m1)", "0.02320454248452314080897273"},
    Reference{"format_mse(e3m2)", "0.002845739782633627430689629"},
    Reference{"format_mse(e2m3)", "0.001478750049516763405607165"},
    Reference{"format_mse(e4m3fn, 64)", "0.0007045071483989901420901079"},
    Reference{"format_mse(int8, 30)", "0.00009448818448455407752980758"},
    Reference{"best_scale(e2m1)", "2.053054295919016491825351"},
    Reference{"best_scale(e3m2)", "6.165011371852894190874026"},
    Reference{"best_scale(e2m3)", "2.001312746030860289166648"},
    Reference{"block_absmax_mse(nf4, 2)", "0.001619489569955016"},
    Reference{"block_absmax_mse(int4, 2)", "0.001392326885422560"},
    Reference{"block_absmax_mse(nf4, 64)", "0.008460054516204562"},
    Reference{"block_absmax_mse(int4, 64)", "0.01157757283931514"},
    Reference{"sqnr_db(lloyd_max, bits=1)", "4.396387073630166765923291"},
};

Result of(const std::string& call) {
    return ask("quantizer." + call, 18, "closed_form,interval_newton,recursion,arb_integral");
}

}  // namespace

TEST_CASE("every quantiser has its reference by both proofs") {
    answers::check_references(rows, of);
    CHECK_FALSE(
        answers::matches(of("format_mse(e5m2)"), answers::printed(of("format_mse(e4m3fn)").decimal())));
}

TEST_CASE("one bit has closed forms") {
    // +-step/2: the best step is twice the mean of |z|
    CHECK(answers::matches(of("uniform_step(1)"), 2 * sqrt(2 / Ball::pi(200))));
    CHECK(answers::matches(of("uniform_mse(1)"), 1 - 2 / Ball::pi(200)));
}

TEST_CASE("NF4 has -1, 0 and 1, whatever the offset, and is symmetric in it") {
    CHECK(answers::matches(of("nf4_level(0)"), Ball(-1)));
    CHECK(of("nf4_level(7, offset=0.9)").decimal() == "0");
    CHECK(answers::matches(of("nf4_level(15, offset=0.6)"), Ball(1)));
    CHECK(
        answers::matches(of("nf4_level(3, offset=0.1)"), of("nf4_level(3, offset=0.9)").enclosure()->value));
    CHECK(answers::status("quantizer.nf4_level(3, offset=1/2)") == "domain");
}

TEST_CASE("the best scale is better than its neighbours, and int8's is asymmetric") {
    const Ball best = of("format_mse(e4m3fn, quantizer.best_scale(e4m3fn))").enclosure()->value;
    for (const char* factor : {"0.5", "0.9", "0.99", "1.01", "1.1", "2", "4"}) {
        CAPTURE(factor);
        const std::string std = std::string(factor) + "*quantizer.best_scale(e4m3fn)";
        CHECK((of("format_mse(e4m3fn, " + std + ")").enclosure()->value - best).is_positive());
    }
}

TEST_CASE("a block of one has no error, and decibels are those of the error") {
    CHECK(of("block_absmax_mse(nf4, 1)").decimal() == "0");
    const Ball error = of("lloyd_max_mse(4)").enclosure()->value.at_precision(120);
    CHECK(answers::matches(of("sqnr_db(lloyd_max, bits=4)"),
                           -10 * log(error) / log(Ball(10).at_precision(120))));
    CHECK(of("sqnr_db(format, format=e2m1)").status() == Status::ok);
    CHECK(of("sqnr_db(block, table=nf4, block=2)").status() == Status::ok);
    CHECK(of("sqnr_db(uniform, bits=3)").status() == Status::ok);
}

TEST_CASE("bad input is answered with what there is") {
    using answers::complains;
    CHECK(complains("quantizer.format_mse(e4m3)", "e4m3fn"));
    CHECK(complains("quantizer.best_scale(fp4)", "e2m1"));
    CHECK(complains("quantizer.uniform_step(17)", "bits must"));
    CHECK(complains("quantizer.clip(20)", "bits must"));
    CHECK(complains("quantizer.nf4_level(16)", "index must"));
    CHECK(complains("quantizer.nf4_level(3, offset=1)", "offset must"));
    CHECK(complains("quantizer.nf4_level(3, offset=0)", "offset must"));
    CHECK(complains("quantizer.sqnr_db(lloyd_max)", "needs bits"));
    CHECK(complains("quantizer.sqnr_db(format)", "needs format"));
    CHECK(complains("quantizer.sqnr_db(block)", "needs table"));
    CHECK(complains("quantizer.block_absmax_mse(nf4, 0)", "block must"));
}
