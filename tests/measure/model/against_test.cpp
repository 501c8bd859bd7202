// Two checkpoints of one model in other types of numbers: a cast is rounding and nothing else, in every type
// and with the numbers below its normal ones; zeros, NaN and what has no numbers.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "measure/model/against.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

struct Stored {
    std::string dtype, bytes;
    std::size_t count;
};

/// As safetensors holds them, one tensor `w`.
std::string file_of(const Stored& one) {
    const std::string header = R"({"w":{"dtype":")" + one.dtype + R"(","shape":[)" +
                               std::to_string(one.count) + R"(],"data_offsets":[0,)" +
                               std::to_string(one.bytes.size()) + "]}}";
    return safetensors_file(header, one.bytes);
}

TensorComparison compared(const Stored& now, const Stored& before) {
    const cli::Folder folder;
    const TensorFiles a(folder.write("now.safetensors", file_of(now)));
    const TensorFiles b(folder.write("before.safetensors", file_of(before)));
    const std::vector<TensorComparison> found = compare_models(a, b, {});
    REQUIRE(found.size() == 1);
    return found[0];
}

template <class T>
Stored exactly(const std::string& dtype, const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) {
        const T one = static_cast<T>(value);
        char text[sizeof one];
        std::memcpy(text, &one, sizeof one);
        bytes.append(text, sizeof one);
    }
    return {dtype, bytes, values.size()};
}

/// Numbers of a narrow type: all its codes are decoded, and the nearest finite value is looked for.
class Narrow {
public:
    Narrow(ElementType type, std::string dtype)
        : dtype_(std::move(dtype)), size_(static_cast<int>(size_of(type))) {
        const std::size_t count = size_ == 1 ? 256 : 65'536;
        std::string bytes;
        for (std::size_t code = 0; code < count; ++code) bytes += little(code, size_);
        std::vector<double> decoded(count);
        TensorView({.shape = {count}, .type = type}, std::as_bytes(std::span(bytes))).read(0, decoded);
        for (std::size_t code = 0; code < count; ++code)
            if (std::isfinite(decoded[code])) values_.emplace_back(decoded[code], code);
        std::ranges::sort(values_);
    }

    Stored cast(const std::vector<double>& values) const {
        Stored stored{dtype_, "", values.size()};
        for (const double value : values) stored.bytes += little(values_[nearest(value)].second, size_);
        return stored;
    }

    /// The same, but for one number that is two of the type's numbers away from its nearest.
    Stored with_one_wrong(const std::vector<double>& values, std::size_t at) const {
        Stored stored = cast(values);
        const std::string code = little(values_[nearest(values[at]) + 2].second, size_);
        stored.bytes.replace(at * code.size(), code.size(), code);
        return stored;
    }

private:
    std::size_t nearest(double value) const {
        const auto above = std::ranges::lower_bound(values_, std::pair(value, std::size_t{0}));
        if (above == values_.begin()) return 0;
        if (above == values_.end()) return values_.size() - 1;
        const auto place = static_cast<std::size_t>(above - values_.begin());
        return above->first - value < value - std::prev(above)->first ? place : place - 1;
    }

    std::string dtype_;
    int size_;
    std::vector<std::pair<double, std::size_t>> values_;
};

std::string change(const Stored& now, const Stored& before) {
    return std::string(to_string(compared(now, before).change));
}

}  // namespace

TEST_CASE("a cast to any type is rounding, either way, also of what falls below its normal numbers") {
    std::vector<double> base = weights_samples::normal_weights(20'000, 0.02, 1);
    for (double& one : base) one = static_cast<float>(one);
    base[7] = 0;
    for (std::size_t i = 100; i < 140; ++i) base[i] *= std::pow(0.5, static_cast<double>(i - 100));
    const Stored wide = exactly<float>("F32", base);
    for (const auto& [type, dtype] :
         {std::pair(ElementType::float16, "F16"), std::pair(ElementType::bfloat16, "BF16"),
          std::pair(ElementType::float8_e4m3, "F8_E4M3"), std::pair(ElementType::float8_e5m2, "F8_E5M2")}) {
        const std::string shown = dtype;
        CAPTURE(shown);
        const Narrow narrow(type, dtype);
        CHECK(change(narrow.cast(base), wide) == "rounded");
        CHECK(change(wide, narrow.cast(base)) == "rounded");
        CHECK(change(narrow.with_one_wrong(base, 5), wide) == "trained");
        CHECK(change(wide, narrow.with_one_wrong(base, 130)) == "trained");
        CHECK(change(narrow.cast(base), narrow.cast(base)) == "unchanged");
        CHECK(change(narrow.with_one_wrong(base, 5), narrow.cast(base)) == "trained");
    }
    // of two narrow types the coarser one counts
    const Narrow half(ElementType::float16, "F16"), brain(ElementType::bfloat16, "BF16");
    CHECK(change(brain.cast(base), half.cast(base)) == "rounded");
}

TEST_CASE("float64 to float32 is rounding; one unit of the same type is not") {
    const std::vector<double> base = weights_samples::normal_weights(5000, 0.02, 2);
    const Stored wide = exactly<double>("F64", base);
    CHECK(change(exactly<float>("F32", base), wide) == "rounded");
    std::vector<double> other = base;
    other[3] = static_cast<double>(std::nextafterf(static_cast<float>(base[3]), 1.0F));
    CHECK(change(exactly<float>("F32", other), exactly<float>("F32", base)) == "trained");
    // beside a power of two the unit below is half the unit above
    CHECK(change(exactly<float>("F32", {1, 1}), exactly<float>("F32", {1, 1 - 0x1p-24})) == "trained");
}

TEST_CASE("zeros that agree are rescaled with the rest; one that moves is a change") {
    std::vector<double> base = weights_samples::normal_weights(5000, 0.02, 3);
    base[0] = base[1] = 0;
    std::vector<double> scaled = base;
    for (double& one : scaled) one *= 0.25;
    const TensorComparison rescaled = compared(exactly<float>("F32", scaled), exactly<float>("F32", base));
    CHECK(rescaled.change == TensorChange::rescaled);
    CHECK(rescaled.factor == 0.25);
    scaled[0] = 1e-3;
    CHECK(change(exactly<float>("F32", scaled), exactly<float>("F32", base)) == "trained");
    // of one number every change is a factor: that says nothing
    CHECK(change(exactly<float>("F32", {2}), exactly<float>("F32", {1})) == "trained");
    const TensorComparison from_zero = compared(exactly<float>("F32", {1, 2}), exactly<float>("F32", {0, 0}));
    CHECK(from_zero.change == TensorChange::trained);
    CHECK(std::isinf(from_zero.relative_change));
    CHECK(from_zero.cosine == 0);
}

TEST_CASE("what has no numbers to compare") {
    const double nan = std::nan("");
    const TensorComparison with_nan =
        compared(exactly<float>("F32", {1, nan}), exactly<float>("F32", {1, 2}));
    CHECK(with_nan.change == TensorChange::unknown);
    CHECK(with_nan.text == "NaN or infinite entries: not compared");
    CHECK(compared(exactly<float>("F32", {1, 2}), exactly<float>("F32", {1, HUGE_VAL})).change ==
          TensorChange::unknown);
    const TensorComparison counted =
        compared(exactly<float>("F32", {1, 2}), exactly<std::int64_t>("I64", {1, 2}));
    CHECK(counted.change == TensorChange::unknown);
    CHECK(counted.text == "no numbers to compare");
    CHECK(change({"F32", "", 0}, {"F32", "", 0}) == "unchanged");
    CHECK(change({"F32", "", 0}, {"F16", "", 0}) == "unknown");
    const cli::Folder folder;
    const TensorFiles whole(folder.write("a.safetensors", file_of(exactly<std::int64_t>("I64", {1, 2}))));
    CHECK(compare_models(whole, whole, {}).empty());  // counters are no weights
}
