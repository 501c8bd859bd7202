#include "report/points.hpp"

namespace sigprop {

std::ptrdiff_t points_with_value(const Series& series) {
    return std::ranges::count(series.status, Status::ok);
}

const Series* method_that_says_all(const SweptCurve& curve) {
    const Series* found = nullptr;
    for (const Kind kind : {Kind::enclosure, Kind::sample, Kind::estimate}) {
        for (const Series& one : curve.methods) {
            const bool is_better = found == nullptr || points_with_value(one) > points_with_value(*found);
            if (one.kind == kind && is_better) found = &one;
        }
        if (found != nullptr && points_with_value(*found) > 0) break;
    }
    for (const Series& one : curve.methods) {
        if (!one.internal_error.empty() || one.axes.size() != found->axes.size()) return nullptr;
        for (std::size_t i = 0; i < one.status.size(); ++i) {
            const bool has_more = one.status[i] == Status::ok && found->status[i] != Status::ok;
            if (has_more || one.status[i] == Status::unreliable || one.status[i] == Status::internal)
                return nullptr;
        }
    }
    return found;
}

}  // namespace sigprop
