#include "quantities/normalization/written_group.hpp"

#include <sigprop/models/normalization/rule.hpp>

namespace sigprop {
namespace {

constexpr std::size_t longest = 64;

std::vector<WrittenNumber> written(const std::vector<Real>& numbers) {
    return {numbers.begin(), numbers.end()};
}

}  // namespace

std::optional<Formula> written_output(const NormPoint& point, std::size_t index) {
    if (point.x.size() > longest) return std::nullopt;
    const std::vector<WrittenNumber> x = written(point.x);
    const WrittenNumber epsilon(point.call.epsilon);
    return NormGroup<WrittenNumber>(point.call.rule, x, epsilon).output(index).formula;
}

std::optional<Formula> written_slope(const NormPoint& point, const std::vector<Real>& cotangent,
                                     std::size_t column) {
    if (point.x.size() > longest) return std::nullopt;
    const std::vector<WrittenNumber> x = written(point.x);
    const std::vector<WrittenNumber> g = written(cotangent);
    const WrittenNumber epsilon(point.call.epsilon);
    return NormGroup<WrittenNumber>(point.call.rule, x, epsilon).transposed(g)[column].formula;
}

}  // namespace sigprop
