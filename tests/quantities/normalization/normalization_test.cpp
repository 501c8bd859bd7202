// Normalisation layers: references, identities of their Jacobians, all methods together, and cases without a
// value.

#include "tests/quantities/normalization/references.hpp"

#include <sigprop/models/normalization/layer.hpp>

using namespace sigprop;
using answers::ask;

namespace {

constexpr const char* proving = "closed_form,recursion,dual,arb_integral";

Result of(const std::string& call, const std::string& methods = proving) {
    return ask("norm." + call, 30, methods);
}

bool is_zero(const std::string& expression, const std::string& methods = "closed_form") {
    const Result result = ask(expression, 30, methods);
    return result.status() == Status::ok && result.decimal() == "0";
}

/// sum over k of a(k) b(k), as text.
template <class Term>
std::string sum(int size, const Term& term) {
    std::string text = "0";
    for (int k = 0; k < size; ++k) text += " + " + term(std::to_string(k));
    return text;
}

std::string entry(const std::string& layer, const std::string& row, const std::string& column,
                  const std::string& epsilon) {
    return "norm.jacobian(" + layer + ", [1, -2, 4, 0.5], " + row + ", " + column + ", " + epsilon + ")";
}

}  // namespace

TEST_CASE("every quantity has its reference value by two proofs") {
    answers::check_references(answers::norm_rows, [](const std::string& call) { return of(call); });
    answers::check_references(
        answers::spectrum_rows, [](const std::string& call) { return of(call); }, 1);
    // Other entries, other conventions, other layers: none has its neighbour's value.
    const auto& rows = answers::norm_rows;
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed(rows[1].value)));
    for (const char* other :
         {"output(z_score, [1, -2, 4, 0.5, 3], 4)",
          "output(partial_rms_norm, [1, -2, 4, 0.5, 3], 4, 0.01, 2/5)",
          "output(layer_norm, [1, -2, 4, 0.5, 3], 2, 1e-5, epsilon_place=outside_root)"}) {
        for (const answers::Reference& row : rows) {
            if (std::string(row.call).starts_with("output"))
                CHECK_FALSE(answers::matches(of(other), answers::printed(row.value)));
        }
    }
}

TEST_CASE("what the Jacobians keep and kill") {
    const std::array<const char*, 4> x = {"1", "(-2)", "4", "0.5"};
    for (const char* row : {"0", "2"}) {
        for (const char* layer : {"rms_norm", "layer_norm", "l2_norm", "min_max"}) {
            const auto along = [&](const std::string& k) {
                return x[static_cast<std::size_t>(std::stoi(k))] + std::string(" * ") +
                       entry(layer, row, k, "0");
            };
            CHECK(is_zero(sum(4, along), "closed_form"));
            CHECK(is_zero(sum(4, along), "dual"));
        }
        const auto with_epsilon = [&](const std::string& k) {
            return x[static_cast<std::size_t>(std::stoi(k))] + std::string(" * ") +
                   entry("rms_norm", row, k, "0.1");
        };
        CHECK_FALSE(is_zero(sum(4, with_epsilon)));
        const auto ones = [&](const char* layer) {
            return is_zero(sum(4, [&](const std::string& k) { return entry(layer, row, k, "0.1"); }));
        };
        CHECK(ones("layer_norm"));
        CHECK(ones("min_max"));
        CHECK_FALSE(ones("rms_norm"));
    }
    CHECK(is_zero(entry("layer_norm", "0", "3", "0.1") + " - " + entry("layer_norm", "3", "0", "0.1")));
    CHECK_FALSE(is_zero(entry("min_max", "0", "1", "0") + " - " + entry("min_max", "1", "0", "0")));
}

TEST_CASE("sums of squares, of Jacobians and of singular values, are the norm") {
    const auto squares = [](const std::string& n) { return "norm.spectrum(" + n + ")^2"; };
    for (const NormLayer& layer : norm_layers()) {
        if (layer.rule.spread == NormSpread::range) continue;
        const std::string of_five = std::string(layer.name) + ", 5";
        const std::string rest = std::string(", 1.5, 0.25") + (layer.takes_share ? ", count=2" : "");
        const auto value = [&](const std::string& k) { return squares(of_five + ", " + k + " + 1" + rest); };
        const std::string norm = " - norm.jacobian_norm(" + of_five + rest + ")";
        CHECK(is_zero(sum(5, value) + norm));
        CHECK_FALSE(is_zero(sum(3, value) + norm));
    }
    std::string text = "0";
    for (const char* i : {"0", "1", "2", "3"})
        for (const char* j : {"0", "1", "2", "3"}) text += " + " + entry("mean_range", i, j, "0.1") + "^2";
    CHECK(is_zero(text + " - norm.jacobian_norm(mean_range, epsilon=0.1, x=[1, -2, 4, 0.5])"));
}

TEST_CASE("singular values that are all cancellation: the estimate says how little it knows") {
    for (const char* call : {"norm.spectrum(demodulation, 1, 1, rms=2, epsilon=1e-30)",
                             "norm.spectrum(batch_norm, 2, 1, rms=1e100, epsilon=1e-5)",
                             "norm.spectrum(layer_norm, 2, 1, rms=0.02, epsilon=1e-30)"}) {
        CAPTURE(call);
        const Result result = answers::ask(call, 30, "*");
        CHECK(answers::dissent(result.evidence()) == "");
        for (const Evidence& one : result.evidence()) CHECK(one.status == Status::ok);
    }
}

TEST_CASE("what the layers say of each other") {
    const std::string x = "[1, -2, 4, 0.5]";
    // RMSNorm is sqrt(d) times L2 normalisation, but only without epsilon.
    CHECK(is_zero("norm.output(rms_norm, " + x + ", 2) - 2 * norm.output(l2_norm, " + x + ", 2)"));
    CHECK_FALSE(is_zero("norm.output(rms_norm, " + x + ", 2, 1e-6) - 2 * norm.output(demodulation, " + x +
                        ", 2, 1e-6)"));
    // Along one coordinate RMSNorm is DyISRU, with the sum of the other squares as C.
    CHECK(is_zero("norm.output(rms_norm, " + x + ", 2) - sqrt(4) * 4 / sqrt(4^2 + (1 + 4 + 1/4))"));
    CHECK_FALSE(is_zero("norm.output(rms_norm, " + x + ", 1) - sqrt(4) * (-2) / sqrt(2^2 + (1 + 4 + 1/4))"));
    // A bias before BatchNorm changes nothing; before RMSNorm it does.
    for (const NormLayer& layer : norm_layers()) {
        const std::string output = "norm.output(" + std::string(layer.name);
        const bool same = is_zero(output + ", [1, 2, 7], 1, 0.1) - " + output + ", [1.3, 2.3, 7.3], 1, 0.1)");
        CHECK(same == (layer.rule.centre != NormCentre::none));
    }
    // Where all entries are equal the range has a kink, but the range divides 0: J = (I - 1 1^T/n)/r.
    CHECK(is_zero("norm.jacobian(mean_range, [2, 2, 2], 0, 1, epsilon=1) + 1/3"));
    CHECK(is_zero("norm.jacobian_norm(mean_range, x=[2, 2, 2], epsilon=1) - 2"));
    // LayerNorm of one feature is its bias, for any input.
    for (const char* feature : {"3", "-1e9", "0.1", "pi", "0"}) {
        const Result result = of("output(layer_norm, " + std::string(feature) + ", 0, 1e-5, bias=0.75)");
        CHECK(result.decimal() == "0.75");
        CHECK(is_zero("norm.jacobian(layer_norm, " + std::string(feature) + ", 0, 0, 1e-5)"));
    }
    CHECK(of("output(rms_norm, 3, 0)").decimal() == "1");
    CHECK(answers::status("norm.output(layer_norm, [sqrt(2), sqrt(2)], 0)") == "domain");
    CHECK(answers::status("norm.output(layer_norm, [sqrt(8), 2 * sqrt(2)], 0)") == "unable");
    // At 0 only epsilon divides, wherever it stands.
    CHECK(answers::matches(of("jacobian(partial_rms_norm, [0, 0], 1, 1, 0.25)"), Ball(4)));
    CHECK(answers::matches(of("jacobian(rms_norm, [0, 0], 1, 1, 0.25)"), Ball(2)));
    CHECK(answers::matches(of("jacobian(l2_norm, [0, 0], 1, 1, 0.25, epsilon_place=floor_of_square)"),
                           Ball(2)));
    CHECK(answers::matches(of("jacobian(batch_norm, [0.1, 0.1], 1, 1, 0.25, epsilon_place=floor)"), Ball(2)));
    CHECK(of("output(batch_norm, 0.1, 0, 1e-5, bias=-5, epsilon_place=floor_of_square)").decimal() == "-5");
}

TEST_CASE("differences and complex steps agree with the proofs") {
    for (const NormLayer& layer : norm_layers()) {
        for (const char* epsilon : {"0", "1e-5", "3", "300"}) {
            for (const char* column : {"0", "1", "2", "3"}) {
                const std::string call = entry(std::string(layer.name), "2", column, epsilon);
                CAPTURE(call);
                const Result result = ask(call, 30, "*");
                CHECK(answers::disagreement(result) == "");
                CHECK(result.evidence().size() == 4);
                for (const Evidence& one : result.evidence()) CHECK(one.status == Status::ok);
            }
        }
    }
    const std::string narrow = "norm.gradient(layer_norm, [1000, 1000.001, 999.999], [1, 2, -5], 1)";
    CHECK(answers::disagreement(ask(narrow, 30, "*")) == "");
    CHECK(answers::status("norm.jacobian(layer_norm, [1e9, 1e9 + 1e-6], 0, 1, 1e-20)", "complex_step") ==
          "unable");
    // No double lies between x and the point where another entry becomes the largest.
    for (const char* call : {"norm.jacobian(min_max, [1, 1 + 3e-16, 0.5], 2, 0)",
                             "norm.jacobian(mean_range, [5, 7, 7 + 1e-15], 0, 1)"}) {
        CHECK(answers::status(call, "finite_difference") == "unable");
        CHECK(answers::disagreement(ask(call, 30, "*")) == "");
    }
}

TEST_CASE("where there is no value") {
    for (const char* call : {"output(layer_norm, [3, 3], 0)",
                             "output(layer_norm, 3, 0)",
                             "output(rms_norm, [0, 0], 1)",
                             "output(min_max, [2, 2], 1)",
                             "output(l2_norm, 0, 0)",
                             "output(z_score, 7, 0, correction=1)",
                             "jacobian(min_max, [1, 1, 2], 0, 0)",
                             "jacobian(min_max, [1, 2, 2], 0, 0, 0.1)",
                             "jacobian(min_max, [2, 2, 2], 0, 1, 1)",
                             "jacobian(l2_norm, [3, 4], 0, 0, 5)",
                             "jacobian(partial_rms_norm, [0, 1], 1, 0, 0.1, count=1)",
                             "output(partial_rms_norm, [0, 1], 1, count=1)",
                             "gradient(mean_range, [4, 4], [1, 0], 0)",
                             "jacobian_norm(layer_norm, 1)",
                             "jacobian_norm(rms_norm, 8, 0)",
                             "jacobian_norm(l2_norm, 4, 1, 2)",
                             "jacobian_norm(rms_norm, x=[0, 0])",
                             "jacobian_rank(layer_norm, 1)",
                             "jacobian_rank(min_max, 1)",
                             "mean_jacobian_norm(rms_norm, 2)",
                             "mean_jacobian_norm(layer_norm, 3)",
                             "mean_jacobian_norm(layer_norm, 1)",
                             "mean_jacobian_norm(partial_rms_norm, 16, count=4)",
                             "diagonal_share(rms_norm, 1)",
                             "diagonal_share(layer_norm, 2)",
                             "spectrum(layer_norm, 1, 1)",
                             "partial_rms_inverse_mean(16)",
                             "unbiased_ratio(1)",
                             "output_second_moment(0, 0)",
                             "jacobian_error(rms_norm, 1)",
                             "jacobian_error(layer_norm, 2)"}) {
        CHECK_MESSAGE(answers::status("norm." + std::string(call)) == "domain", call);
    }
    for (const char* call :
         {"output(min_max, [1, 1, 2], 0)", "output(l2_norm, [3, 4], 0, 5)",
          "jacobian(l2_norm, [3, 4], 0, 0, 6)", "jacobian_norm(layer_norm, 1, epsilon=1e-5)",
          "jacobian_norm(rms_norm, 8, 0, 1e-6)", "mean_jacobian_norm(layer_norm, 3, epsilon=1e-5)",
          "mean_jacobian_norm(layer_norm, 2)", "jacobian_rank(layer_norm, 1, 0.1)",
          "output_second_moment(0, 1e-5)", "jacobian_error(layer_norm, 2, epsilon=1e-5)"}) {
        CHECK_MESSAGE(answers::status("norm." + std::string(call), proving) == "ok", call);
    }
}
