#include "models/transformer/transformer.hpp"

#include <array>
#include <stdexcept>

#include "core/base/doubles.hpp"
#include "models/transformer/embedding_layer.hpp"
#include "models/transformer/expert_layer.hpp"
#include "models/transformer/feed_forward_layer.hpp"
#include "models/transformer/head_transform_layer.hpp"
#include "models/transformer/output_layer.hpp"
#include "models/transformer/residual_addition.hpp"
#include "models/transformer/stream_view.hpp"

namespace sigprop {
namespace {

template <class Scalar>
LinearLayer<Scalar> head_of(const Architecture& design, Parameters<Scalar>& parameters) {
    // A tied head reads the embedding's numbers, but multiplies as a head does.
    const Learned<Scalar> weights = parameters.find(design.tied ? "embedding" : "head");
    return {weights, {}, design.output_multiplier * design.start(WeightRole::head).multiplier};
}

template <class Scalar>
std::vector<BasicTileEvaluator<Scalar>> activations_of(const Architecture& design, const Team& team) {
    const std::array<Formula, 2> both = {design.activation, design.activation.derivative()};
    return {team.size(), BasicTileEvaluator<Scalar>(both)};
}

}  // namespace

template <class Scalar>
struct Transformer<Scalar>::State {
    State(const Architecture& what, NetworkNumber network, Team& with)
        : design(what),
          team(with),
          parameters(design, network),
          running(2 * normalised_features(), Scalar(0)),
          activation(activations_of<Scalar>(design, team)),
          scratch(team.size()),
          embedding(design, parameters),
          output(head_of(design, parameters), team) {
        dropout = {.network = network, .rate = design.dropout, .norm_noise = design.norm_noise};
        if (design.embedding_norm) embedding_norm = norm("embedding norm ");
        for (std::size_t l = 0; l < design.steps.size(); ++l) add_step(l);
        if (design.final_norm) final_norm = norm("final norm ");
        if (design.head_transform != HeadTransform::none) {
            std::optional<TransformerNormLayer<Scalar>> own_norm;
            if (design.head_transform == HeadTransform::dense_norm) own_norm = norm("head norm ");
            head_transform.emplace(parameters, activation, std::move(own_norm));
        }
        streams.resize(design.steps.size() + 1);
    }

    /// Of all norms.
    [[nodiscard]] std::size_t normalised_features() const {
        std::size_t count = 0;
        const auto add = [&](bool exists) { count += exists ? design.width : 0U; };
        add(design.embedding_norm);
        add(design.final_norm);
        add(design.head_transform == HeadTransform::dense_norm);
        for (const ResidualStep<double>& step : design.steps) {
            add(step.normalises_input);
            add(step.normalises_branch);
            add(step.normalises_sum);
        }
        return count +
               (design.hidden_norm == HiddenNorm::none ? 0 : design.blocks() * design.width_of_hidden());
    }

    TransformerNormLayer<Scalar> norm(const std::string& prefix) { return norm(prefix, design.width); }

    TransformerNormLayer<Scalar> norm(const std::string& prefix, std::size_t features) {
        Scalar* const own = running.data() + running_used;
        running_used += 2 * features;
        std::fill_n(own + features, features, Scalar(1));
        return {design.norm, parameters, prefix, own};
    }

    void add_step(std::size_t l) {
        ResidualStep<double> step = design.steps[l];
        // What attention reads is scaled already.
        if (l % 2 == 1 && design.parallel == ParallelBlocks::one_norm) step.input_scale = 1;
        const std::string prefix = "layer " + std::to_string(l) + " ";
        typename ResidualAddition<Scalar>::Norms norms;
        if (step.normalises_input) norms.input = norm(prefix + "norm ");
        if (step.normalises_branch) norms.branch = norm(prefix + "branch norm ");
        if (step.normalises_sum) norms.sum = norm(prefix + "sum norm ");
        std::unique_ptr<BranchLayer<Scalar>> branch;
        if (l % 2 == 0) {
            auto layer =
                std::make_unique<AttentionLayer<Scalar>>(design, parameters, prefix, l / 2, scratch, chain);
            attentions.push_back(layer.get());
            branch = std::move(layer);
        } else if (design.experts.exists()) {
            auto layer = std::make_unique<ExpertLayer<Scalar>>(design, parameters, prefix, activation);
            mixtures.push_back(layer.get());
            branch = std::move(layer);
        } else {
            std::optional<TransformerNormLayer<Scalar>> hidden_norm;
            if (design.hidden_norm != HiddenNorm::none)
                hidden_norm = norm(prefix + "hidden norm ", design.width_of_hidden());
            branch = std::make_unique<FeedForwardLayer<Scalar>>(design, parameters, prefix, activation,
                                                                std::move(hidden_norm));
        }
        steps.emplace_back(step, prefix, parameters, std::move(norms), std::move(branch));
    }

    /// What the branch of step l reads.
    [[nodiscard]] const Tokens<Scalar>& source(std::size_t l) const {
        if (l % 2 == 0 || design.parallel == ParallelBlocks::none) return streams[l];
        return design.parallel == ParallelBlocks::one_norm ? steps[l - 1].branch_read() : streams[l - 1];
    }
    [[nodiscard]] BesideStream beside(std::size_t l) const {
        if (design.parallel == ParallelBlocks::none) return BesideStream::none;
        if (l % 2 == 1) return BesideStream::leaves;
        return design.parallel == ParallelBlocks::one_norm ? BesideStream::joins_input
                                                           : BesideStream::joins_stream;
    }

    Architecture design;
    Team& team;
    Parameters<Scalar> parameters;
    std::vector<Scalar> running;
    std::size_t running_used = 0;
    std::vector<BasicTileEvaluator<Scalar>> activation;
    std::vector<AttentionScratch<Scalar>> scratch;
    ScoreChain<Scalar> chain;
    EmbeddingLayer<Scalar> embedding;
    std::optional<TransformerNormLayer<Scalar>> embedding_norm, final_norm;
    std::vector<ResidualAddition<Scalar>> steps;
    std::vector<const AttentionLayer<Scalar>*> attentions;
    std::optional<HeadTransformLayer<Scalar>> head_transform;
    std::vector<const ExpertLayer<Scalar>*> mixtures;
    OutputLayer<Scalar> output;
    DropoutSource dropout;

    std::function<void()> poll;

    // State of the last passes
    TokenBatch batch;
    Pass pass = Pass::evaluation;
    bool has_forward = false;
    Tokens<Scalar> embedded;
    std::vector<Tokens<Scalar>> streams;
    Tokens<Scalar> last, transformed;
    Tokens<Scalar> gradient;  ///< of the stream
    StepGradients<Scalar> gradients;
    std::vector<double> gradient_squares;
};

template <class Scalar>
Transformer<Scalar>::Transformer(const Architecture& design, NetworkNumber network, Team& team) {
    // A batch is checked when it comes; here the design alone, by the smallest one it might get.
    check_architecture(design, 1, 2);
    state_ = std::make_unique<State>(design, network, team);
}
template <class Scalar>
Transformer<Scalar>::~Transformer() = default;

template <class Scalar>
const Architecture& Transformer<Scalar>::design() const {
    return state_->design;
}
template <class Scalar>
const std::vector<ParameterBlock>& Transformer<Scalar>::blocks() const {
    return state_->parameters.blocks();
}
template <class Scalar>
std::span<Scalar> Transformer<Scalar>::parameters() {
    return state_->parameters.values();
}
template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::gradient() const {
    return state_->parameters.gradient();
}
template <class Scalar>
std::span<Scalar> Transformer<Scalar>::running() {
    return state_->running;
}

template <class Scalar>
void Transformer<Scalar>::raise_branches(double share) {
    for (ResidualAddition<Scalar>& step : state_->steps) step.raise_factor(share);
}

template <class Scalar>
void Transformer<Scalar>::poll_with(std::function<void()> poll) {
    state_->poll = std::move(poll);
}

template <class Scalar>
double Transformer<Scalar>::forward(const TokenBatch& batch, Pass pass, std::uint64_t draw) {
    State& s = *state_;
    if (batch.tokens.size() != batch.sequences * batch.length || batch.targets.size() != batch.tokens.size())
        throw std::logic_error("a batch of tokens has another size than it says");
    check_architecture(s.design, batch.sequences, batch.length);
    s.batch = batch;
    s.pass = pass;
    s.dropout.draw = draw;
    s.dropout.active = pass == Pass::training;
    s.chain = {};
    s.gradient_squares.clear();
    s.embedding.forward(batch, s.embedded, s.team);
    Tokens<Scalar>& first = s.streams.front();
    if (s.embedding_norm) {
        s.embedding_norm->forward(s.embedded, 1, pass, first, s.team);
    } else {
        first = s.embedded;
    }
    s.dropout.apply("embedding", first, s.team);
    for (std::size_t l = 0; l < s.steps.size(); ++l) {
        if (s.poll) s.poll();
        s.steps[l].forward(s.streams[l], s.source(l), batch, pass, s.dropout, s.streams[l + 1], s.team);
    }
    s.has_forward = true;
    const Tokens<Scalar>* read = &s.streams.back();
    if (s.final_norm) {
        s.final_norm->forward(*read, 1, pass, s.last, s.team);
        read = &s.last;
    }
    if (s.head_transform) {
        s.head_transform->forward(*read, pass, s.transformed, s.team);
        read = &s.transformed;
    }
    return s.output.forward(*read, batch, s.team);
}

template <class Scalar>
void Transformer<Scalar>::backward() {
    State& s = *state_;
    if (!s.has_forward || s.pass != Pass::training)
        throw std::logic_error("a backward pass needs a forward pass of training before it");
    s.has_forward = false;
    Tokens<Scalar>& gradient = s.gradient;
    s.output.backward(gradient, s.team);
    if (s.head_transform) s.head_transform->backward(gradient, s.team);
    if (s.final_norm) s.final_norm->backward(gradient, gradient, s.team);
    s.gradient_squares.assign(s.streams.size(), 0);
    s.gradient_squares.back() = mean_square(gradient, s.team);
    for (std::size_t l = s.steps.size(); l-- > 0;) {
        if (s.poll) s.poll();
        s.steps[l].backward(s.dropout, gradient, s.gradients, s.beside(l), s.team);
        s.gradient_squares[l] = mean_square(gradient, s.team);
    }
    s.dropout.apply("embedding", gradient, s.team);
    if (s.embedding_norm) s.embedding_norm->backward(gradient, gradient, s.team);
    // Of the head's matrix, where that is the embedding's too, the gradient is there already.
    s.embedding.backward(s.batch, gradient, s.design.tied ? Into::sum : Into::zero, s.team);
}

template <class Scalar>
double Transformer<Scalar>::accuracy() const {
    return state_->output.accuracy();
}

template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::logits() const {
    const Tokens<Scalar>& logits = state_->output.logits();
    return {logits.data(), static_cast<std::size_t>(logits.size())};
}

template <class Scalar>
TransformerView Transformer<Scalar>::look() const {
    const State& s = *state_;
    TransformerView view;
    const double none = not_a_number;
    for (std::size_t l = 0; l < s.streams.size(); ++l) {
        view.second_moment.push_back(mean_square(s.streams[l]));
        view.token_similarity.push_back(mean_similarity(s.streams[l], s.batch.length));
        if (l == s.steps.size()) break;
        view.branch_moment.push_back(s.steps[l].branch_moment());
        view.cosine.push_back(mean_cosine(s.streams[l], s.streams[l + 1]));
        view.attention_entropy.push_back(l % 2 == 0 ? s.attentions[l / 2]->entropy() : none);
        view.gate_square.push_back(l % 2 == 1 && !s.mixtures.empty() ? s.mixtures[l / 2]->gate_square()
                                                                     : none);
        view.score_second_moment.push_back(l % 2 == 0 ? s.attentions[l / 2]->score_second_moment() : none);
    }
    for (const double square : s.gradient_squares)
        view.gradient_square.push_back(square / s.gradient_squares.back());
    view.logit_second_moment = mean_square(s.output.logits());
    return view;
}

template <class Scalar>
std::vector<double> Transformer<Scalar>::largest_scores() const {
    std::vector<double> largest;
    for (const AttentionLayer<Scalar>* const one : state_->attentions)
        largest.push_back(one->largest_score());
    return largest;
}

template <class Scalar>
auto Transformer<Scalar>::activations() const -> std::vector<Activation> {
    const State& s = *state_;
    std::vector<Activation> all;
    all.push_back(named("embedding", s.streams.front()));
    for (std::size_t l = 0; l < s.steps.size(); ++l) {
        const std::string prefix = "layer " + std::to_string(l) + " ";
        s.steps[l].branch().list(prefix, all);
        all.push_back(named(prefix + "branch", s.steps[l].branch_output()));
        all.push_back(named(prefix + "stream", s.streams[l + 1]));
    }
    all.push_back(named("logits", s.output.logits()));
    return all;
}

template class Transformer<float>;
template class Transformer<double>;

}  // namespace sigprop
