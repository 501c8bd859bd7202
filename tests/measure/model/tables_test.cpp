// Fixed tables: sinusoidal positions in each layout, logarithms; what looks like one and is none.

#include "measure/model/tables.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

constexpr std::size_t rows = 40;
constexpr std::size_t columns = 16;

SampleTensor tensor_of(const std::function<double(std::size_t row, std::size_t column)>& number) {
    SampleTensor made{"positions.weight", {rows, columns}, {}};
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            made.values.push_back(static_cast<float>(number(row, column)));
    return made;
}

double angle(std::size_t position, std::size_t pair) {
    return static_cast<double>(position) * std::pow(10000.0, -2.0 * static_cast<double>(pair) / columns);
}

/// "sinusoids, column by column"; the law that is seen else.
std::string law_of(const SampleTensor& tensor) {
    const cli::Folder folder;
    const TensorFiles files(folder.write("model.safetensors", safetensors_of({tensor})));
    const ModelPart part = scan_model(files, RoleRules(), {}, {}).parts.front();
    return part.law.form == SeenLaw::Form::table ? part.law.text : "";
}

}  // namespace

TEST_CASE("sinusoids: sine and cosine in turn, side by side, from any position, with a row of padding") {
    const std::string sinusoids = "sinusoids, column by column";
    const auto in_turn = [](std::size_t row, std::size_t column) {
        return column % 2 == 0 ? std::sin(angle(row, column / 2)) : std::cos(angle(row, column / 2));
    };
    const auto halves = [](std::size_t row, std::size_t column) {
        const std::size_t half = columns / 2;
        return column < half ? std::sin(angle(row, column)) : std::cos(angle(row, column - half));
    };
    CHECK(law_of(tensor_of(in_turn)) == sinusoids);
    CHECK(law_of(tensor_of(halves)) == sinusoids);
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) { return halves(row + 2, column); })) ==
          sinusoids);
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) {
              return row == 1 ? 0 : halves(row, column);
          })) == sinusoids);
    // one entry that is off by a tenth, and one column that is drawn
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) {
              return halves(row, column) - (row == 20 && column == 3 ? 0.1 : 0);
          })).empty());
    const std::vector<double> drawn = weights_samples::uniform(rows, 1, 7);
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) {
              return column == 5 ? drawn[row] : halves(row, column);
          })).empty());
}

TEST_CASE("ramps, constants and weights are no sinusoids") {
    CHECK(law_of(tensor_of([](std::size_t row, std::size_t column) {
              return static_cast<double>(row) / (rows - 1) * (column % 2 == 0 ? 1 : -1);
          })).empty());
    CHECK(law_of(tensor_of([](std::size_t, std::size_t column) {
              return column % 2 == 0 ? 1.0 : -0.5;
          })).empty());
    const std::vector<double> drawn = weights_samples::normal_weights(rows * columns, 0.3, 8);
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) {
              return drawn[row * columns + column] * (row % 4 == 0 ? 1 : 0.2);
          })).empty());
}

TEST_CASE("the logarithms of 1, 2, 3, …, of one row and of many") {
    const auto log_of = [](std::size_t, std::size_t column) {
        return std::log(static_cast<double>(column + 1));
    };
    CHECK(law_of(tensor_of(log_of)) == "the logarithms of 1, 2, 3, …");
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) {
              return log_of(row, column) + (row == 30 && column == 9 ? 0.05 : 0);
          })).empty());
    CHECK(law_of(tensor_of([&](std::size_t row, std::size_t column) {
              return log_of(row, column + 1);
          })).empty());
}

TEST_CASE("a table is neither trained nor odd") {
    const cli::Folder folder;
    std::vector<SampleTensor> model = {tensor_of([](std::size_t row, std::size_t column) {
        const std::size_t half = columns / 2;
        return column < half ? std::sin(angle(row, column)) : std::cos(angle(row, column - half));
    })};
    model.push_back({"layers.0.fc1.weight", {32, 16}, floats(weights_samples::normal_weights(512, 0.02, 3))});
    model.push_back({"decoder.positions.weight", model[0].shape, model[0].values});
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    const ModelAudit found = audit_model(question, {});
    CHECK(found.state == ModelState::fresh);
    CHECK(found.findings.empty());
}

TEST_CASE("the bias of an LSTM: 1 for the forget gates, and for no others") {
    const auto law = [](std::size_t units, std::size_t one, std::size_t changed = 1000) {
        SampleTensor bias{"lstm_cell/bias", {4 * units}, std::vector<float>(4 * units, 0.0F)};
        for (std::size_t k = 0; k < units; ++k) bias.values[one * units + k] = 1;
        if (changed < bias.values.size()) bias.values[changed] = 0.5;
        return law_of(bias);
    };
    CHECK(law(64, 1) == "1 for the forget gates of an LSTM, 0 for the others");
    CHECK(law(64, 2).empty());
    CHECK(law(64, 1, 70).empty());
    CHECK(law(64, 1, 250).empty());
}
