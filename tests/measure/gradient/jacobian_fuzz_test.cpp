// Files for backward passes that are damaged or inconsistent are refused with a message or measured, never
// read beyond their end (the address sanitizer watches: every file is an allocation of its own size).

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "tests/support/jacobian_samples.hpp"
#include "tests/support/npy_damage.hpp"

using namespace sigprop;

namespace {

enum class Ending : std::uint8_t { refused, measured };

/// Three arrays of one shape and a weight; one of them is damaged.
struct Case {
    std::array<std::string, 4> files;
    const char* layer = "rmsnorm";
    bool bfloat16 = false;
};

Ending attempt(const Case& one) {
    const std::array<const char*, 4> names = {"x.npy", "dy.npy", "dx.npy", "weight.npy"};
    std::vector<npy_samples::Alone> copies;
    try {
        std::vector<NamedTensor> tensors;
        for (std::size_t i = 0; i < names.size(); ++i) {
            copies.emplace_back(one.files[i]);
            tensors.push_back({parse_npy(copies.back().span(), names[i], {one.bfloat16}), names[i]});
        }
        const JacobianQuestion question = {
            .layer = one.layer,
            .epsilon = "1e-5",
            .groups = one.layer == std::string("group_norm") ? std::optional<std::size_t>(2) : std::nullopt};
        const JacobianMeasurement found = measure_jacobian(JacobianTensors{.x = tensors[0],
                                                                           .dy = tensors[1],
                                                                           .dx = tensors[2],
                                                                           .weight = tensors[3],
                                                                           .dweight = tensors[3]},
                                                           question, {.digits = 6, .methods = "closed_form"});
        CHECK(found.outputs.size() == 2);
        return Ending::measured;
    } catch (const InputError& error) {
        const std::string message = error.what();
        bool names_it = message.starts_with("--groups 2 does not divide");
        for (const char* name : names) names_it = names_it || message.starts_with(name);
        CHECK_MESSAGE(names_it, message);
        return Ending::refused;
    }
}

std::string file(const std::string& dictionary, std::size_t bytes) {
    return npy_samples::file(dictionary, std::string(bytes, '\x3c'));
}

Case good(const char* layer) {
    const std::string rows = file(npy_samples::dictionary("<f4", "(2, 4, 3)"), 96);
    const std::string row = file(npy_samples::dictionary("<f4", "(3,)"), 12);
    const std::string channels = file(npy_samples::dictionary("<f4", "(4,)"), 16);
    return {{rows, rows, rows, std::string(layer) == "rmsnorm" ? row : channels}, layer};
}

const char* const layers[] = {"rmsnorm", "batch_norm", "group_norm", "instance_norm"};

}  // namespace

TEST_CASE("cut anywhere, lengthened, lies about shapes and types") {
    for (const char* layer : layers) REQUIRE(attempt(good(layer)) == Ending::measured);
    for (std::size_t which = 0; which < 4; ++which) {
        Case one = good("rmsnorm");
        const std::string whole = one.files[which];
        for (std::size_t length = 0; length < whole.size(); ++length) {
            one.files[which] = whole.substr(0, length);
            CHECK(attempt(one) == Ending::refused);
        }
        one.files[which] = whole + "x";
        CHECK(attempt(one) == Ending::refused);
        for (const char* shape :
             {"(24,)", "()", "(0, 4, 3)", "(2, 4, 0)", "(2, 3, 4)", "(4, 2, 3)", "(-2, 4, 3)",
              "(4294967296, 4294967296)", "(18446744073709551615, 3)", "(2, 4, 3, 1)"}) {
            CAPTURE(shape);
            one.files[which] = file(npy_samples::dictionary("<f4", shape), which == 3 ? 12 : 96);
            CHECK(attempt(one) == Ending::refused);
        }
        for (const char* descr : {"<c8", "<i4", "|O", "<f3", "<U1", ""}) {
            one.files[which] = file(npy_samples::dictionary(descr, which == 3 ? "(3,)" : "(2, 4, 3)"), 96);
            CHECK(attempt(one) == Ending::refused);
        }
    }
}

TEST_CASE("numbers of any bits, in Fortran order too, are measured") {
    const RandomStream random(2, "jacobian numbers");
    for (std::uint64_t i = 0; i < 400; ++i) {
        Case one = good(layers[i % 4]);
        one.bfloat16 = i % 8 >= 4;
        for (std::size_t which = 0; which < 4; ++which) {
            const std::size_t count = which < 3 ? 24 : (i % 4 == 0 ? 3 : 4);
            std::string data;
            for (std::size_t k = 0; data.size() < count * 4; ++k) {
                const std::uint64_t bits = random.bits(i * 100 + k, static_cast<std::uint16_t>(which));
                data += npy_samples::raw(std::vector<std::uint64_t>{bits});
            }
            data.resize(count * (one.bfloat16 ? 2 : 4));
            const std::string shape = which < 3 ? "(2, 4, 3)" : "(" + std::to_string(count) + ",)";
            one.files[which] = npy_samples::file(
                npy_samples::dictionary(one.bfloat16 ? "<u2" : "<f4", shape, i % 3 == 0), data);
        }
        (void)attempt(one);  // a weight may be NaN, and is then named
    }
}

TEST_CASE("no mutation of a header does more than be refused") {
    const RandomStream random(1, "jacobian files");
    std::size_t measured = 0;
    constexpr std::uint64_t attempts = 8000;
    for (std::uint64_t i = 0; i < attempts; ++i) {
        Case one = good(layers[i / 4 % 4]);
        one.bfloat16 = i % 5 == 0;
        one.files[i % 4] = npy_samples::mutated(one.files[i % 4], random, i);
        if (attempt(one) == Ending::measured) ++measured;
    }
    CHECK(measured > 20);  // some damage changes nothing that matters
    CHECK(measured < attempts * 9 / 10);
}
