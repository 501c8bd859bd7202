// Mean field of attention over keys on a sphere: references, three evaluations of the same Bessel functions
// against the integrals over the angle, large dimensions, and numbers that make no sense. Reference:
// mpmath 1.2.1 with 60 digits. Not Bessel functions: quad over theta in [0, pi] of sin^(dim-2), of
// sin^(dim-2) e^(z (cos - 1)) and of cos times that; dim = 1 from cosh and tanh; per dimension: findroot of l
// (1 - c^2) = c, and log(1 - c^2)/2.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"mean_field_log_partition(1, 2)", "1.32500274735786443093775119682957731668665"},
    Reference{"mean_field_alignment(1, 2)", "0.96402758007581688394641372410092315025503"},
    Reference{"mean_field_deficit(1, 2)", "-0.603052412793769336955076251372268983823411"},
    Reference{"mean_field_log_partition(2, 1)", "0.235914358507178648689414846199951780553937"},
    Reference{"mean_field_alignment(2, 1)", "0.446389965896534507047681795192642669776253"},
    Reference{"mean_field_deficit(2, 1)", "-0.210475607389355858358266948992690889222316"},
    Reference{"mean_field_log_partition(3, 0.5)", "0.0413248546129181089783563549326702981230221"},
    Reference{"mean_field_alignment(3, 0.5)", "0.163953413738652848770004010218023117093739"},
    Reference{"mean_field_deficit(3, 0.5)", "-0.0406518522564083154066456501763412604238472"},
    Reference{"mean_field_log_partition(5, 7)", "3.35949523887462365934305472922562445963752"},
    Reference{"mean_field_alignment(5, 7)", "0.738092974491790203892966632916262004375577"},
    Reference{"mean_field_deficit(5, 7)", "-1.80715558256790776790771170118820957099151"},
    Reference{"mean_field_log_partition(8, 8)", "3.09702687324275909013403375667504383186075"},
    Reference{"mean_field_alignment(8, 8)", "0.637675631993312869185765631672886099203924"},
    Reference{"mean_field_deficit(8, 8)", "-2.00437818270374386335209129670804496177064"},
    Reference{"mean_field_log_partition(64, 8)", "0.496284452972754358329223295144834184062728"},
    Reference{"mean_field_alignment(64, 8)", "0.123159839102317377807438554147937736767296"},
    Reference{"mean_field_deficit(64, 8)", "-0.488994259845784664130285138038667710075637"},
    Reference{"mean_field_log_partition(64, 64)", "24.2341477788602766798806055938172759547044"},
    Reference{"mean_field_alignment(64, 64)", "0.620430436548349492618650056448939237294814"},
    Reference{"mean_field_deficit(64, 64)", "-15.4734001602340908477129980189148352321637"},
    Reference{"mean_field_log_partition(17, 100)", "76.7062913416348824561495857293932164723572"},
    Reference{"mean_field_alignment(17, 100)", "0.922824357986008431059493305416022003308778"},
    Reference{"mean_field_deficit(17, 100)", "-15.5761444569659606497997448122089838585206"},
    Reference{"mean_field_deficit_per_dim(0.001)", "-0.000000499999250001666662291679266628166789237693"},
    Reference{"mean_field_deficit_per_dim(0.125)", "-0.00763550279063268299656324084549947461332532"},
    Reference{"mean_field_deficit_per_dim(1)", "-0.240605912529801723748879456712184211567592"},
    Reference{"mean_field_deficit_per_dim(2)", "-0.470306821053604381181006835623267928664634"},
    Reference{"mean_field_deficit_per_dim(1000)", "-3.45412763948065186053219534097374860031143"}};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_integral") {
    return ask("attention." + call, 35, methods);
}

const Evidence* by(const Result& result, const std::string& method) {
    for (const Evidence& one : result.evidence()) {
        if (one.method == method && one.status == Status::ok) return &one;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("every quantity has its reference value by both routes") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed(rows[1].value)));
    CHECK_FALSE(answers::matches(of(rows[2].call),
                                 answers::printed("-0.603052412793769336955076251372268983823511")));
}

TEST_CASE("Boost, GSL and balls agree on the Bessel functions") {
    for (const char* dim : {"2", "3", "64", "128"}) {
        for (const char* z : {"0.5", "8", "64"}) {
            for (const char* name : {"log_partition", "alignment", "deficit"}) {
                const std::string call = std::string("mean_field_") + name + "(" + dim + ", " + z + ")";
                CAPTURE(call);
                const Result result = of(call, "closed_form,boost_cyl*,gsl_bessel*");
                CHECK(answers::dissent(result.evidence()) == "");
                const Evidence* proof = by(result, "closed_form");
                const Evidence* boost = by(result, "boost_cyl_bessel_i");
                REQUIRE(proof != nullptr);
                REQUIRE(boost != nullptr);
                CHECK(boost->value.overlaps(proof->value));
                CHECK(boost->value.radius_double() < 1e-9);
#if SIGPROP_WITH_GSL
                const Evidence* gsl = by(result, "gsl_bessel_inu");
                REQUIRE(gsl != nullptr);
                CHECK(gsl->value.overlaps(proof->value));
                CHECK(gsl->value.radius_double() < 1e-9);
#endif
            }
        }
    }
}

TEST_CASE("what holds at every dimension: the deficit lies below, the alignment is a derivative") {
    for (const char* dim : {"1", "2", "7", "64", "1000"}) {
        for (const char* z : {"0.01", "1", "30"}) {
            const std::string arguments = std::string("(") + dim + ", " + z + ")";
            CAPTURE(arguments);
            CHECK(of("mean_field_deficit" + arguments, "closed_form").enclosure()->value.is_negative());
            // log Z(z + h) - log Z(z - h) = 2 h A, up to h^3
            const std::string text = "attention.mean_field_log_partition(" + std::string(dim) + ", " + z;
            const Result slope = ask("(" + text + " + 1e-9) - " + text + " - 1e-9))/2e-9", 30, "closed_form");
            const double known = *of("mean_field_alignment" + arguments, "closed_form").value();
            CHECK(std::fabs(*slope.value() - known) < 1e-15);
        }
        CHECK(of(std::string("mean_field_log_partition(") + dim + ", 0)").decimal() == "0");
    }
}

TEST_CASE("large dimensions: the deficit per dimension, 0.24 at scale 1 alone") {
    for (const char* scale : {"0.25", "1", "4"}) {
        CAPTURE(scale);
        const double limit = *of(std::string("mean_field_deficit_per_dim(") + scale + ")").value();
        double before = 1;
        for (const char* dim : {"100", "1000", "10000"}) {
            const Result finite = ask(
                std::string("attention.mean_field_deficit(") + dim + ", " + scale + " * " + dim + ")/" + dim,
                20, "closed_form");
            const double gap = std::fabs(*finite.value() - limit);
            CHECK(gap < 0.2 * before);  // like 1/dim
            before = gap;
        }
        CHECK(before < 2e-4);
    }
    CHECK(of("mean_field_deficit_per_dim(1)").decimal().substr(0, 7) == "-0.2406");
    // quadratic below, logarithmic above: not 0.24 scale
    CHECK(std::fabs(*of("mean_field_deficit_per_dim(0.1)").value() + 0.005) < 1e-4);
    CHECK(std::fabs(*of("mean_field_deficit_per_dim(1e6)").value() + std::log(1e6) / 2) < 1e-6);
}

TEST_CASE("numbers that make no sense are refused, and what is too large says so") {
    CHECK(answers::complains("attention.mean_field_deficit(0, 1)", "dim must be from 1 to 10^9, not 0"));
    CHECK(answers::complains("attention.mean_field_deficit(1e10, 1)", "dim must be from 1 to 10^9"));
    CHECK(answers::complains("attention.mean_field_deficit(2.5, 1)", "'dim' must be an integer"));
    CHECK(answers::complains("attention.mean_field_alignment(64, -1)", "z must be from 0 to 1e150, not -1"));
    CHECK(answers::complains("attention.mean_field_log_partition(64, inf)", "z must be finite"));
    CHECK(answers::complains("attention.mean_field_log_partition(64, 1e151)", "z must be from 0 to 1e150"));
    CHECK(of("mean_field_alignment(64, 1e150)").status() == Status::ok);
    CHECK(answers::complains("attention.mean_field_deficit_per_dim(0)", "scale must be positive"));
    const Result large = of("mean_field_deficit(1e9, 1e9)", "closed_form");
    CHECK(large.status() == Status::unable);
    CHECK(large.reason().find("budget") != std::string::npos);
    CHECK(of("mean_field_alignment(64, 1e9)", "closed_form").status() == Status::ok);
}
