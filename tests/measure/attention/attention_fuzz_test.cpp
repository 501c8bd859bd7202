// Files for attention that are damaged or inconsistent are refused with a message or measured, never read
// beyond their end (the address sanitizer watches: every file is an allocation of its own size).

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "tests/support/attention_samples.hpp"
#include "tests/support/npy_damage.hpp"

using namespace attention_samples;
using namespace sigprop;

namespace {

enum class Ending : std::uint8_t { refused, measured };

Ending attempt(const std::string& q_bytes, const std::string& k_bytes, const AttentionQuestion& question) {
    const npy_samples::Alone q(q_bytes);
    const npy_samples::Alone k(k_bytes);
    try {
        const auto named = [&](const npy_samples::Alone& bytes, const char* name) {
            return NamedTensor{parse_npy(bytes.span(), name, {question.bfloat16}), name};
        };
        const AttentionMeasurement found =
            measure_attention(named(q, "q.npy"), named(k, "k.npy"), question, {.digits = 6});
        for (const HeadMeasurement& one : found.heads) CHECK(one.statistics.rows == 0);
        return Ending::measured;
    } catch (const InputError& error) {
        const std::string message = error.what();
        const bool names_it = message.starts_with("q.npy") || message.starts_with("k.npy");
        CHECK_MESSAGE(names_it, message);
        return Ending::refused;
    }
}

/// All bits set: NaN in every type, so that no expectation is computed.
std::string nans(const std::string& dictionary, std::size_t bytes) {
    return npy_samples::file(dictionary, std::string(bytes, '\xff'));
}

}  // namespace

TEST_CASE("cut anywhere, lengthened, swapped") {
    const std::string q = nans(npy_samples::dictionary("<f4", "(2, 3, 4)"), 96);
    const std::string k = nans(npy_samples::dictionary("<f4", "(1, 5, 4)"), 80);
    REQUIRE(attempt(q, k, {}) == Ending::measured);
    for (std::size_t length = 0; length < q.size(); ++length) {
        CHECK(attempt(q.substr(0, length), k, {}) == Ending::refused);
        if (length < k.size()) CHECK(attempt(q, k.substr(0, length), {}) == Ending::refused);
    }
    CHECK(attempt(q + "x", k, {}) == Ending::refused);
    CHECK(attempt(k, q, {}) == Ending::refused);  // two heads of k do not divide one of q
}

TEST_CASE("shapes that lie") {
    const std::string k = nans(npy_samples::dictionary("<f4", "(5, 4)"), 80);
    for (const char* shape : {"(4, 4)",
                              "(2, 4)",
                              "(3, 5)",
                              "(12,)",
                              "()",
                              "(0, 4)",
                              "(3, 0)",
                              "(3, 4, 0)",
                              "(0, 0, 3, 4)",
                              "(4294967296, 4294967296)",
                              "(4611686018427387904, 4)",
                              "(18446744073709551615, 4)",
                              "(9223372036854775808, 2, 4)",
                              "(18446744073709551616, 4)",
                              "(-3, 4)",
                              "(3, -4)",
                              "(3.0, 4)",
                              "(1000000000000, 0, 3, 4)",
                              "(3, 4",
                              "3, 4"}) {
        CAPTURE(shape);
        CHECK(attempt(nans(npy_samples::dictionary("<f4", shape), 48), k, {}) == Ending::refused);
    }
    CHECK(attempt(nans(npy_samples::dictionary("<f4", "(3, 4)"), 48), k, {}) == Ending::measured);
}

TEST_CASE("types by name") {
    const std::string k = nans(npy_samples::dictionary("<f4", "(5, 4)"), 80);
    const auto q = [](const char* descr, std::size_t size) {
        return nans(npy_samples::dictionary(descr, "(3, 4)"), 12 * size);
    };
    for (const auto& [descr, size] : {std::pair("<f2", 2), std::pair(">f2", 2), std::pair("=f4", 4),
                                      std::pair(">f4", 4), std::pair("<f8", 8), std::pair("f8", 8)}) {
        CHECK(attempt(q(descr, static_cast<std::size_t>(size)), k, {}) == Ending::measured);
    }
    for (const char* descr : {"<u2", ">i2", "|V2"}) {
        CHECK(attempt(q(descr, 2), k, {.bfloat16 = true}) == Ending::measured);
        CHECK(attempt(q(descr, 2), k, {}) == Ending::refused);
    }
    for (const auto& row :
         {std::pair("<c8", 8), std::pair("<c16", 16), std::pair("<i4", 4), std::pair("|O", 8),
          std::pair("<f16", 16), std::pair("<f3", 3), std::pair("|b1", 1), std::pair("", 1),
          std::pair("<U1", 4), std::pair("float32", 4), std::pair("<f4\\x00", 4)}) {
        CAPTURE(row.first);
        CHECK(attempt(q(row.first, static_cast<std::size_t>(row.second)), k, {}) == Ending::refused);
    }
}

TEST_CASE("no mutation of a header does more than be refused") {
    const RandomStream random(1, "attention files");
    const std::string q = nans(npy_samples::dictionary("<f4", "(2, 3, 4)"), 96);
    const std::string k = nans(npy_samples::dictionary("<f4", "(1, 3, 4)"), 48);
    std::size_t measured = 0;
    constexpr std::uint64_t attempts = 10000;
    for (std::uint64_t i = 0; i < attempts; ++i) {
        const bool first = i % 2 == 0;
        const AttentionQuestion question = {.causal = i % 3 == 0, .bfloat16 = i % 5 == 0};
        const Ending ending = attempt(first ? npy_samples::mutated(q, random, i) : q,
                                      first ? k : npy_samples::mutated(k, random, i), question);
        measured += ending == Ending::measured ? 1 : 0;
    }
    CHECK(measured > 20);  // some damage changes nothing that matters
    CHECK(measured < attempts * 9 / 10);
}
