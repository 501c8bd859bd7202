#include "models/transformer/expert_layer.hpp"

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

/// to(:, k) = factor_k from(:, places[k])
template <class Scalar>
void gather(const Tokens<Scalar>& from, const std::vector<std::size_t>& places, const double* factors,
            Tokens<Scalar>& to, Team& team) {
    const auto all = static_cast<std::size_t>(from.cols());
    to.resize(from.rows(), static_cast<Eigen::Index>(places.size()));
    team.split(static_cast<std::size_t>(from.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const row = from.data() + i * all;
            Scalar* const out = to.data() + i * places.size();
            for (std::size_t k = 0; k < places.size(); ++k)
                out[k] =
                    factors == nullptr ? row[places[k]] : static_cast<Scalar>(factors[k]) * row[places[k]];
        }
    });
}

/// to(:, places[k]) += factor_k from(:, k)
template <class Scalar>
void scatter(const Tokens<Scalar>& from, const std::vector<std::size_t>& places, const double* factors,
             Tokens<Scalar>& to, Team& team) {
    const auto all = static_cast<std::size_t>(to.cols());
    team.split(static_cast<std::size_t>(to.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const row = from.data() + i * places.size();
            Scalar* const out = to.data() + i * all;
            for (std::size_t k = 0; k < places.size(); ++k)
                out[places[k]] += factors == nullptr ? row[k] : static_cast<Scalar>(factors[k]) * row[k];
        }
    });
}

template <class Scalar>
void add_entries(const Tokens<Scalar>& from, Tokens<Scalar>& to, Team& team) {
    team.split(static_cast<std::size_t>(to.size()), 1024, [&](std::size_t begin, std::size_t end) {
        Scalar* const out = to.data() + begin;
        mix(Scalar(1), out, Scalar(1), from.data() + begin, end - begin, out);
    });
}

}  // namespace

template <class Scalar>
ExpertLayer<Scalar>::ExpertLayer(const Architecture& design, Parameters<Scalar>& parameters,
                                 const std::string& prefix,
                                 std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope)
    : design_(design.experts),
      router_(linear_layer(parameters, prefix + "router")),
      exp_(exp(Formula::variable())),
      experts_(design_.count) {
    const auto network = [&](const std::string& name) {
        return std::make_unique<Network>(design, parameters, name, activation_with_slope, std::nullopt);
    };
    for (std::size_t e = 0; e < experts_.size(); ++e) {
        const std::string name = prefix + "expert " + std::to_string(e) + " ";
        experts_[e].network = network(name);
        for (const char* const part : {"hidden", "up", "hidden output"}) {
            for (const char* const what : {"", " bias"}) {
                const Learned<Scalar> one = parameters.find(name + part + what);
                if (one.exists()) experts_[e].learned.push_back(one);
            }
        }
    }
    for (std::size_t e = 0; e < design_.shared; ++e)
        shared_.push_back(network(prefix + "shared expert " + std::to_string(e) + " "));
}

/// Fills shares_, chosen_ and the experts' tokens from the router's outputs.
template <class Scalar>
void ExpertLayer<Scalar>::choose(std::size_t tokens) {
    const std::size_t count = experts_.size();
    shares_.resize(count * tokens);
    chosen_.assign(count * tokens, 0);
    for (Expert& one : experts_) {
        one.tokens.clear();
        one.weights.clear();
    }
    const Scalar* const z = outputs_.data();
    for (std::size_t t = 0; t < tokens; ++t) {
        std::size_t first = count;  // the largest output's
        for (std::size_t taken = 0; taken < design_.active; ++taken) {
            std::size_t best = count;
            for (std::size_t e = 0; e < count; ++e) {
                if (chosen_[e * tokens + t] != 0) continue;
                if (best == count || z[e * tokens + t] > z[best * tokens + t]) best = e;
            }
            chosen_[best * tokens + t] = 1;
            if (first == count) first = best;
        }
        for (std::size_t e = 0; e < count; ++e) {
            const double below =
                static_cast<double>(z[e * tokens + t]) - static_cast<double>(z[first * tokens + t]);
            // An output that is not finite makes the weights NaN.
            shares_[e * tokens + t] = below + 0 * below;
        }
    }
    for (std::size_t done = 0; done < shares_.size(); done += TileEvaluator::tile_size) {
        const std::size_t some = std::min(shares_.size() - done, TileEvaluator::tile_size);
        const double* const variable = shares_.data() + done;
        exp_({&variable, 1}, some);
        std::copy_n(exp_.output(0).data(), some, shares_.data() + done);
    }
    const bool renormalises = design_.gate == ExpertGate::renormalised;
    for (std::size_t t = 0; t < tokens; ++t) {
        double sum = 0;
        for (std::size_t e = 0; e < count; ++e) {
            double& share = shares_[e * tokens + t];
            if (renormalises && chosen_[e * tokens + t] == 0) share = 0 * share;
            sum += share;
        }
        for (std::size_t e = 0; e < count; ++e) {
            double& share = shares_[e * tokens + t];
            share /= sum;
            if (chosen_[e * tokens + t] == 0) continue;
            experts_[e].tokens.push_back(t);
            experts_[e].weights.push_back(share);
        }
    }
}

template <class Scalar>
void ExpertLayer<Scalar>::forward(const Tokens<Scalar>& in, const TokenBatch& batch, Pass pass,
                                  Tokens<Scalar>& out, Team& team) {
    in_ = &in;
    router_.forward(in, outputs_, team);
    choose(static_cast<std::size_t>(in.cols()));
    out.setZero(in.rows(), in.cols());
    for (Expert& one : experts_) {
        if (one.tokens.empty()) continue;
        gather<Scalar>(in, one.tokens, nullptr, one.in, team);
        one.network->forward(one.in, batch, pass, one.out, team);
        scatter(one.out, one.tokens, one.weights.data(), out, team);
    }
    for (const std::unique_ptr<Network>& one : shared_) {
        one->forward(in, batch, pass, beside_, team);
        add_entries(beside_, out, team);
    }
}

/// From the slopes by the weights to those by the router's outputs.
template <class Scalar>
void ExpertLayer<Scalar>::route_gradient() {
    const auto tokens = static_cast<std::size_t>(outputs_.cols());
    std::vector<double> means(tokens, 0);
    for (const Expert& one : experts_) {
        for (std::size_t k = 0; k < one.tokens.size(); ++k)
            means[one.tokens[k]] += one.weights[k] * one.slopes[k];
    }
    output_gradient_.resize(outputs_.rows(), outputs_.cols());
    for (std::size_t e = 0; e < experts_.size(); ++e) {
        Scalar* const row = output_gradient_.data() + e * tokens;
        // The shares of experts that were not chosen are 0 under a gate that renormalises.
        for (std::size_t t = 0; t < tokens; ++t)
            row[t] = static_cast<Scalar>(-shares_[e * tokens + t] * means[t]);
        const Expert& one = experts_[e];
        for (std::size_t k = 0; k < one.tokens.size(); ++k) {
            const std::size_t t = one.tokens[k];
            row[t] = static_cast<Scalar>(one.weights[k] * (one.slopes[k] - means[t]));
        }
    }
}

template <class Scalar>
void ExpertLayer<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                                   BranchGradients<Scalar>& between, Team& team) {
    for (Expert& one : experts_) {
        one.slopes.assign(one.tokens.size(), 0);
        if (one.tokens.empty()) {
            for (const Learned<Scalar>& each : one.learned)
                std::fill_n(each.gradient, each.rows * each.columns, Scalar(0));
            continue;
        }
        gather<Scalar>(out_gradient, one.tokens, nullptr, one.gradient, team);
        add_column_products(view(std::as_const(one.gradient)), view(std::as_const(one.out)),
                            one.slopes.data());
        gather(out_gradient, one.tokens, one.weights.data(), one.gradient, team);
        one.network->backward(one.gradient, one.in_gradient, between, team);
    }
    route_gradient();
    router_.backward(*in_, output_gradient_, in_gradient, team);
    for (const Expert& one : experts_)
        if (!one.tokens.empty()) scatter<Scalar>(one.in_gradient, one.tokens, nullptr, in_gradient, team);
    for (const std::unique_ptr<Network>& one : shared_) {
        one->backward(out_gradient, beside_, between, team);
        add_entries(beside_, in_gradient, team);
    }
}

template <class Scalar>
void ExpertLayer<Scalar>::list(const std::string& prefix,
                               std::vector<typename Transformer<Scalar>::Activation>& activations) const {
    const Eigen::Index tokens = in_->cols();
    const auto hidden = static_cast<Eigen::Index>(experts_.front().learned.front().rows);
    seen_.setZero(hidden * static_cast<Eigen::Index>(experts_.size()), tokens);
    for (std::size_t e = 0; e < experts_.size(); ++e) {
        const Expert& one = experts_[e];
        if (one.tokens.empty()) continue;
        std::vector<typename Transformer<Scalar>::Activation> own;
        one.network->list("", own);
        const std::span<const Scalar> entries = own.front().entries;
        for (std::size_t i = 0; i < static_cast<std::size_t>(hidden); ++i) {
            Scalar* const row =
                seen_.data() + (e * static_cast<std::size_t>(hidden) + i) * static_cast<std::size_t>(tokens);
            for (std::size_t k = 0; k < one.tokens.size(); ++k)
                row[one.tokens[k]] = entries[i * one.tokens.size() + k];
        }
    }
    activations.push_back(named(prefix + "hidden", seen_));
}

template <class Scalar>
double ExpertLayer<Scalar>::gate_square() const {
    double sum = 0;
    for (const Expert& one : experts_)
        for (const double weight : one.weights) sum += weight * weight;
    return sum / static_cast<double>(in_->cols());
}

template class ExpertLayer<float>;
template class ExpertLayer<double>;

}  // namespace sigprop
