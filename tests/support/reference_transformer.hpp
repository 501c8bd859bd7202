#pragma once
// The naive Transformers as a whole: embedding, residual steps, head and loss, and the derivative of the loss
// along a direction by dual numbers. In training mode and without dropout.

#include <algorithm>
#include <optional>

#include "models/transformer/transformer.hpp"
#include "tests/support/reference_attention.hpp"
#include "tests/support/reference_norms.hpp"
#include "tests/support/reference_parameters.hpp"

namespace reference_transformer {

template <class Scalar>
struct Answer {
    Scalar loss{};
    Tokens<Scalar> logits;  ///< of scored positions, in their order
};

template <class Scalar>
class Network {
public:
    Network(const sigprop::Architecture& design, const std::string& activation_name,
            const Parameters<Scalar>& parameters, Fault fault = Fault::none)
        : design_(design),
          activation_(activation<Scalar>(activation_name)),
          parameters_(parameters),
          fault_(fault) {}

    [[nodiscard]] Answer<Scalar> operator()(const sigprop::TokenBatch& batch) const {
        Tokens<Scalar> x = embedded(batch);
        if (design_.embedding_norm) x = norm("embedding norm", x);
        std::vector<HeadScores<Scalar>> scores(batch.sequences);
        Tokens<Scalar> before;  // attention, and what attention reads
        Tokens<Scalar> read;
        for (std::size_t l = 0; l < design_.steps.size(); ++l) {
            if (l % 2 == 0) before = x;
            x = next(l, x, before, read, batch, scores);
        }
        if (design_.final_norm) x = norm("final norm", x);
        if (design_.head_transform != sigprop::HeadTransform::none) x = transformed(x);
        return judged(x, batch);
    }

private:
    [[nodiscard]] const Vector<Scalar>& at(const std::string& name) const {
        const auto found = parameters_.find(name);
        if (found == parameters_.end()) throw std::logic_error("no parameter " + name);
        return found->second;
    }
    [[nodiscard]] double multiplier(sigprop::WeightRole role) const {
        return fault_ == Fault::weight_multiplier ? 1 : design_.start(role).multiplier;
    }

    [[nodiscard]] Tokens<Scalar> norm(const std::string& name, const Tokens<Scalar>& x) const {
        return norm(name, x, fault_);
    }
    [[nodiscard]] Tokens<Scalar> norm(const std::string& name, const Tokens<Scalar>& x, Fault fault) const {
        using sigprop::TransformerNorm;
        NormParameters<Scalar> learned;
        if (design_.norm.kind != TransformerNorm::none) {
            if (design_.norm.gain) learned.gain = &at(name + " gain");
            if (design_.norm.bias) learned.bias = &at(name + " bias");
        }
        if (design_.norm.kind == TransformerNorm::dyt || design_.norm.kind == TransformerNorm::dyisru) {
            learned.alpha = &at(name + " alpha");
        }
        return normalised(design_.norm, learned, x, fault);
    }

    [[nodiscard]] Tokens<Scalar> linear(std::size_t layer, const std::string& name, sigprop::WeightRole role,
                                        const Tokens<Scalar>& x) const {
        Tokens<Scalar> result;
        const auto found = parameters_.find(of_layer(layer, name + " bias"));
        const bool has_bias = found != parameters_.end() && fault_ != Fault::bias_forgotten;
        const Vector<Scalar>* bias = has_bias ? &found->second : nullptr;
        for (const Vector<Scalar>& token : x) {
            result.push_back(affine(at(of_layer(layer, name)), multiplier(role), token, bias));
        }
        return result;
    }

    [[nodiscard]] Tokens<Scalar> embedded(const sigprop::TokenBatch& batch) const {
        const std::size_t d = design_.width;
        const double scale = fault_ == Fault::embedding_scale ? 1 : design_.embedding_scale;
        Tokens<Scalar> result;
        for (std::size_t k = 0; k < batch.tokens.size(); ++k) {
            const std::size_t t = k % batch.length + (fault_ == Fault::position_shift ? 1 : 0);
            Vector<Scalar> x;
            for (std::size_t i = 0; i < d; ++i) {
                const auto factor = Scalar(scale * multiplier(sigprop::WeightRole::embedding));
                x.push_back(factor * at("embedding")[batch.tokens[k] * d + i] + position(t, i) +
                            type(k % batch.length, batch.length, i));
            }
            result.push_back(x);
        }
        return result;
    }

    /// The segments of a sequence have the types 0, 1, ….
    [[nodiscard]] Scalar type(std::size_t t, std::size_t length, std::size_t i) const {
        if (design_.token_types == 0) return Scalar(0);
        std::size_t row = 0;
        while ((row + 1) * length <= t * design_.segments) ++row;
        if (fault_ == Fault::types_zero) row = 0;
        return Scalar(multiplier(sigprop::WeightRole::token_type)) *
               at("token type")[row * design_.width + i];
    }

    /// What is added to feature i of the token at position t.
    [[nodiscard]] Scalar position(std::size_t t, std::size_t i) const {
        if (design_.positions == sigprop::Positions::learned) {
            const auto factor = Scalar(multiplier(sigprop::WeightRole::position));
            return factor * at("position")[t * design_.width + i];
        }
        if (design_.positions != sigprop::Positions::sinusoidal) return Scalar(0);
        const double exponent = static_cast<double>(i - i % 2) / static_cast<double>(design_.width);
        const double angle = static_cast<double>(t) / std::pow(10000.0, exponent);
        return Scalar(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }

    /// x' = Norm(skip x + branch Norm(F(input_scale Norm(x)))), each Norm where asked for.
    [[nodiscard]] Tokens<Scalar> next(std::size_t layer, const Tokens<Scalar>& x,
                                      const Tokens<Scalar>& before, Tokens<Scalar>& read,
                                      const sigprop::TokenBatch& batch,
                                      std::vector<HeadScores<Scalar>>& scores) const {
        using sigprop::ParallelBlocks;
        const sigprop::ResidualStep<double>& step = design_.steps[layer];
        const bool beside = layer % 2 == 1 && design_.parallel != ParallelBlocks::none;
        Tokens<Scalar> in = beside && fault_ != Fault::parallel_serial ? before : x;
        if (step.normalises_input) in = norm(of_layer(layer, "norm"), in);
        const auto input_scale = Scalar(fault_ == Fault::input_scale ? 1.0 : step.input_scale);
        for (Vector<Scalar>& token : in) {
            for (Scalar& one : token) one = input_scale * one;
        }
        const bool shares = beside && design_.parallel == ParallelBlocks::one_norm;
        if (shares && fault_ != Fault::parallel_serial && fault_ != Fault::parallel_bare) in = read;
        if (layer % 2 == 0) read = in;
        if (beside && fault_ == Fault::beside_path) {
            for (Vector<Scalar>& token : in) token = frozen(token);
        }
        Tokens<Scalar> out = layer % 2 == 0 ? attention(layer, in, batch, scores) : feed_forward(layer, in);
        if (step.normalises_branch) out = norm(of_layer(layer, "branch norm"), out);
        Tokens<Scalar> sum = x;
        for (std::size_t t = 0; t < x.size(); ++t) {
            for (std::size_t i = 0; i < x[t].size(); ++i) {
                const Scalar kept = fault_ == Fault::skip_path ? frozen(x[t][i]) : x[t][i];
                sum[t][i] = Scalar(step.skip) * kept + branch_factor(layer, i) * out[t][i];
            }
        }
        return step.normalises_sum ? norm(of_layer(layer, "sum norm"), sum) : sum;
    }

    [[nodiscard]] Scalar branch_factor(std::size_t layer, std::size_t feature) const {
        if (design_.branch_gain == sigprop::BranchGain::fixed) return Scalar(design_.steps[layer].branch);
        const Vector<Scalar>& gain = at(of_layer(layer, "branch gain"));
        const Scalar factor = design_.branch_gain == sigprop::BranchGain::scalar ? gain[0] : gain[feature];
        return fault_ == Fault::branch_gain ? frozen(factor) : factor;
    }

    [[nodiscard]] Tokens<Scalar> attention(std::size_t layer, const Tokens<Scalar>& in,
                                           const sigprop::TokenBatch& batch,
                                           std::vector<HeadScores<Scalar>>& scores) const {
        using sigprop::WeightRole;
        const Tokens<Scalar> queries = linear(layer, "query", WeightRole::query, in);
        const Tokens<Scalar> keys = linear(layer, "key", WeightRole::key, in);
        const Tokens<Scalar> values = linear(layer, "value", WeightRole::value, in);
        const bool has_gains = parameters_.count(of_layer(layer, "query norm gain")) != 0;
        Tokens<Scalar> heads;
        for (std::size_t s = 0; s < batch.sequences; ++s) {
            Projections<Scalar> one;
            for (std::size_t k = s * batch.length; k < (s + 1) * batch.length; ++k) {
                one.queries.push_back(queries[k]);
                one.keys.push_back(keys[k]);
                one.values.push_back(values[k]);
            }
            if (has_gains) {
                one.query_gain = &at(of_layer(layer, "query norm gain"));
                one.key_gain = &at(of_layer(layer, "key norm gain"));
            }
            for (const Vector<Scalar>& token : mixed(design_, layer / 2, one, scores[s], fault_))
                heads.push_back(token);
        }
        return linear(layer, "attention output", WeightRole::attention_output, heads);
    }

    [[nodiscard]] sigprop::HiddenNorm hidden_norm_place() const {
        using enum sigprop::HiddenNorm;
        if (fault_ != Fault::hidden_place || design_.hidden_norm == none) return design_.hidden_norm;
        return design_.hidden_norm == before_activation ? after_activation : before_activation;
    }

    [[nodiscard]] Tokens<Scalar> hidden_norm(std::size_t layer, const Tokens<Scalar>& x) const {
        const Fault fault = fault_ == Fault::hidden_spread ? Fault::norm_spread
                            : fault_ == Fault::hidden_mean ? Fault::norm_mean
                                                           : fault_;
        return norm(of_layer(layer, "hidden norm"), x, fault);
    }

    /// A token's weights of the experts; 0 for those that it does not take.
    [[nodiscard]] Vector<Scalar> expert_weights(const Vector<Scalar>& outputs) const {
        using std::exp;
        const sigprop::ExpertDesign& experts = design_.experts;
        std::vector<std::size_t> order(experts.count);
        for (std::size_t e = 0; e < order.size(); ++e) order[e] = e;
        const double sign = fault_ == Fault::gate_least ? 1 : -1;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return sign * value_of(outputs[a]) < sign * value_of(outputs[b]);
        });
        order.resize(experts.active);
        const bool renormalises =
            (experts.gate == sigprop::ExpertGate::renormalised) != (fault_ == Fault::gate_other);
        Scalar all(0), chosen(0);
        for (const Scalar& one : outputs) all = all + exp(one);
        for (const std::size_t e : order) chosen = chosen + exp(outputs[e]);
        Vector<Scalar> weights(experts.count, Scalar(0));
        for (const std::size_t e : order) {
            weights[e] = exp(outputs[e]) / (renormalises ? chosen : all);
            if (fault_ == Fault::gate_path) weights[e] = frozen(weights[e]);
        }
        return weights;
    }

    [[nodiscard]] Tokens<Scalar> feed_forward(std::size_t layer, const Tokens<Scalar>& in) const {
        const sigprop::ExpertDesign& experts = design_.experts;
        if (experts.count == 0) return feed_forward(layer, "", in);
        const Tokens<Scalar> outputs = linear(layer, "router", sigprop::WeightRole::router, in);
        Tokens<Scalar> sum(in.size(), Vector<Scalar>(design_.width, Scalar(0)));
        const auto add = [&](const std::string& name, std::optional<std::size_t> number) {
            const Tokens<Scalar> one = feed_forward(layer, name + " ", in);
            for (std::size_t t = 0; t < in.size(); ++t) {
                const Scalar weight = number ? expert_weights(outputs[t])[*number] : Scalar(1);
                for (std::size_t i = 0; i < sum[t].size(); ++i) sum[t][i] = sum[t][i] + weight * one[t][i];
            }
        };
        for (std::size_t e = 0; e < experts.count; ++e) add("expert " + std::to_string(e), e);
        for (std::size_t e = 0; e < experts.shared && fault_ != Fault::shared_forgotten; ++e)
            add("shared expert " + std::to_string(e), std::nullopt);
        return sum;
    }

    [[nodiscard]] Tokens<Scalar> feed_forward(std::size_t layer, const std::string& part,
                                              const Tokens<Scalar>& in) const {
        using sigprop::HiddenNorm;
        using sigprop::WeightRole;
        Tokens<Scalar> hidden = linear(layer, part + "hidden", WeightRole::hidden, in);
        Tokens<Scalar> up;
        if (design_.gated) up = linear(layer, part + "up", WeightRole::up, in);
        if (design_.gated && fault_ == Fault::gate_swap) hidden.swap(up);
        const HiddenNorm place = hidden_norm_place();
        if (place == HiddenNorm::before_activation) hidden = hidden_norm(layer, hidden);
        for (Vector<Scalar>& token : hidden) {
            for (Scalar& one : token) one = activation_(one);
        }
        const bool norm_is_late = fault_ == Fault::hidden_product;
        if (place == HiddenNorm::after_activation && !norm_is_late) hidden = hidden_norm(layer, hidden);
        for (std::size_t t = 0; t < up.size(); ++t) {
            for (std::size_t i = 0; i < up[t].size(); ++i)
                hidden[t][i] = hidden[t][i] * (fault_ == Fault::up_path ? frozen(up[t][i]) : up[t][i]);
        }
        if (place == HiddenNorm::after_activation && norm_is_late) hidden = hidden_norm(layer, hidden);
        return linear(layer, part + "hidden output", WeightRole::hidden_output, hidden);
    }

    /// W x, or Norm(f(W x)).
    [[nodiscard]] Tokens<Scalar> transformed(const Tokens<Scalar>& x) const {
        Tokens<Scalar> result;
        const Vector<Scalar>* bias = design_.biases ? &at("head dense bias") : nullptr;
        for (const Vector<Scalar>& token : x)
            result.push_back(
                affine(at("head dense"), multiplier(sigprop::WeightRole::head_dense), token, bias));
        if (design_.head_transform == sigprop::HeadTransform::dense_norm) {
            for (Vector<Scalar>& token : result) {
                for (Scalar& one : token) one = fault_ == Fault::head_activation ? one : activation_(one);
            }
            result = norm("head norm", result);
        }
        if (fault_ != Fault::head_path) return result;
        for (Vector<Scalar>& token : result) token = frozen(token);
        return result;
    }

    [[nodiscard]] Answer<Scalar> judged(const Tokens<Scalar>& x, const sigprop::TokenBatch& batch) const {
        Vector<Scalar> matrix = at(design_.tied ? "embedding" : "head");
        if (design_.tied && fault_ == Fault::tied_head) matrix = frozen(matrix);
        const double outer = fault_ == Fault::output_multiplier ? 1 : design_.output_multiplier;
        Answer<Scalar> answer;
        Scalar sum(0);
        double scored = 0;
        for (std::size_t k = 0; k < x.size(); ++k) {
            if (fault_ == Fault::unscored || batch.targets[k] >= 0) scored += 1;
            if (batch.targets[k] < 0) continue;
            const auto target = static_cast<std::size_t>(batch.targets[k]);
            const double factor = outer * multiplier(sigprop::WeightRole::head);
            answer.logits.push_back(affine<Scalar>(matrix, factor, x[k], nullptr));
            sum = sum + cross_entropy(answer.logits.back(), target, fault_);
        }
        answer.loss = sum / Scalar(scored);
        return answer;
    }

    const sigprop::Architecture& design_;
    std::function<Scalar(const Scalar&)> activation_;
    const Parameters<Scalar>& parameters_;
    Fault fault_;
};

/// d loss / d parameters along a direction; only blocks named `only`, unless it is empty.
[[nodiscard]] inline double slope_along(const sigprop::Architecture& design, const std::string& activation,
                                        const Parameters<double>& parameters,
                                        const Parameters<double>& direction, const sigprop::TokenBatch& batch,
                                        const std::string& only = {}, Fault fault = Fault::none) {
    Parameters<Dual> dual;
    for (const auto& [name, values] : parameters) {
        const bool moves = only.empty() || name == only;
        for (std::size_t i = 0; i < values.size(); ++i) {
            dual[name].push_back(Dual(values[i], moves ? direction.at(name)[i] : 0));
        }
    }
    return Network<Dual>(design, activation, dual, fault)(batch).loss.slope;
}

}  // namespace reference_transformer
