#include "engine/binding/cost_hint.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/digit.hpp"

namespace sigprop {
namespace {

constexpr int bits_of_product = 50;
constexpr std::uint64_t max_product = (std::uint64_t{1} << bits_of_product) - 1;
constexpr std::uint64_t max_sizes = 63;
constexpr std::uint64_t kind_step = std::uint64_t{1}
                                    << (bits_of_product + 6);  // between one kind of work and the next

/// Whether the digits at that place begin an integer: not the digits of a name, a fraction or a negative
/// exponent.
bool begins_integer(std::string_view text, std::size_t at) {
    if (at == 0) return true;
    const char before = text[at - 1];
    const bool letter = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') || before == '_';
    return !letter && before != '.' && before != '-';
}

/// How many sizes a call has, which are integers of 2 and more and quoted formulas, and then the product of
/// these integers.
std::uint64_t size_hint(std::string_view text) {
    std::uint64_t sizes = text.find('"') == std::string_view::npos ? 0 : 1;
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < text.size();) {
        if (!is_digit(text[i])) {
            ++i;
            continue;
        }
        const bool whole = begins_integer(text, i);
        std::uint64_t number = 0;
        for (; i < text.size() && is_digit(text[i]); ++i)
            number = std::min(max_product, 10 * number + static_cast<std::uint64_t>(text[i] - '0'));
        if (!whole || number < 2) continue;
        ++sizes;
        product = product > max_product / number ? max_product : product * number;
    }
    return (std::min(sizes, max_sizes) << bits_of_product) + product;
}

bool is_network(const DirectRoute& route, const Context& context) {
    return route.kind == Kind::sample && route.method.starts_with("network") && route.is_selected(context);
}

std::uint64_t cost_of(const Leaf& leaf, const Context& context) {
    std::uint64_t kind = 0;
    for (const Route& route : leaf.routes) {
        const auto* direct = std::get_if<DirectRoute>(&route);
        if (direct == nullptr || !direct->is_selected(context)) continue;
        if (is_network(*direct, context)) kind = 2;
        if (direct->method != "closed_form") kind = std::max<std::uint64_t>(kind, 1);
    }
    return kind == 0 ? 0 : kind * kind_step + size_hint(leaf.text);
}

}  // namespace

std::uint64_t cost_hint(const BoundExpression& bound, const Context& context) {
    std::uint64_t cost = 0;
    for (const Leaf& leaf : bound.leaves) cost = std::max(cost, cost_of(leaf, context));
    return cost;
}

bool simulates_networks(const BoundExpression& bound, const Context& context) {
    return std::ranges::any_of(bound.leaves, [&](const Leaf& leaf) {
        return std::ranges::any_of(leaf.routes, [&](const Route& route) {
            const auto* direct = std::get_if<DirectRoute>(&route);
            return direct != nullptr && is_network(*direct, context);
        });
    });
}

std::vector<std::size_t> costliest_first(std::span<const std::uint64_t> costs) {
    std::vector<std::size_t> order(costs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
    return order;
}

}  // namespace sigprop
