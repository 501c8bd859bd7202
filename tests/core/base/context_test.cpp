#include <doctest/doctest.h>

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/core/evidence/result.hpp>

using namespace sigprop;

TEST_CASE("globs match whole names") {
    struct Row {
        const char *pattern, *text;
        bool matches;
    };
    for (const Row& row :
         {Row{"*", "", true}, Row{"*", "a.b/c", true}, Row{"arb_*", "arb_trapezoid", true},
          Row{"arb_*", "my_arb_", false}, Row{"arb", "arb_trapezoid", false}, Row{"?", "", false},
          Row{"a?c", "abc", true}, Row{"[a-c]x", "bx", true}, Row{"[!a-c]x", "bx", false},
          Row{"[!a-c]x", "dx", true}, Row{"*_*_*", "a_b", false}, Row{"", "", true}, Row{"", "a", false}}) {
        CAPTURE(row.pattern);
        CAPTURE(row.text);
        CHECK(glob_match(row.pattern, row.text) == row.matches);
    }
}

TEST_CASE("a list of globs selects methods, an exclusion wins wherever it stands") {
    const auto selects = [](const char* methods, const char* method) {
        Context context;
        context.methods = methods;
        return context.selects(method);
    };
    CHECK(Context().selects("closed_form"));
    CHECK(selects("arb_*,monte_carlo", "monte_carlo"));
    CHECK_FALSE(selects("arb_*,monte_carlo", "gsl_qagp"));
    CHECK(selects("!monte_carlo", "gsl_qagp"));
    CHECK_FALSE(selects("!monte_carlo", "monte_carlo"));
    const auto names = [](const char* methods, const char* method) {
        return Context{.methods = methods}.names(method);
    };
    CHECK(names("monte_carlo", "monte_carlo"));
    CHECK(names("arb_*,monte_carlo,!gsl_*", "monte_carlo"));
    for (const char* methods :
         {"*", "monte_*", "", "!arb_*", "monte_carlo_float32", "carlo", "monte_carlo,!monte_*"})
        CHECK_FALSE(names(methods, "monte_carlo"));
    CHECK_FALSE(selects("*,!gsl_*", "gsl_qagp"));
    CHECK_FALSE(selects("!gsl_*,*", "gsl_qagp"));
    CHECK(selects("!gsl_*,arb_*", "arb_integral"));
    CHECK_FALSE(selects("!gsl_*,arb_*", "boost_tanh_sinh"));
    CHECK(selects("arb_*,", "arb_integral"));
    CHECK_FALSE(selects("ARB_*", "arb_integral"));
}

TEST_CASE("precision covers the digits, and cancellation interrupts") {
    for (const long digits : {1L, 30L, 1000L, 10'000L}) {
        CHECK(static_cast<double>(Context::bits_for(digits)) > static_cast<double>(digits) * 3.3219281 + 16);
    }
    Context context;
    context.check_cancelled();
    std::atomic<bool> cancelled = false;
    context.cancelled = &cancelled;
    context.check_cancelled();
    cancelled = true;
    CHECK_THROWS_AS(context.check_cancelled(), Interrupted);
}

TEST_CASE("only an enclosure with status ok proves a value") {
    const auto evidence = [](Kind kind, Status status, double value, double radius) {
        Evidence one;
        one.kind = kind;
        one.status = status;
        one.value = Ball(value).at_precision(100).widened(Ball(radius));
        return one;
    };
    const Evidence wide = evidence(Kind::enclosure, Status::ok, 1.25, 1e-3);
    const Evidence narrow = evidence(Kind::enclosure, Status::ok, 1.25, 1e-9);
    const Evidence sample = evidence(Kind::sample, Status::ok, 1.25, 0);
    const Evidence broken = evidence(Kind::enclosure, Status::unable, 7, 0);
    const Evidence domain = evidence(Kind::enclosure, Status::domain, 7, 0);
    const Result result({sample, wide, broken, narrow}, 30);
    CHECK(result.enclosure() == &result.evidence()[3]);
    CHECK(result.status() == Status::ok);
    CHECK(result.value() == 1.25);
    CHECK(result.decimal().substr(0, 8) == "1.250000");
    CHECK(result.decimal().size() < 12);
    CHECK(result.reason().empty());
    CHECK(Result({sample, broken}, 30).status() == Status::unable);
    CHECK_FALSE(Result({sample, broken}, 30).value().has_value());
    CHECK(Result({sample, broken}, 30).decimal().empty());
    CHECK(Result({broken, sample}, 30, true).status() == Status::ok);
    CHECK(Result({broken}, 30, true).status() == Status::unable);
    CHECK(Result({domain, sample}, 30).status() == Status::domain);
    CHECK(Result({evidence(Kind::sample, Status::domain, 0, 0)}, 30).status() == Status::unable);
    CHECK(Result({}, 30).reason() == "none of its methods is selected");
    CHECK(to_string(RouteKind::definition) == "definition");
    CHECK(to_string(Kind::estimate) == "estimate");
    CHECK(to_string(Status::unreliable) == "unreliable");
}
