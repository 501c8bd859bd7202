#include "quantities/residual/support.hpp"

#include "catalogue/residual.hpp"
#include "methods/route_formula.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

constexpr std::int64_t longest_written = 1000;  // sublayers of a recursion that is written as one formula
constexpr std::uint64_t steps_of_a_layer = 4;   // in units of the budget: some 25 ball operations

std::optional<Answer> too_long(const ResidualStack& stack, std::uint64_t steps, const Context& context,
                               const char* what) {
    if (static_cast<std::uint64_t>(stack.sublayers) <= context.budget / steps) return std::nullopt;
    return Answer(Status::unable, std::string(what) + " over " + std::to_string(stack.sublayers) +
                                      " sublayers exceeds the budget of " + std::to_string(context.budget) +
                                      " steps at " + std::to_string(steps) + " per sublayer");
}

}  // namespace

bool is_homogeneous(const ResidualStack& stack) {
    return stack.chi_ratio.rational() != nullptr && *stack.chi_ratio.rational() == Rational(1);
}

ResidualCall call_at(const ResidualArguments& given, std::int64_t place) {
    return {residual_stack(given.stack), place, std::make_shared<const NetworkArguments>(given.network)};
}

ResidualCall call_at_sublayer(const Arguments& arguments) {
    const ResidualArguments given = arguments;
    return call_at(given, given.sublayer.value_or(0));
}

ResidualCall call_with_width(const Arguments& arguments) {
    const ResidualArguments given = arguments;
    return call_at(given, given.network.width.value());
}

Quantity residual_quantity(const ResidualQuantity& parts) {
    return quantity(parts.name, [parts](const Arguments& arguments) {
        const ResidualCall call = parts.call(arguments);
        const auto stack = std::make_shared<const ResidualStack>(call.stack);
        const std::int64_t place = call.place;
        if (parts.check) parts.check(*stack, place);
        DirectRoute closed;
        const std::uint64_t steps = steps_of_a_layer + (parts.steps ? parts.steps(*stack, place) : 0);
        closed.value = [=](long bits, const Context& context) -> Answer {
            if (parts.is_long && parts.is_long(*stack)) {
                if (auto refusal = too_long(*stack, steps, context, "the closed form, a sum"))
                    return *refusal;
            }
            return parts.closed(ResidualGrowth(*stack, bits, context), place);
        };
        DirectRoute recursion;
        recursion.route = RouteKind::definition;
        recursion.method = "recursion";
        const auto in_balls = [=](long bits, const Context& context) -> Answer {
            if (auto refusal = too_long(*stack, steps, context, "the recursion")) return *refusal;
            return parts.recursion.in_balls(ResidualRecursion(*stack, bits, context), place);
        };
        const auto written = [=]() -> std::optional<Formula> {
            if (stack->sublayers > longest_written) return std::nullopt;
            const Context context;
            const ResidualRecursionOf<Formula> sublayers(*stack, 0, context);
            return parts.recursion.in_formulas(sublayers, place);
        };
        recursion.value = with_formula_when_asked(written, in_balls);
        std::vector<Route> plans = {closed, recursion};
        if (parts.networks) parts.networks(call, plans);
        return plans;
    });
}

std::vector<Quantity> residual_quantities_of(const std::vector<ResidualQuantity>& all) {
    std::vector<Quantity> quantities;
    for (const ResidualQuantity& parts : all) quantities.push_back(residual_quantity(parts));
    return quantities;
}

}  // namespace sigprop
