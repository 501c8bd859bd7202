#include "models/network/residual_forward.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/base/doubles.hpp"
#include "models/network/token_operations.hpp"
#include "models/network/token_source.hpp"
#include "models/network/tokens.hpp"

namespace sigprop {
namespace {

/// The mean cosine over sequences and pairs of different tokens, from one pass: with u_t = x_t/|x_t|, the
/// cosines of all pairs add up to (|sum u_t|^2 - sum |u_t|^2) / 2. A zero token has the cosine 0.
/// Shapes   squares[t] = |x_t|^2; sequences of `length` >= 2 tokens
template <class Scalar>
double token_similarity(const Tokens<Scalar>& tokens, std::span<const double> squares, std::size_t length) {
    std::vector<double> inverse(squares.size());
    double ones = 0;
    for (std::size_t t = 0; t < squares.size(); ++t) {
        const bool is_zero = !(squares[t] > 0);
        inverse[t] = is_zero ? 0 : 1 / std::sqrt(squares[t]);
        ones += is_zero ? 0 : 1;
    }
    const std::size_t sequences = squares.size() / length;
    double sum_of_squares = 0;
    const Scalar* entry = tokens.data();
    for (Eigen::Index i = 0; i < tokens.rows(); ++i) {
        for (std::size_t s = 0; s < sequences; ++s) {
            double sum = 0;
            for (std::size_t t = s * length; t < (s + 1) * length; ++t) {
                sum += static_cast<double>(*entry++) * inverse[t];
            }
            sum_of_squares += sum * sum;
        }
    }
    const auto tokens_each = static_cast<double>(length);
    return (sum_of_squares - ones) / (static_cast<double>(sequences) * tokens_each * (tokens_each - 1));
}

constexpr const char* not_finite = "are not finite";
constexpr const char* no_norm = "have a token that is zero or not finite, so it has no norm";

}  // namespace

template <class Scalar>
ResidualForward<Scalar>::ResidualForward(const NetworkDesign& design, NetworkNumber network,
                                         Branch<Scalar>& branch, bool keeps_stream)
    : design_(design), network_(network), branch_(branch) {
    const auto width = static_cast<Eigen::Index>(design.width);
    const auto tokens = static_cast<Eigen::Index>(design.sequences * design.length);
    record_.is_whole = keeps_stream;
    record_.reserve(design.steps.size(), width, tokens);
    record_.output.resize(width, tokens);
    input_.resize(width, tokens);
    branch_out_.resize(width, tokens);
    products_.resize(static_cast<std::size_t>(tokens));
}

template <class Scalar>
void ResidualForward<Scalar>::run(const Context& context, NetworkProfile* profile) {
    stream(0) = network_inputs<Scalar>(design_, network_);
    feature_products(stream(0), stream(0), squares(0));
    skip_weights_.assign(products_.size(), 1.0);
    if (profile != nullptr) look_at_stream(0, *profile);
    for (std::size_t layer = 0; layer < design_.steps.size(); ++layer) {
        context.check_cancelled();
        advance(layer);
        if (profile == nullptr) continue;
        look_at_layer(layer, *profile);
        look_at_stream(layer + 1, *profile);
    }
    normalise_output();
}

template <class Scalar>
void ResidualForward<Scalar>::advance(std::size_t layer) {
    const ResidualStep<double>& step = design_.steps[layer];
    branch_.begin(layer);
    branch_.forward(branch_input(layer), branch_out_);
    if (step.normalises_branch && !normalise(design_.norm, branch_out_, 1, branch_out_, scales_)) {
        throw NetworkFailure("branch's outputs", layer, no_norm, network_);
    }
    Tokens<Scalar>& next = stream(layer + 1);
    NormScales& sums = record_.sums[record_.place(layer)];
    std::vector<double>& lengths = squares(layer + 1);
    weighted_sum(step.skip, stream(layer), step.branch, branch_out_, next, lengths, products_);
    if (step.normalises_sum) {
        if (!normalise<Scalar>(design_.norm, next, lengths, 1, next, sums)) {
            throw NetworkFailure("activations", layer, no_norm, network_);
        }
        feature_products(next, next, lengths);
        feature_products(stream(layer), next, products_);
    }
    if (!std::isfinite(total(lengths))) throw NetworkFailure("activations", layer, not_finite, network_);
    for (std::size_t t = 0; t < skip_weights_.size(); ++t) {
        skip_weights_[t] *= step.normalises_sum ? step.skip * sums.inverse[t] : step.skip;
    }
}

template <class Scalar>
const Tokens<Scalar>& ResidualForward<Scalar>::branch_input(std::size_t layer) {
    const ResidualStep<double>& step = design_.steps[layer];
    const Tokens<Scalar>& x = stream(layer);
    if (!step.normalises_input) {
        if (step.input_scale == 1) return x;
        weighted_sum(step.input_scale, x, 0, x, input_);
        return input_;
    }
    if (!normalise<Scalar>(design_.norm, x, squares(layer), step.input_scale, input_, scales_)) {
        throw NetworkFailure("inputs", layer, no_norm, network_);
    }
    return input_;
}

template <class Scalar>
void ResidualForward<Scalar>::recall_input_scales(std::size_t layer) {
    if (!design_.steps[layer].normalises_input) return;
    // The first pass has checked that it has a norm.
    static_cast<void>(norm_scales<Scalar>(design_.norm, stream(layer), squares(layer), scales_));
}

template <class Scalar>
const Tokens<Scalar>& ResidualForward<Scalar>::branch_output(const Tokens<Scalar>& input) {
    branch_.forward(input, branch_out_);
    return branch_out_;
}

template <class Scalar>
void ResidualForward<Scalar>::normalise_output() {
    const std::size_t last = design_.steps.size();
    if (!design_.final_norm) {
        record_.output = stream(last);
    } else if (!normalise<Scalar>(design_.norm, stream(last), squares(last), 1, record_.output,
                                  record_.output_scales)) {
        throw NetworkFailure("activations", last - 1, no_norm, network_);
    }
}

template <class Scalar>
void ResidualForward<Scalar>::look_at_stream(std::size_t position, NetworkProfile& profile) {
    const auto tokens = static_cast<double>(products_.size());
    profile[Observable::second_moment].push_back(total(squares(position)) /
                                                 (tokens * static_cast<double>(design_.width)));
    profile[Observable::skip_weight].push_back(total(skip_weights_) / tokens);
    if (design_.length < 2) return;
    profile[Observable::token_similarity].push_back(
        token_similarity<Scalar>(stream(position), squares(position), design_.length));
}

template <class Scalar>
void ResidualForward<Scalar>::look_at_layer(std::size_t layer, NetworkProfile& profile) {
    for (std::size_t t = 0; t < products_.size(); ++t) {
        const double lengths = squares(layer)[t] * squares(layer + 1)[t];
        products_[t] = lengths > 0 ? products_[t] / std::sqrt(lengths) : 0;
    }
    profile[Observable::cosine].push_back(total(products_) / static_cast<double>(products_.size()));
    if (design_.block != BlockKind::transformer) return;
    constexpr double nothing = not_a_number;
    const BranchView view = branch_.look();
    if (!std::isfinite(view.score_second_moment.value_or(0) + view.attention_entropy.value_or(0))) {
        throw NetworkFailure("attention's scores", layer, not_finite, network_);
    }
    profile[Observable::attention_entropy].push_back(view.attention_entropy.value_or(nothing));
    profile[Observable::score_second_moment].push_back(view.score_second_moment.value_or(nothing));
}

template class ResidualForward<float>;
template class ResidualForward<double>;

}  // namespace sigprop
