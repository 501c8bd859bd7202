#include "models/centred_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/errors.hpp>

namespace sigprop {
namespace {

bool squares_epsilon(const NormRule& rule) {
    return rule.epsilon_place == EpsilonPlace::inside_root ||
           rule.epsilon_place == EpsilonPlace::floor_of_square;
}

[[noreturn]] void refuse(std::size_t g, std::size_t size, std::size_t seen, const char* what) {
    throw InputError(fmt::format("group {}: {} {} entries are {}, and epsilon is 0: y = 0/0 is undefined", g,
                                 seen < size ? "the first" : "all", seen, what));
}

}  // namespace

CentredGroup::CentredGroup(const NormCall& call, std::size_t g, std::span<const double> x) {
    const NormRule& rule = call.rule;
    const auto seen = x.first(rule.leading == 0 ? x.size() : rule.leading);
    const auto [low, high] = std::minmax_element(seen.begin(), seen.end());
    const bool by_difference = rule.centre != NormCentre::none;
    const double size = by_difference ? *high / 2 - *low / 2 : std::max(std::fabs(*high), std::fabs(*low));
    if (*low == *high && size == 0 && call.epsilon == 0) {
        refuse(g, x.size(), seen.size(), by_difference ? "equal" : "0");
    }
    const double root = squares_epsilon(rule) ? std::sqrt(call.epsilon) : call.epsilon;
    const int exponent = std::clamp(std::ilogb(std::max(size, root)), -1000, 1000);
    scale_ = std::abs(exponent) < 200 ? 1.0 : std::ldexp(1.0, -exponent);
    const double shift = rule.centre == NormCentre::mean ? x.front() : 0.0;
    entries_.reserve(x.size());
    for (const double one : x) {
        entries_.push_back(scale_ < 1 ? one * scale_ - shift * scale_ : (one - shift) * scale_);
    }
    epsilon_ = call.epsilon * scale_ * (squares_epsilon(rule) ? scale_ : 1.0);
}

GroupMoments group_moments(std::span<const double> x) {
    const auto count = static_cast<double>(x.size());
    double sum = 0, squares = 0;
    for (const double one : x) sum += one - x.front();
    const double mean = sum / count;
    for (const double one : x) squares += (one - x.front() - mean) * (one - x.front() - mean);
    return {x.front() + mean, squares / count};
}

}  // namespace sigprop
