#include "models/transformer/output_layer.hpp"

#include <limits>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {

template <class Scalar>
OutputLayer<Scalar>::OutputLayer(const LinearLayer<Scalar>& head, Team& team)
    : head_(head), exps_(team.size(), BasicTileEvaluator<Scalar>(exp(Formula::variable()))) {}

template <class Scalar>
double OutputLayer<Scalar>::forward(const Tokens<Scalar>& stream, const TokenBatch& batch, Team& team) {
    places_.clear();
    targets_.clear();
    tokens_ = stream.cols();
    for (std::size_t t = 0; t < batch.targets.size(); ++t) {
        if (batch.targets[t] < 0) continue;
        places_.push_back(t);
        targets_.push_back(static_cast<std::size_t>(batch.targets[t]));
    }
    if (places_.empty()) throw InputError("no position of the batch is scored, so there is no loss");
    const std::size_t count = places_.size();
    scored_.resize(stream.rows(), static_cast<Eigen::Index>(count));
    team.split(static_cast<std::size_t>(stream.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const from = stream.data() + i * static_cast<std::size_t>(tokens_);
            for (std::size_t k = 0; k < count; ++k) scored_.data()[i * count + k] = from[places_[k]];
        }
    });
    head_.forward(scored_, logits_, team);
    sum_exponentials(team);
    TileEvaluator logs(log(Formula::variable()));
    double loss = 0;
    for (std::size_t first = 0; first < count; first += TileEvaluator::tile_size) {
        const std::size_t some = std::min(TileEvaluator::tile_size, count - first);
        const double* const variable = sums_.data() + first;
        logs(std::span(&variable, 1), some);
        for (std::size_t k = first; k < first + some; ++k) {
            const double own = static_cast<double>(logits_.data()[targets_[k] * count + k]);
            loss += logs.output(0)[k - first] + static_cast<double>(largest_[k]) - own;
        }
    }
    return loss / static_cast<double>(count);
}

template <class Scalar>
void OutputLayer<Scalar>::sum_exponentials(Team& team) {
    const std::size_t count = places_.size();
    const auto vocabulary = static_cast<std::size_t>(logits_.rows());
    largest_.assign(count, -std::numeric_limits<Scalar>::infinity());
    sums_.assign(count, 0);
    exponentials_.resize(logits_.rows(), logits_.cols());
    for_tiles(count, token_unit, team, [&](std::size_t begin, std::size_t end, std::size_t thread) {
        for (std::size_t j = 0; j < vocabulary; ++j) {
            const Scalar* const row = logits_.data() + j * count;
            for (std::size_t k = begin; k < end; ++k)
                largest_[k] = row[k] > largest_[k] ? row[k] : largest_[k];
        }
        for (std::size_t j = 0; j < vocabulary; ++j) {
            const Scalar* const row = logits_.data() + j * count;
            Scalar* const out = exponentials_.data() + j * count;
            // A logit that is not finite makes the sum NaN.
            for (std::size_t k = begin; k < end; ++k) {
                const Scalar below = row[k] - largest_[k];
                out[k] = below + Scalar(0) * below;
            }
            const Scalar* const variable = out + begin;
            exps_[thread](std::span(&variable, 1), end - begin);
            const std::span<const Scalar> powers = exps_[thread].output(0);
            for (std::size_t k = begin; k < end; ++k) {
                out[k] = powers[k - begin];
                sums_[k] += static_cast<double>(out[k]);
            }
        }
    });
}

template <class Scalar>
void OutputLayer<Scalar>::backward(Tokens<Scalar>& stream_gradient, Team& team) {
    const std::size_t count = places_.size();
    const double share = 1 / static_cast<double>(count);
    team.split(static_cast<std::size_t>(logits_.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            Scalar* const row = exponentials_.data() + j * count;
            for (std::size_t k = 0; k < count; ++k) {
                const double hit = targets_[k] == j ? 1 : 0;
                row[k] = static_cast<Scalar>((static_cast<double>(row[k]) / sums_[k] - hit) * share);
            }
        }
    });
    Tokens<Scalar>& gradient = scored_gradient_;
    head_.backward(scored_, exponentials_, gradient, team);
    stream_gradient.resize(gradient.rows(), tokens_);
    team.split(static_cast<std::size_t>(gradient.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Scalar* const to = stream_gradient.data() + i * static_cast<std::size_t>(tokens_);
            std::fill_n(to, tokens_, Scalar(0));
            for (std::size_t k = 0; k < count; ++k) to[places_[k]] = gradient.data()[i * count + k];
        }
    });
}

template <class Scalar>
double OutputLayer<Scalar>::accuracy() const {
    const std::size_t count = places_.size();
    std::size_t right = 0;
    for (std::size_t k = 0; k < count; ++k) {
        bool best = true;
        const Scalar own = logits_.data()[targets_[k] * count + k];
        for (std::size_t j = 0; j < static_cast<std::size_t>(logits_.rows()); ++j) {
            // Of equal outputs the first one counts, and none that is not a number.
            const Scalar other = logits_.data()[j * count + k];
            if (!(j < targets_[k] ? other < own : other <= own)) best = false;
        }
        right += best ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(count);
}

template class OutputLayer<float>;
template class OutputLayer<double>;

}  // namespace sigprop
