#include "quantities/attention/support.hpp"

#include <stdexcept>

#include "catalogue/attention.hpp"
#include "core/ball/count.hpp"
#include "methods/softmax/near_zero.hpp"

namespace sigprop {
namespace {

/// The value is computed once, since more bits do not improve it.
Route in_doubles(RouteKind route, const char* method, Kind kind,
                 std::function<Answer(const Context& context)> value) {
    return DirectRoute{route, method, kind,
                       [value = std::move(value)](long, const Context& context) { return value(context); }};
}

}  // namespace

std::uint64_t row_length(const Real& n, const std::string& name) {
    const Rational* exact = n.rational();
    if (exact == nullptr || !exact->is_integer()) {
        throw InputError::about({name}, name + " must be an integer, not " + n.text());
    }
    if (const auto small = exact->to_int64()) return static_cast<std::uint64_t>(*small);
    return std::uint64_t{1} << 63;
}

RowsAsked rows_asked(const AttentionRowArguments& given) {
    return {given.softcap ? LogitLaw::capped_normal(given.std, *given.softcap) : LogitLaw::normal(given.std),
            row_length(given.n), given.mask};
}

Answer row_entropy(EntropyForm form, const LogitLaw& law, std::uint64_t n, RowMask mask, long bits,
                   const Context& context, TableFor lengths) {
    const bool stein = form == EntropyForm::stein;
    if (stein && law.kind != LogitLaw::Kind::normal)
        throw std::logic_error("Stein's lemma holds for the normal law only");
    if (stein && mask == RowMask::full) {
        const Ball near_zero = entropy_near_zero(law.std.at(bits + 32), log(count_ball(n, bits + 32)));
        if (near_zero.radius().magnitude_exponent() < -bits) return near_zero;
    }
    const Answer log_partition = row_mean(RowMean::log_partition, law, n, mask, bits, context, lengths);
    if (log_partition.status != Status::ok) return log_partition;
    const Answer mean =
        row_mean(stein ? RowMean::spread : RowMean::mean_logit, law, n, mask, bits, context, lengths);
    if (mean.status != Status::ok) return mean;
    const Ball mean_logit = stein ? pow(law.std.at(bits), 2) * mean.value : mean.value;
    return log_partition.value - mean_logit;
}

Route enclosed(RouteKind route, const char* method,
               std::function<Answer(long bits, const Context& context)> value) {
    return DirectRoute{route, method, Kind::enclosure, std::move(value)};
}

Route estimated(RouteKind route, const char* method, std::function<Answer(const Context& context)> value) {
    return in_doubles(route, method, Kind::estimate, std::move(value));
}

Route sampled(std::function<Answer(const Context& context)> value) {
    return in_doubles(RouteKind::simulation, "monte_carlo", Kind::sample, std::move(value));
}

}  // namespace sigprop
