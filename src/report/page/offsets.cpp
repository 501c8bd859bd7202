#include "report/page/offsets.hpp"

#include <cmath>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

std::optional<Rational> number(const std::optional<std::string>& decimal) {
    if (!decimal) return std::nullopt;
    try {
        return Rational::from_decimal(*decimal);
    } catch (const InputError&) {  // a fraction, or an exponent beyond all reason
        return std::nullopt;
    }
}

/// The distance as a double, where there is a finite one.
std::optional<double> distance(const std::optional<Rational>& to, const Rational& from) {
    if (!to) return std::nullopt;
    try {
        const double length = (*to - from).to_double();
        return std::isfinite(length) ? std::optional(length) : std::nullopt;
    } catch (const InputError&) {  // more bits than a Rational may have
        return std::nullopt;
    }
}

std::optional<std::string> origin_of(const Record& record) {
    if (record.computed.midpoint) return record.computed.midpoint;
    for (const EvidenceRecord& one : record.evidence)
        if (one.midpoint) return one.midpoint;
    return std::nullopt;
}

}  // namespace

std::optional<Offsets> offsets_of(const Record& record) {
    const std::optional<std::string> text = origin_of(record);
    const std::optional<Rational> origin = number(text);
    if (!origin) return std::nullopt;
    Offsets offsets;
    offsets.origin = *text;
    for (const EvidenceRecord& one : record.evidence) {
        const std::optional<double> middle = distance(number(one.midpoint), *origin);
        const std::optional<double> radius = distance(number(one.radius), Rational(0));
        const bool both = middle && radius;
        offsets.evidence.push_back(both ? std::optional(Offset{*middle, *radius}) : std::nullopt);
    }
    if (record.stated) {
        offsets.stated_lower = distance(number(record.stated->lower), *origin);
        offsets.stated_upper = distance(number(record.stated->upper), *origin);
    }
    return offsets;
}

}  // namespace sigprop
