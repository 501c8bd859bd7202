#include "engine/recipe/recipe_report.hpp"

#include <map>
#include <sigprop/engine/evaluate.hpp>

#include "core/ball/text.hpp"

namespace sigprop {
namespace {

Series curve(const std::string& id, const char* what, const std::vector<Ball>& values, long digits) {
    Series series = block_curve(id, what, values.size());
    series.method = "recursion";
    series.kind = Kind::enclosure;
    for (std::size_t i = 0; i < values.size(); ++i) {
        series.value.set(i, proved_decimal(values[i], digits));
        series.number.set(i, nearest_double(values[i]));
        series.radius.set(i, nearest_double(values[i].radius()));
        series.status.push_back(values[i].is_finite() ? Status::ok : Status::unable);
    }
    return series;
}

}  // namespace

Series block_curve(const std::string& id, const char* what, std::size_t points) {
    std::vector<std::string> layers;
    for (std::size_t i = 0; i < points; ++i) layers.push_back(std::to_string(i));
    Series series;
    series.id = id;
    series.expression = what;
    series.axes = Axes{{"layer", std::move(layers)}};
    series.value.resize(points);
    series.number.resize(points);
    series.radius.resize(points);
    return series;
}

Report recipe_report(const SizedRecipe& recipe, const StreamPrediction& stream, const Context& context) {
    const std::string prefix = "recipe." + recipe.name + ".";
    std::map<std::string, Record> known;  // by expression: layers share them
    Report report;
    for (const SizedTensor& one : recipe.tensors) {
        if (one.std.empty()) continue;
        auto found = known.find(one.std);
        if (found == known.end()) found = known.emplace(one.std, evaluate_record(one.std, context)).first;
        Record record = found->second;
        record.id = prefix + one.name;
        record.statement = one.why;
        report.records.push_back(std::move(record));
    }
    if (!recipe.stream.is_known()) return report;
    report.series.push_back(curve(prefix + "second_moment", "E |x|^2 / d after each layer, one token",
                                  stream.second_moment, context.digits));
    report.series.push_back(curve(prefix + "least_second_moment",
                                  "E |x|^2 / d after each layer where attention contributes nothing",
                                  stream.least, context.digits));
    report.series.push_back(curve(prefix + "gradient_ratio",
                                  "E |dL/dx|^2 at each layer's input over that at the output, one token",
                                  stream.gradient_ratio, context.digits));
    return report;
}

}  // namespace sigprop
