#include "measure/model/against.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/exact_sum.hpp"
#include "formats/list_text.hpp"
#include "measure/weights/law.hpp"

namespace sigprop {
namespace {

constexpr std::size_t block = 4096;

/// How far rounding to a type moves a number: half a unit in the last place, which below its normal numbers
/// is that of the smallest one. A cast of weights to float16 moves many of them there.
struct HalfUlp {
    double relative = 0, absolute = 0;
    [[nodiscard]] double of(double magnitude) const { return std::max(relative * magnitude, absolute); }
};

HalfUlp rounding_of(ElementType type) {
    const auto with = [](int bits, int smallest) {
        return HalfUlp{std::ldexp(1.0, -bits), std::ldexp(0.5, smallest)};
    };
    switch (type) {
        case ElementType::float8_e5m2: return with(3, -16);
        case ElementType::float8_e4m3: return with(4, -9);
        case ElementType::bfloat16: return with(8, -133);
        case ElementType::float16: return with(11, -24);
        case ElementType::float32: return with(24, -149);
        default: return with(53, -1074);
    }
}

HalfUlp wider(const HalfUlp& a, const HalfUlp& b) {
    return {std::max(a.relative, b.relative), std::max(a.absolute, b.absolute)};
}

struct Sums {
    ExactSum xx, yy, xy, dd;
    double min_ratio = HUGE_VAL, max_ratio = -HUGE_VAL;  ///< of x / y where neither is a zero
    bool finite = true, same = true, zeros_agree = true;
    HalfUlp rounding;
    bool rounded = true;  ///< to another type: no entry differs by more than that

    void add(double x, double y, double& a, double& b, double& c, double& d) {
        a += x * x;
        b += y * y;
        c += x * y;
        d += (x - y) * (x - y);
        same = same && x == y;
        rounded = rounded && std::abs(x - y) <= rounding.of(std::max(std::abs(x), std::abs(y)));
        if (y == 0 || x == 0) {
            zeros_agree = zeros_agree && x == y;
            return;
        }
        const double ratio = x / y;
        min_ratio = std::min(min_ratio, ratio);
        max_ratio = std::max(max_ratio, ratio);
    }
};

Sums sums_of(const TensorView& now, const TensorView& before, const Context& context) {
    Sums sums;
    sums.rounding = wider(rounding_of(now.type()), rounding_of(before.type()));
    sums.rounded = now.type() != before.type();
    std::vector<double> x(block);
    std::vector<double> y(block);
    for (std::size_t first = 0; first < now.numbers(); first += block) {
        const std::size_t count = std::min(block, now.numbers() - first);
        now.read(first, std::span(x).first(count));
        before.read(first, std::span(y).first(count));
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        for (std::size_t i = 0; i < count; ++i) sums.add(x[i], y[i], a, b, c, d);
        if (!std::isfinite(a) || !std::isfinite(b)) {
            sums.finite = false;
            return sums;
        }
        sums.xx.add(a);
        sums.yy.add(b);
        sums.xy.add(c);
        sums.dd.add(d);
        if (first % (block * 256) == 0) context.check_interrupted();
    }
    return sums;
}

void classify(TensorComparison& one, const Sums& sums) {
    const auto n = static_cast<double>(one.count);
    const double xx = sums.xx.to_double();
    const double yy = sums.yy.to_double();
    one.rms = std::sqrt(xx / n);
    one.rms_before = std::sqrt(yy / n);
    one.relative_change = yy > 0 ? std::sqrt(sums.dd.to_double() / yy) : xx > 0 ? HUGE_VAL : 0;
    one.cosine = xx > 0 && yy > 0 ? sums.xy.to_double() / std::sqrt(xx * yy) : 0;
    if (sums.same) {
        one.change = TensorChange::unchanged;
        one.text = "the same numbers";
        return;
    }
    if (sums.rounded) {
        one.change = TensorChange::rounded;
        one.text = "the same but for rounding";
        return;
    }
    const bool one_sign = sums.min_ratio > 0 || sums.max_ratio < 0;
    const double middle = (sums.min_ratio + sums.max_ratio) / 2;
    const double rounding = 4 * sums.rounding.relative;  // x, y and their product are rounded
    const bool one_factor = sums.max_ratio - sums.min_ratio <= rounding * std::abs(middle);
    // a few units in the last place, of some entries or all, are no factor
    if (one_sign && sums.zeros_agree && one_factor && std::abs(middle - 1) > rounding && one.count > 1) {
        one.change = TensorChange::rescaled;
        one.factor = sums.xy.to_double() / yy;
        one.text = "all times " + number_text(*one.factor, 6);
        return;
    }
    const double independent =
        accepted_errors / std::sqrt(n);  // the cosine of independent samples has std 1/sqrt(n)
    if (one.count >= enough_weights && xx > 0 && yy > 0 && std::abs(one.cosine) <= independent) {
        one.change = TensorChange::redrawn;
        one.text =
            fmt::format("uncorrelated with the old weights (cosine {}): redrawn", number_text(one.cosine, 2));
        return;
    }
    one.change = TensorChange::trained;
    one.text = fmt::format("changed by {} % of its norm, cosine {}",
                           number_text(100 * one.relative_change, 3), number_text(one.cosine, 4));
}

bool is_readable(const StoredTensor& tensor) {
    return tensor.type && *tensor.type != ElementType::complex64 && *tensor.type != ElementType::complex128;
}

}  // namespace

std::string_view to_string(TensorChange change) {
    switch (change) {
        case TensorChange::unchanged: return "unchanged";
        case TensorChange::rounded: return "rounded";
        case TensorChange::rescaled: return "rescaled";
        case TensorChange::trained: return "trained";
        case TensorChange::redrawn: return "redrawn";
        case TensorChange::reshaped: return "reshaped";
        case TensorChange::missing: return "missing";
        case TensorChange::added: return "added";
        case TensorChange::unknown: return "unknown";
    }
    return "";
}

std::vector<TensorComparison> compare_models(const TensorFiles& now, const TensorFiles& before,
                                             const Context& context) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < before.tensors().size(); ++i) places[before.tensors()[i].name] = i;
    std::vector<TensorComparison> compared;
    for (std::size_t i = 0; i < now.tensors().size(); ++i) {
        const StoredTensor& tensor = now.tensors()[i];
        if (!is_readable(tensor)) {
            places.erase(tensor.name);
            continue;
        }
        TensorComparison one;
        one.name = tensor.name;
        one.count = tensor.size();
        const auto place = places.find(tensor.name);
        if (place == places.end()) {
            one.change = TensorChange::added;
            one.text = "only in this model";
            compared.push_back(one);
            continue;
        }
        const std::size_t j = place->second;
        const StoredTensor& old = before.tensors()[j];
        places.erase(place);
        if (old.shape != tensor.shape) {
            one.change = TensorChange::reshaped;
            one.text =
                fmt::format("the shape changed from {} to {}", list_text(old.shape), list_text(tensor.shape));
        } else if (!is_readable(old) || tensor.size() == 0) {
            one.change = old.dtype == tensor.dtype ? TensorChange::unchanged : TensorChange::unknown;
            one.text = "no numbers to compare";
        } else {
            const OpenTensor open = now.open(i);
            const OpenTensor other = before.open(j);
            const Sums sums = sums_of(open.view(), other.view(), context);
            if (sums.finite) {
                classify(one, sums);
            } else {
                one.text = "NaN or infinite entries: not compared";
            }
            open.done_with(open.view().numbers());
            other.done_with(other.view().numbers());
        }
        compared.push_back(one);
    }
    for (const StoredTensor& old : before.tensors()) {
        if (!places.contains(old.name)) continue;
        TensorComparison one;
        one.name = old.name;
        one.change = TensorChange::missing;
        one.count = old.size();
        one.text = "only in the other model";
        compared.push_back(one);
    }
    return compared;
}

Record comparison_record(const TensorComparison& one) {
    Record record;
    record.id = one.name;
    record.statement = one.text;
    record.source.title = one.name;
    record.described = {{"kind", "comparison"}, {"change", std::string(to_string(one.change))}};
    record.measured = {{"count", static_cast<double>(one.count)},
                       {"rms", one.rms},
                       {"rms_before", one.rms_before},
                       {"relative_change", one.relative_change},
                       {"cosine", one.cosine},
                       {"factor", one.factor.value_or(std::nan(""))}};
    return record;
}

}  // namespace sigprop
