// What a stated number may not be: how the refusal says it, and at which place.

#include <doctest/doctest.h>

#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/stated.hpp>
#include <string>

using namespace sigprop;

namespace {

std::optional<InputError> refused(const StatedTerms& terms) {
    try {
        static_cast<void>(Stated(terms));
    } catch (const InputError& error) {
        return error;
    }
    return std::nullopt;
}

/// The message; empty when there is none.
std::string refusal(const StatedTerms& terms) {
    const auto error = refused(terms);
    return error ? error->what() : "";
}
std::string refusal_of(const std::string& text) { return refusal(StatedTerms{.text = text}); }

bool says(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a text that starts like a number is told how to write one") {
    const char* decimal = "write a decimal such as 0.7737413 or 1.5e-3, an expression, or none";
    const char* suffix = "remove the suffix and write the type as \"dtype\"";
    struct Row {
        const char *text, *fix;
    };
    const Row rows[] = {{"9,5", "write the decimal point as '.'"},
                        {"0x1", "write it in decimal, not in hexadecimal"},
                        {"-0X1", "write it in decimal, not in hexadecimal"},
                        {"1_000.0", "remove the digit separators"},
                        {"1'000.0", "remove the digit separators"},
                        {"1.5f", suffix},
                        {"1.5L", suffix},
                        {"1.5d", suffix},
                        {"1.5F32", suffix},
                        {"1.5f64", suffix},
                        {"1.5q", decimal},
                        {"1e", decimal},
                        {"1e+", decimal},
                        {"--5x", decimal}};
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(refusal_of(row.text) ==
              "'" + std::string(row.text) + "' is neither a finite decimal nor an expression: " + row.fix);
    }
    for (const char* text : {"-(1", "-x(1", "-:5", "sqrt(2"}) {
        CAPTURE(text);
        CHECK(says(refusal_of(text), "is neither a finite decimal nor an expression: "));
        CHECK_FALSE(says(refusal_of(text), "write a decimal"));
    }
}

TEST_CASE("what is no number at all is refused") {
    for (const char* text : {"nan", "NAN", "inf", "+inf", "-Infinity"}) {
        CHECK(refusal_of(text) ==
              "'" + std::string(text) +
                  "' is not a finite number: write \"none\" if the claim says that no value exists");
    }
    for (const char* text : {"None", "NULL", "nil", "-none"}) {
        CHECK(refusal_of(text) ==
              "'" + std::string(text) + "' is not a number: write \"none\" if no value exists");
    }
    for (const char* text : {"[1.0, 2.0]", "pi < 4", "\"x\""}) {
        CAPTURE(text);
        CHECK(says(refusal_of(text), "its value must be a single number"));
    }
    CHECK(refusal_of("") == "stated is empty: write the number as printed");
    CHECK(refusal_of(" \t\r\n") == "stated is empty: write the number as printed");
    CHECK(refusal_of("1.0e100001") == "'1.0e100001' has an exponent beyond 100000");
    CHECK(refusal_of("1e-100001") == "'1e-100001' has an exponent beyond 100000");
    CHECK(refusal_of(std::string(20'001, '1')) == "stated is longer than 20000 characters");
    CHECK(refusal({.text = std::string(20'000, '1'), .convention = "exact"}).empty());
    CHECK(says(refusal_of("1"), "write \"1.0\", or \"convention\": \"exact\""));
    CHECK(refusal_of("+1.50E-3").empty());
    // a long text is cut
    const std::string sixty = std::string(59, 'x') + "(";
    CHECK(says(refusal_of(sixty), "'" + sixty + "' is neither"));
    CHECK(says(refusal_of(sixty + "1"), "'" + sixty + "…' is neither"));
}

TEST_CASE("the place of a refusal is the key and the part at fault") {
    struct Row {
        StatedTerms terms;
        const char* source;
        std::size_t offset, length;
    };
    const Row rows[] = {{{.text = "-nan"}, "stated", 0, 4},
                        {{.text = "Null"}, "stated", 0, 4},
                        {{.text = "12"}, "stated", 0, 2},
                        {{.text = "[1.0, 2.0]"}, "stated", 0, 10},
                        {{.text = "1,5"}, "stated", 1, 1},
                        {{.text = "1.0e100001"}, "stated", 3, 7},
                        {{.text = "65520", .dtype = "float16", .ulps = 1}, "stated", 0, 5},
                        {{.text = "1.0", .dtype = "double"}, "dtype", 0, 6},
                        {{.text = "1.0", .dtype = "int8"}, "dtype", 0, 4},
                        {{.text = "1.0", .convention = "nearest"}, "convention", 0, 7},
                        {{.text = "1.0", .tolerance = "1.x"}, "tolerance", 2, 1},
                        {{.text = "1.0", .convention = "exact", .bound = "upper"}, "convention", 0, 1},
                        {{.text = "1.0", .tolerance = "1", .standard_error = "1"}, "tolerance", 0, 1},
                        {{.text = "none", .dtype = "float32"}, "dtype", 0, 1},
                        {{.text = "1.0", .factor = "2"}, "factor", 0, 1}};
    for (const Row& row : rows) {
        CAPTURE(row.terms.text);
        CAPTURE(row.source);
        const auto error = refused(row.terms);
        REQUIRE(error);
        CHECK(error->place().source == row.source);
        CHECK(error->place().offset == row.offset);
        CHECK(error->place().length == row.length);
    }
}

TEST_CASE("an unknown convention or type is told the right word") {
    struct Row {
        const char *convention, *fix;
    };
    const Row rows[] = {{"nearest", "use rounded, truncated or exact"},
                        {"rouned", "did you mean 'rounded'?"},
                        {"bfloat16", "write a type as \"dtype\": \"bfloat16\""},
                        {"upper", "write an inequality as \"bound\": \"upper\""},
                        {"lower", "write an inequality as \"bound\": \"lower\""},
                        {"none", "if no value exists, write \"stated\": \"none\""},
                        {"tolerance", "write the key \"tolerance\" with its number"},
                        {"standard_error", "write the key \"standard_error\" with its number"}};
    for (const Row& row : rows) {
        CHECK(refusal({.text = "1.0", .convention = row.convention}) ==
              "unknown convention '" + std::string(row.convention) + "': " + row.fix);
    }
    CHECK(refusal({.text = "1.0", .dtype = "FP16"}) == "unknown dtype 'FP16': write float16");
    CHECK(refusal({.text = "1.0", .dtype = "int8"}) ==
          "unknown dtype 'int8': use float16, bfloat16, float32 or float64");
}

TEST_CASE("terms that do not go together are named") {
    const auto terms = [](StatedTerms given) { return refusal(given); };
    CHECK(terms({.text = "1.0", .convention = "exact", .bound = "upper"}) ==
          "convention and bound exclude each other: keep one of them");
    CHECK(terms({.text = "1.0", .convention = "exact", .dtype = "float32"}) ==
          "convention and dtype exclude each other: keep one of them");
    CHECK(terms({.text = "1.0", .bound = "upper", .standard_error = "1"}) ==
          "bound and standard_error exclude each other: keep one of them");
    CHECK(terms({.text = "1.0", .bound = "upper", .relative_tolerance = "1"}) ==
          "bound and tolerance exclude each other: keep one of them");
    CHECK(terms({.text = "none", .dtype = "float32"}) == "\"stated\": \"none\" takes no dtype");
    CHECK(terms({.text = "none", .dtype = "float32", .ulps = 4}) ==
          "\"stated\": \"none\" takes no tolerance");
    CHECK(terms({.text = "none", .bound = "upper"}) == "\"stated\": \"none\" takes no bound");
    CHECK(terms({.text = "none"}).empty());
    for (const char* convention : {"rounded", "truncated"}) {
        CHECK(says(terms({.text = "sqrt(2)", .convention = convention}),
                   "an expression has no printed digits, so it cannot be " + std::string(convention)));
    }
    CHECK(terms({.text = "1.0", .dtype = "float32", .ulps = 4, .says = Says::about}).empty());
    CHECK(says(terms({.text = "1.0", .dtype = "float32", .says = Says::about}), "cannot have dtype"));
}

TEST_CASE("tolerances are positive, factors above 1, units at least 1 and of a type, bounds upper or lower") {
    for (const char* wrong : {"0", "-1e-3", "abc", ""}) {
        CAPTURE(wrong);
        CHECK(says(refusal({.text = "1.0", .tolerance = wrong}), "is not a positive decimal"));
        CHECK(says(refusal({.text = "1.0", .relative_tolerance = wrong}), "is not a positive decimal"));
        CHECK(says(refusal({.text = "1.0", .standard_error = wrong}), "is not a positive decimal"));
    }
    for (const char* wrong : {"1", "0.5", "-2", "abc"}) {
        CAPTURE(wrong);
        CHECK(says(refusal({.text = "1.0", .factor = wrong, .says = Says::about}), "is not above 1"));
    }
    CHECK(refusal({.text = "1.0", .dtype = "float32", .ulps = 1}).empty());
    CHECK(says(refusal({.text = "1.0", .dtype = "float32", .ulps = 0}), "at least 1"));
    CHECK(says(refusal({.text = "-65520", .dtype = "float16", .ulps = 1}),
               "is larger than the largest float16"));
    CHECK(says(refusal({.text = "1e9", .dtype = "float16", .ulps = 1}),
               "use a relative tolerance or a wider type"));
    CHECK(refusal({.text = "65519", .dtype = "float16", .ulps = 1}).empty());
    CHECK(
        refusal({.text = "sqrt(2)*1e9", .dtype = "float16", .ulps = 1}).empty());  // read when it is computed
    CHECK(says(refusal({.text = "1.0", .ulps = 4}), "needs a \"dtype\""));
    CHECK(says(refusal({.text = "1.0", .bound = "above"}), "use upper or lower"));
}
