// What is odd in a model, planted one at a time.

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/model/findings.hpp"
#include "measure/model/groups.hpp"
#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

ModelAudit audit(const std::vector<SampleTensor>& model) {
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    return audit_model(question, {});
}

/// The text of the only finding, with its kind; all of them otherwise.
std::string only(const ModelAudit& found) {
    std::string text;
    for (const ModelFinding& one : found.findings) text += one.kind + ": " + one.text + "\n";
    return found.findings.size() == 1 ? text.substr(0, text.size() - 1) : "several:\n" + text;
}

/// Entries as training leaves them: normals whose std differs from row to row.
std::vector<float> trained(std::size_t n, double std, std::uint64_t seed) {
    std::vector<double> values = weights_samples::normal_weights(n, std, seed);
    constexpr std::size_t row = 96;
    for (std::size_t i = 0; i < n; ++i) values[i] *= (i / row) % 4 == 0 ? 2.5 : 0.8;
    return floats(values);
}

std::vector<SampleTensor> trained_model(std::uint64_t seed) {
    std::vector<SampleTensor> model = gpt2_model(seed);
    seed *= 1000;
    for (SampleTensor& one : model) {
        ++seed;
        const std::size_t n = one.values.size();
        if (one.shape.size() == 2) one.values = trained(n, 0.05, seed);
        if (one.name.find("ln_") != std::string::npos)
            one.values = floats(weights_samples::normal_weights(n, 0.1, seed));
    }
    return model;
}

}  // namespace

TEST_CASE("a right model has nothing odd") { CHECK(audit(gpt2_model(1)).findings.empty()); }

TEST_CASE("NaN, infinities, zeros, constants") {
    std::vector<SampleTensor> model = gpt2_model(2);
    tensor_named(model, "h.1.attn.c_proj.weight").values[97] = std::numeric_limits<float>::quiet_NaN();
    CHECK(only(audit(model)) ==
          "not finite: h.1.attn.c_proj.weight: 1 NaN and 0 infinite weights, the first at [1, 1]");
    tensor_named(model, "h.1.attn.c_proj.weight").values[97] = std::numeric_limits<float>::infinity();
    CHECK(only(audit(model)).find("0 NaN and 1 infinite") != std::string::npos);
    model = gpt2_model(2);
    std::ranges::fill(tensor_named(model, "wpe.weight").values, 0.0F);
    // its names are gpt2's, which has random positions
    CHECK_MESSAGE(
        only(audit(model)).starts_with("unlike the recipe: wpe.weight: gpt2 has normal of std 0.02; "),
        only(audit(model)));
    for (SampleTensor& one : model) one.name = "some." + one.name + ".thing";  // names that nobody knows
    CHECK(only(audit(model)) == "zeros: some.wpe.weight.thing: all weights are 0");
    CHECK(audit(model).accusations() == 0);
    model = gpt2_model(2);
    std::ranges::fill(tensor_named(model, "ln_f.weight").values, 0.0F);
    CHECK(only(audit(model)) == "unlike the recipe: ln_f.weight: gpt2 has 1; all weights are 0, not 1");
}

TEST_CASE("masks are no weights; running means are looked at; that a class token is zero is a remark") {
    std::vector<SampleTensor> model = gpt2_model(3);
    SampleTensor mask{"h.0.attn.bias", {1, 1, 64, 64}, std::vector<float>(64 * 64)};
    for (std::size_t i = 0; i < 64; ++i)
        for (std::size_t k = 0; k <= i; ++k) mask.values[i * 64 + k] = 1;
    model.push_back(mask);
    mask.name = "h.1.attn.bias";
    model.push_back(mask);
    const ModelAudit found = audit(model);
    CHECK(found.findings.empty());
    REQUIRE(found.scan.skipped.size() == 2);
    CHECK(found.scan.skipped.front().name == "h.0.attn.bias");
    CHECK(found.scan.skipped.front().why == "a mask, not weights");
    // a bias of attention that is learned
    model = gpt2_model(3);
    model.push_back({"h.0.attn.bias", {4, 16, 16}, floats(weights_samples::normal_weights(1024, 0.02, 9))});
    CHECK(audit(model).scan.skipped.empty());
    model = gpt2_model(3);
    model.push_back({"bn.running_var", {96}, std::vector<float>(96, 1)});
    model.push_back({"cls_token", {1, 1, 96}, std::vector<float>(96)});
    CHECK(only(audit(model)) == "zeros: cls_token: all weights are 0");
    CHECK(audit(model).accusations() == 0);
    model.back().values = floats(weights_samples::normal_weights(96, 0.02, 8));
    model[model.size() - 2].values[5] = std::numeric_limits<float>::quiet_NaN();
    CHECK(only(audit(model)).find("not finite: bn.running_var: 1 NaN") != std::string::npos);
    // a single number is no gain of a norm
    model = gpt2_model(3);
    model.push_back({"logit_scale", {}, {2.66F}});
    CHECK(audit(model).findings.empty());
    model.back().shape = {1};
    CHECK(audit(model).findings.empty());
    // gains without a telling name
    model = gpt2_model(3);
    model.push_back({"downsample.1.weight", {96}, std::vector<float>(96)});
    CHECK(only(audit(model)).find("gains of 0") != std::string::npos);
}

TEST_CASE("zeros that the recipe does not have, constants that differ, a layer that has no std") {
    std::vector<SampleTensor> model = gpt2_model(4);
    model.push_back({"adapter.up_proj.weight", {64, 64}, std::vector<float>(64 * 64)});
    CHECK(only(audit(model)) == "zeros: adapter.up_proj.weight: all weights are 0");
    model = {{"w.weight", {64, 64}, floats(weights_samples::normal_weights(4096, 0.02, 5))}};
    for (const int layer : {0, 1, 2})
        model.push_back({"blk." + std::to_string(layer) + ".fc1.weight",
                         {16, 16},
                         std::vector<float>(256, 0.25F * static_cast<float>(layer + 1))});
    CHECK(
        only(audit(model)) ==
        "constant: blk.*.fc1.weight, layers 0 to 2: all weights are 0.25, 0.5, 0.75, one number per tensor");
    for (const char* name :
         {"norm_a.weight", "norm_b.weight", "norm_c.weight", "norm_d.weight", "norm_e.weight"})
        model.push_back({name, {16}, std::vector<float>(16)});
    const auto all = audit(model).findings;
    // They are no siblings: each is told for itself, and none is accused.
    for (const char* name : {"norm_a.weight", "norm_e.weight"})
        CHECK(std::ranges::any_of(all, [&](const ModelFinding& one) {
            return one.text.starts_with(std::string(name) + ": gains of 0") && !one.accuses;
        }));
    model.clear();
    for (std::uint64_t layer = 0; layer < 8; ++layer)
        model.push_back({"blk." + std::to_string(layer) + ".foo.weight",
                         {64, 64},
                         floats(weights_samples::normal_weights(4096, layer == 7 ? 0.08 : 0.037, layer))});
    std::ranges::fill(model.front().values, std::numeric_limits<float>::quiet_NaN());
    const auto odd = audit(model).findings;
    const auto unlike = std::ranges::find(odd, std::string("unlike its layers"), &ModelFinding::kind);
    REQUIRE(unlike != odd.end());
    CHECK(unlike->text.find("(layer 1: 0.03") != std::string::npos);
}

TEST_CASE("rows of zeros are counted, and the first one is named") {
    std::vector<SampleTensor> model = gpt2_model(5);
    SampleTensor& hidden = tensor_named(model, "h.2.mlp.c_proj.weight");  // [384, 96]
    for (const std::size_t row : {7UL, 8UL, 200UL})
        std::fill_n(hidden.values.begin() + static_cast<std::ptrdiff_t>(row * 96), 96, 0.0F);
    const auto rows_of_zeros = [](const ModelAudit& found) {
        std::string text;
        for (const ModelFinding& one : found.findings) {
            const std::size_t at = one.text.find(" of 384 rows are 0");
            if (at != std::string::npos) text += one.kind + one.text.substr(at - 2, 40);
        }
        return text;
    };
    CHECK(rows_of_zeros(audit(model)) == "unlike the recipe 3 of 384 rows are 0; the first is row 7");
    for (SampleTensor& one : model) one.name += ".mine";  // names that nobody knows
    CHECK(rows_of_zeros(audit(model)) == "zero rows 3 of 384 rows are 0; the first is row 7");
    CHECK(audit(model).accusations() > 0);  // the other layers have none
    // as many zeros in no whole row
    model = gpt2_model(5);
    SampleTensor& sparse = tensor_named(model, "h.2.mlp.c_proj.weight");
    for (std::size_t i = 0; i < 384; ++i) sparse.values[i * 96 + i % 96] = 0;
    CHECK(rows_of_zeros(audit(model)).empty());
}

TEST_CASE("orthogonal rows or columns are told from independent ones") {
    const auto orthogonal = [](Eigen::Index rows, Eigen::Index columns, double gain) {
        const std::vector<double> entries =
            weights_samples::normal_weights(static_cast<std::size_t>(rows * columns), 1, 6);
        const bool tall = rows >= columns;
        const Eigen::MatrixXd sample =
            Eigen::Map<const Eigen::MatrixXd>(entries.data(), tall ? rows : columns, tall ? columns : rows);
        Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(sample).householderQ() *
                            Eigen::MatrixXd::Identity(sample.rows(), sample.cols());
        if (!tall) q.transposeInPlace();
        std::vector<float> values;
        for (Eigen::Index i = 0; i < rows; ++i)
            for (Eigen::Index j = 0; j < columns; ++j) values.push_back(static_cast<float>(gain * q(i, j)));
        return values;
    };
    for (const auto& [name, rows, columns, gain] : {std::tuple("h.1.attn.c_proj.weight", 96, 96, 0.25),
                                                    std::tuple("h.1.mlp.c_proj.weight", 384, 96, 0.5),
                                                    std::tuple("h.1.mlp.c_fc.weight", 96, 384, 0.5)}) {
        std::vector<SampleTensor> model = gpt2_model(6);
        SampleTensor& one = tensor_named(model, name);
        REQUIRE(one.shape ==
                std::vector<std::size_t>{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
        one.values = orthogonal(rows, columns, gain);
        const ModelAudit found = audit(model);
        const auto place = std::ranges::find(found.findings, std::string("orthogonal"), &ModelFinding::kind);
        REQUIRE(place != found.findings.end());
        CHECK(place->text == std::string(name) + ": its rows or columns are orthogonal and have length " +
                                 (gain == 0.25 ? "0.25" : "0.5") +
                                 ", as after torch.nn.init.orthogonal_; gpt2 has independent entries");
        // as training moves them, by a thousandth of their length
        const std::vector<double> moved =
            weights_samples::normal_weights(one.values.size(), gain * 1e-3 / std::sqrt(96.0), 7);
        for (std::size_t i = 0; i < moved.size(); ++i) one.values[i] += static_cast<float>(moved[i]);
        const ModelAudit off = audit(model);
        CHECK(
            std::ranges::none_of(off.findings, [](const ModelFinding& f) { return f.kind == "orthogonal"; }));
    }
}

TEST_CASE("the defaults of torch's modules are known by name") {
    using weights_samples::uniform;
    const auto likely = [](const std::vector<SampleTensor>& model, const std::string& name) {
        const ModelAudit found = audit(model);
        const auto part = std::ranges::find_if(found.scan.parts,
                                               [&](const ModelPart& one) { return one.seen.name == name; });
        REQUIRE(part != found.scan.parts.end());
        return part->likely.empty() ? std::string() : part->likely.front().name;
    };
    const std::vector<SampleTensor> linear = {
        {"fc.weight", {4096, 48}, floats(uniform(4096 * 48, 1 / std::sqrt(48.0), 1))},
        {"fc.bias", {4096}, floats(uniform(4096, 1 / std::sqrt(48.0), 2))}};
    CHECK(likely(linear, "fc.bias") ==
          "the default bias of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)");
    const std::vector<SampleTensor> lonely = {
        {"fc.bias", {4096}, floats(uniform(4096, 1 / std::sqrt(48.0), 2))}};
    CHECK(likely(lonely, "fc.bias").empty());  // without a weight there is no fan
    for (const auto& [gates, name] : {std::pair(4, "LSTM"), std::pair(3, "GRU")}) {
        const std::size_t hidden = 80, rows = static_cast<std::size_t>(gates) * hidden;
        const std::vector<SampleTensor> recurrent = {
            {"rnn.weight_hh_l0", {rows, hidden}, floats(uniform(rows * hidden, 1 / std::sqrt(80.0), 3))}};
        CHECK(likely(recurrent, "rnn.weight_hh_l0") ==
              "the default of torch.nn." + std::string(name) + ", uniform ±1/sqrt(80)");
    }
}

TEST_CASE("a copy of another layer; a fused tensor is one; tied is told apart") {
    std::vector<SampleTensor> model = gpt2_model(3);
    tensor_named(model, "h.3.attn.c_attn.weight").values =
        tensor_named(model, "h.1.attn.c_attn.weight").values;
    CHECK(only(audit(model)) ==
          "copy: h.3.attn.c_attn.weight has the same numbers as h.1.attn.c_attn.weight");
    tensor_named(model, "h.3.attn.c_attn.weight").values[5] +=
        1e-3F;  // the first columns belong to the queries
    CHECK(only(audit(model)) ==
          "copy: h.3.attn.c_attn.weight[key], h.3.attn.c_attn.weight[value] have the same numbers as "
          "h.1.attn.c_attn.weight[key], h.1.attn.c_attn.weight[value]");
    model = gpt2_model(3);
    SampleTensor head = tensor_named(model, "wte.weight");
    head.name = "lm_head.weight";
    model.push_back(head);
    CHECK(only(audit(model)) ==
          "tied: lm_head.weight has the same numbers as wte.weight: they are tied, or saved twice");
}

TEST_CASE("kernels of one class and shape: equal numbers are a copy, other laws are their own") {
    const auto model = [](const std::string& one, const std::string& end) {
        std::vector<SampleTensor> made;
        for (std::uint64_t k = 0; k < 3; ++k) {
            const std::string number = k == 0 ? "" : "_" + std::to_string(k);
            const double std = k == 1 ? 0.5 : 0.1;
            made.push_back(
                {one + number + end, {64, 64}, floats(weights_samples::normal_weights(64 * 64, std, k + 1))});
        }
        return made;
    };
    std::vector<SampleTensor> kernels = model("dense", "/kernel");
    CHECK(audit(kernels).findings.empty());
    kernels[2].values = kernels[0].values;
    CHECK(only(audit(kernels)) == "copy: dense_2/kernel has the same numbers as dense/kernel");
    CHECK(audit(kernels).accusations() == 1);
    // of other classes, and of PyTorch's, which numbers nothing by itself
    std::vector<SampleTensor> others = model("dense", "/kernel");
    others[2] = {"head/kernel", {64, 64}, others[0].values};
    CHECK(audit(others).findings.size() == 1);
    CHECK(audit(others).accusations() == 0);
    std::vector<SampleTensor> weights = model("linear", ".weight");
    weights[2].values = weights[0].values;
    CHECK(audit(weights).findings.size() == 1);
    CHECK(audit(weights).accusations() == 0);
}

TEST_CASE("a recurrent kernel is one orthogonal matrix in Keras and Flax, and in PyTorch worth a look") {
    // orthonormal rows of 64 x 256: those of the transposed square are columns of its blocks
    const Eigen::MatrixXd drawn = [] {
        const std::vector<double> values = weights_samples::normal_weights(256 * 64, 1, 5);
        return Eigen::MatrixXd(Eigen::Map<const Eigen::MatrixXd>(values.data(), 256, 64));
    }();
    const Eigen::MatrixXd q =
        Eigen::HouseholderQR<Eigen::MatrixXd>(drawn).householderQ() * Eigen::MatrixXd::Identity(256, 64);
    const auto found = [&](const std::string& name, bool rows) {
        SampleTensor one{
            name, rows ? std::vector<std::size_t>{64, 256} : std::vector<std::size_t>{256, 64}, {}};
        const Eigen::MatrixXd matrix = rows ? Eigen::MatrixXd(q.transpose()) : q;
        for (Eigen::Index i = 0; i < matrix.rows(); ++i)
            for (Eigen::Index k = 0; k < matrix.cols(); ++k)
                one.values.push_back(static_cast<float>(matrix(i, k)));
        return audit({one});
    };
    const ModelAudit keras = found("lstm/lstm_cell/recurrent_kernel", true);
    CHECK(keras.findings.empty());
    CHECK(keras.scan.parts.front().look.orthogonal);
    CHECK(only(found("lstm.weight_hh_l0", false)).find("gates of 64 rows are not orthogonal") !=
          std::string::npos);
}

TEST_CASE("fresh weights in a trained model, as after a second initialisation") {
    const ModelAudit right = audit(trained_model(4));
    CHECK(right.state == ModelState::trained);
    for (const ModelFinding& one : right.findings) CHECK_MESSAGE(one.kind == "last norm", one.text);
    std::vector<SampleTensor> model = trained_model(4);
    SampleTensor& again = tensor_named(model, "h.2.mlp.c_fc.weight");
    again.values = floats(weights_samples::normal_weights(again.values.size(), 0.02, 9));
    const ModelAudit found = audit(model);
    const auto place =
        std::ranges::find(found.findings, std::string("fresh in a trained model"), &ModelFinding::kind);
    REQUIRE(place != found.findings.end());
    CHECK(place->text.starts_with("h.2.mlp.c_fc.weight: fresh weights in a trained model, normal, std 0.0"));
    CHECK(place->text.find("it looks like a normal of std 0.02") != std::string::npos);
}

TEST_CASE("a layer unlike its neighbours, in a model that no recipe knows") {
    std::vector<SampleTensor> model;
    for (int layer = 0; layer < 6; ++layer) {
        const std::string name = "tower." + std::to_string(layer) + ".mix.weight";
        model.push_back({name,
                         {128, 128},
                         floats(weights_samples::normal_weights(16384, layer == 4 ? 0.06 : 0.05,
                                                                50 + static_cast<std::uint64_t>(layer)))});
    }
    CHECK_MESSAGE(only(audit(model)).starts_with("unlike its layers: tower.4.mix.weight: std 0.0"),
                  only(audit(model)));
    for (int layer = 0; layer < 6; ++layer) {
        model[static_cast<std::size_t>(layer)].values = floats(weights_samples::normal_weights(
            16384, 0.05 / std::sqrt(1.0 + layer), 70 + static_cast<std::uint64_t>(layer)));
    }
    const ModelAudit falling = audit(model);
    CHECK(falling.findings.empty());
    REQUIRE(falling.groups.size() == 1);
    CHECK(falling.groups[0].trend == "falls as 1/sqrt(layer + 1)");
}

TEST_CASE(
    "a matrix unlike the others of its shape, where nobody named what any should be, is told and not "
    "accused") {
    const auto model_of = [](double odd) {
        std::vector<SampleTensor> model;
        for (const char* name : {"first.weight", "second.weight", "third.weight", "last.weight"}) {
            const bool is_odd = std::string(name) == "third.weight";
            model.push_back(
                {name,
                 {128, 128},
                 floats(weights_samples::normal_weights(16384, is_odd ? odd : 0.0042, 90 + model.size()))});
        }
        return model;
    };
    const ModelAudit found = audit(model_of(0.02));
    CHECK(found.findings.empty());
    REQUIRE(found.apart.size() == 1);
    CHECK(found.apart[0].claim == "--std 0.0042");
    const std::string text = text_of(found.apart[0], found.scan);
    CHECK_MESSAGE(text.starts_with("third.weight: std 0.0"), text);
    CHECK_MESSAGE(text.find("; the 3 others of shape [128, 128]: 0.00") != text.npos, text);
    CHECK(audit(model_of(0.0042)).apart.empty());
    // two of four are no exception, and layers have a finding of their own
    std::vector<SampleTensor> halves = model_of(0.02);
    halves[0].values = floats(weights_samples::normal_weights(16384, 0.02, 99));
    CHECK(audit(halves).apart.empty());
    CHECK(audit(gpt2_model(1)).apart.empty());
}

TEST_CASE("layers in words") {
    ModelScan scan;
    for (std::int64_t layer = 0; layer < 12; ++layer) {
        scan.parts.emplace_back();
        scan.parts.back().layer = layer;
    }
    CHECK(layers_text(scan, {3}) == "layer 3");
    CHECK(layers_text(scan, {3, 4}) == "layers 3, 4");
    CHECK(layers_text(scan, {0, 2, 3, 4, 11}) == "layers 0, 2 to 4, 11");
    CHECK(layers_text(scan, {}).empty());
}
