// Activations that are damaged or inconsistent are refused with a message or measured, never read beyond
// their end (the address sanitizer watches: every file is an allocation of its own size).

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "tests/support/elementwise_samples.hpp"
#include "tests/support/npy_damage.hpp"

using namespace elementwise_samples;
using npy_samples::dictionary;

namespace {

enum class Ending : std::uint8_t { refused, measured };

Ending attempt(const std::string& x_bytes, const std::string& weight_bytes,
               const ElementwiseQuestion& question) {
    const npy_samples::Alone x(x_bytes);
    const npy_samples::Alone weight(weight_bytes);
    try {
        const auto named = [&](const npy_samples::Alone& bytes, const char* name) {
            return NamedTensor{parse_npy(bytes.span(), name, {question.bfloat16}), name};
        };
        const ElementwiseMeasurement found =
            measure_elementwise(named(x, "x.npy"), named(weight, "g.npy"), question, quick);
        CHECK(found.rows + found.bad_rows + found.flat_rows > 0);
        return Ending::measured;
    } catch (const InputError& error) {
        const std::string message = error.what();
        CHECK_MESSAGE((message.starts_with("x.npy") || message.starts_with("g.npy")), message);
        return Ending::refused;
    }
}

std::string file(const char* descr, const std::string& shape, std::size_t bytes) {
    return npy_samples::file(dictionary(descr, shape), std::string(bytes, '\x3c'));
}

const std::string rows = file("<f4", "(2, 4, 3)", 96);
const std::string gains = file("<f4", "(3,)", 12);

}  // namespace

TEST_CASE("cut anywhere, lengthened, swapped") {
    REQUIRE(attempt(rows, gains, {}) == Ending::measured);
    for (std::size_t length = 0; length < rows.size(); ++length) {
        CHECK(attempt(rows.substr(0, length), gains, {}) == Ending::refused);
    }
    for (std::size_t length = 0; length < gains.size(); ++length) {
        CHECK(attempt(rows, gains.substr(0, length), {}) == Ending::refused);
    }
    CHECK(attempt(rows + "x", gains, {}) == Ending::refused);
    CHECK(attempt(rows, gains + "x", {}) == Ending::refused);
    CHECK(attempt(gains, rows, {}) == Ending::refused);
}

TEST_CASE("shapes and types that lie") {
    for (const char* shape : {"(24,)", "()", "(0, 4, 3)", "(2, 4, 0)", "(2, 3, 4)", "(24, 1)", "(-2, 4, 3)",
                              "(4294967296, 4294967296)", "(18446744073709551615, 3)", "(2, 4, 3.0)"}) {
        CAPTURE(shape);
        CHECK(attempt(file("<f4", shape, 96), gains, {}) == Ending::refused);
    }
    for (const char* shape : {"(4,)", "()", "(0,)", "(2, 3)", "(-3,)"}) {
        CAPTURE(shape);
        CHECK(attempt(rows, file("<f4", shape, 12), {}) == Ending::refused);
    }
    for (const char* descr : {"<c8", "<i4", "|O", "<f3", "<U1", ""}) {
        CAPTURE(descr);
        CHECK(attempt(file(descr, "(2, 4, 3)", 96), gains, {}) == Ending::refused);
        CHECK(attempt(rows, file(descr, "(3,)", 12), {}) == Ending::refused);
    }
}

TEST_CASE("numbers of any bits are measured, or named where a weight is not finite") {
    const RandomStream random(2, "elementwise numbers");
    std::size_t measured = 0;
    for (std::uint64_t i = 0; i < 80; ++i) {
        const bool bfloat16 = i % 2 == 0;
        std::string data;
        for (std::uint64_t k = 0; k < 12; ++k) {
            data +=
                npy_samples::raw(std::vector<std::uint64_t>{random.bits(i, static_cast<std::uint16_t>(k))});
        }
        const std::size_t bytes = bfloat16 ? 2 : 4;
        data.resize(24 * bytes);
        const std::string x = npy_samples::file(dictionary(bfloat16 ? "<u2" : "<f4", "(8, 3)"), data);
        const std::string weight =
            npy_samples::file(dictionary(bfloat16 ? "<u2" : "<f4", "(3,)"), data.substr(0, 3 * bytes));
        const ElementwiseQuestion question = {.layer = i % 3 == 0 ? "layer_norm" : "rms_norm",
                                              .bfloat16 = bfloat16};
        measured += attempt(x, weight, question) == Ending::measured ? 1U : 0U;
    }
    CHECK(measured > 60);
}

TEST_CASE("no mutation of a header does more than be refused") {
    const RandomStream random(1, "elementwise files");
    std::size_t measured = 0;
    constexpr std::uint64_t attempts = 1500;
    for (std::uint64_t i = 0; i < attempts; ++i) {
        const bool first = i % 2 == 0;
        const Ending ending =
            attempt(first ? npy_samples::mutated(rows, random, i) : rows,
                    first ? gains : npy_samples::mutated(gains, random, i), {.bfloat16 = i % 5 == 0});
        measured += ending == Ending::measured ? 1U : 0U;
    }
    CHECK(measured > 20);  // some damage changes nothing that matters
    CHECK(measured < attempts * 9 / 10);
}
