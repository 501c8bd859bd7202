// chi_1 says nothing about nearly equal inputs where f jumps: each quantity that rests on it refuses every
// function that violates continuity, and takes the one that differs from it by the height of the jump alone.

#include "tests/support/answers.hpp"

#include <fmt/format.h>
#include <array>

using namespace sigprop;

namespace {

/// Functions of x with a jump of the height H at the place P.
constexpr std::array shapes = {
    "tanh(x) + (H)*step(x - (P))",
    "where(x < (P), tanh(x), tanh(x) + (H))",
    "x/2 + (H)*step(x - (P))",
    "sin(x) + where(x > (P), (H), 0)",
    "erf(x) + (H)*relu(x - (P))*step(x - (P)) + (H)*step(x - (P))",
};
constexpr std::array places = {"0", "1", "-2", "sqrt(2)", "pi", "40"};
constexpr std::array users = {"activation.depth_scale(\"{}\", 0.5, 0.05)",
                              "activation.edge_of_chaos(\"{}\", 0.05)", "activation.edge_of_chaos(\"{}\")"};

std::string written(std::string shape, const std::string& height, const std::string& place) {
    for (const auto& [letter, text] : {std::pair{'H', height}, {'P', place}}) {
        for (std::size_t at = shape.find(letter); at != std::string::npos; at = shape.find(letter))
            shape.replace(at, 1, text);
    }
    return shape;
}

/// The status of the proofs, without computing where continuity is decided first.
Status status_of(const char* user, const std::string& f) {
    return answers::ask(fmt::format(fmt::runtime(user), f), 6, answers::proofs).status();
}

}  // namespace

TEST_CASE("every jump is refused, with a proof") {
    int cases = 0;
    for (const char* shape : shapes) {
        for (const char* place : places) {
            for (const char* height : {"0.1", "-30"}) {
                const std::string f = written(shape, height, place);
                CAPTURE(f);
                for (const char* user : users) {
                    CHECK(status_of(user, f) == Status::domain);
                    ++cases;
                }
            }
        }
    }
    CHECK(cases == 180);
}

TEST_CASE("a jump of height 0 is none") {
    CHECK(status_of(users[0], written(shapes[0], "0", "1")) == Status::ok);
    CHECK(status_of(users[1], written(shapes[1], "0", "1")) == Status::ok);
    CHECK(status_of(users[2], written(shapes[1], "0", "sqrt(2)")) == Status::ok);
}

TEST_CASE("a function without a value somewhere is not taken for a continuous one") {
    for (const char* f : {"atan(1/x)", "tanh(1/(x - 1))", "x/abs(x)", "exp(-1/x^2) + atan(1/(x - 3))"}) {
        CAPTURE(std::string(f));
        for (const char* user : users) CHECK(status_of(user, f) != Status::ok);
        CHECK(
            answers::ask(fmt::format("activation.correlation_at_depth(\"{}\", 1, 0.5, 1)", f), 6, "recursion")
                .status() != Status::ok);
    }
}
