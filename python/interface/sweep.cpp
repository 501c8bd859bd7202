// An expression over a grid: one answer for each point, in the order of the grid, the last axis fastest.

#include <array>
#include <sigprop/engine/series/sweep.hpp>

#include "core/evidence/internal_error.hpp"
#include "engine/series/grid.hpp"

#include "answer.hpp"
#include "functions.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

using Answers = std::vector<std::shared_ptr<Answer>>;

/// {expression, axes: [[name, [text]]], options}: the answers
Value swept(const Request& request) {
    std::vector<Axis> axes;
    for (const auto& [name, values] :
         request["axes"].get<std::vector<std::pair<std::string, std::vector<std::string>>>>())
        axes.push_back({name, values});
    const std::string expression = request.text("expression");
    const Answers answers =
        run(context_of(request), request, [&](const Context& context, Progress& progress) {
            const Grid grid(expression, axes);
            Answers answers(grid.points());
            const bool networks = samples_networks(grid.at(0), context) && !context.proofs_only;
            Context outer = context;
            Context inner = context;
            (networks ? outer : inner).threads = 1;  // one simulation of networks has work for all threads
            for_each(grid.points(), "points", outer, progress, [&](std::size_t i) {
                const std::size_t place = i / grid.samplings();
                const std::size_t sampling = i % grid.samplings();
                const Context at = grid.sampled(inner, sampling);
                ExpressionEvidence found = or_internal_error(
                    at, [&] { return expression_evidence(grid.at(place), at); },
                    [&](std::string message) {
                        return ExpressionEvidence{.text = grid.canonical(),
                                                  .evidence = internal_error_evidence(std::move(message))};
                    });
                answers[grid.point(place, sampling)] = std::make_shared<Answer>(std::move(found), at);
            });
            return answers;
        });
    Value all = Value::array();
    for (const std::shared_ptr<Answer>& one : answers) all.push_back(answer_value(one));
    return all;
}

/// {text}: the texts of the values of an axis such as "n=64:1024:x2"
Value axis_values(const Request& request) { return parse_axis(request.text("text")).values; }

}  // namespace

std::span<const Function> sweep_functions() {
    static constexpr std::array all = {Function{"axis_values", &axis_values}, Function{"sweep", &swept}};
    return all;
}

}  // namespace sigprop::python
