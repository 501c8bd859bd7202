#include "models/transformer/norm_layer.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr std::size_t stripe = 256;  // tokens whose sums are held at a time

}  // namespace

template <class Scalar>
TransformerNormLayer<Scalar>::TransformerNormLayer(const NormDesign& design, Parameters<Scalar>& parameters,
                                                   const std::string& prefix, Scalar* running)
    : design_(design),
      gain_(parameters.find(prefix + "gain")),
      bias_(parameters.find(prefix + "bias")),
      alpha_(parameters.find(prefix + "alpha")),
      running_(running) {}

template <class Scalar>
bool TransformerNormLayer<Scalar>::is_centred() const {
    return design_.kind != TransformerNorm::rms_norm;
}

template <class Scalar>
double TransformerNormLayer<Scalar>::root_of(const Tokens<Scalar>& in) const {
    if (!design_.is_substitute() || design_.root != SubstituteRoot::outside) return 1;
    return std::sqrt(static_cast<double>(in.rows()));
}

template <class Scalar>
Scalar TransformerNormLayer<Scalar>::inner_of(const Tokens<Scalar>& in) const {
    return static_cast<Scalar>(design_.kind == TransformerNorm::dyt ? 1 / root_of(in) : 1.0);
}

template <class Scalar>
std::size_t TransformerNormLayer<Scalar>::groups() const {
    return design_.kind == TransformerNorm::group_norm ? design_.groups : 1;
}

template <class Scalar>
void TransformerNormLayer<Scalar>::set_scale(std::size_t group, double mean_square) {
    const double root = std::sqrt(mean_square);
    const bool inside = design_.epsilon_place == EpsilonPlace::inside_root;
    const double divisor = inside ? std::sqrt(mean_square + design_.epsilon) : root + design_.epsilon;
    found_.inverse[group] = divisor == 0 ? 0 : 1 / divisor;
    found_.along[group] = inside ? 1 : root == 0 ? 0 : divisor / root;
}

/// Groups of a token's features, several tokens side by side.
template <class Scalar>
void TransformerNormLayer<Scalar>::normalise_tokens(const Tokens<Scalar>& in, Team& team) {
    const auto tokens = static_cast<std::size_t>(in.cols());
    const std::size_t size = static_cast<std::size_t>(in.rows()) / groups();
    found_.inverse.resize(groups() * tokens);
    found_.along.resize(groups() * tokens);
    const auto of_stripe = [&](std::size_t group, std::size_t first, std::size_t count) {
        double means[stripe] = {};
        double squares[stripe] = {};
        const MatrixView<const Scalar> from{in.data() + group * size * tokens + first, size, count, tokens};
        if (is_centred()) {
            add_column_sums(from, means);
            for (std::size_t t = 0; t < count; ++t) means[t] /= static_cast<double>(size);
        }
        add_column_squares(from, means, squares);
        for (std::size_t t = 0; t < count; ++t)
            set_scale(group * tokens + first + t, squares[t] / static_cast<double>(size));
        normalise_columns(
            from, means, found_.inverse.data() + group * tokens + first,
            MatrixView<Scalar>{normalised_.data() + group * size * tokens + first, size, count, tokens});
    };
    team.split(tokens, token_unit, [&](std::size_t begin, std::size_t end) {
        for (std::size_t group = 0; group < groups(); ++group) {
            for (std::size_t first = begin; first < end; first += stripe)
                of_stripe(group, first, std::min(stripe, end - first));
        }
    });
}

/// Each feature over all tokens; in evaluation by the running statistics.
template <class Scalar>
void TransformerNormLayer<Scalar>::normalise_features(const Tokens<Scalar>& in, Pass pass, Team& team) {
    const auto tokens = static_cast<std::size_t>(in.cols());
    const auto width = static_cast<std::size_t>(in.rows());
    const double n = static_cast<double>(tokens);
    found_.inverse.resize(width);
    found_.along.resize(width);
    const auto average = [&](Scalar& running, double batch) {
        const double kept = static_cast<double>(running);
        running = static_cast<Scalar>(kept + design_.running_momentum * (batch - kept));
    };
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const row = in.data() + i * tokens;
            double mean = static_cast<double>(running_[i]);
            double variance = static_cast<double>(running_[width + i]);
            if (pass == Pass::training) {
                mean = row_sum(row, tokens) / n;
                variance = ordered_sum(tokens,
                                       [&](std::size_t t) {
                                           const double one = static_cast<double>(row[t]) - mean;
                                           return one * one;
                                       }) /
                           n;
                average(running_[i], mean);
                average(running_[width + i], variance * n / (n - 1));  // unbiased, as in PyTorch
            }
            set_scale(i, variance);
            Scalar* const out = normalised_.data() + i * tokens;
            for (std::size_t t = 0; t < tokens; ++t)
                out[t] = static_cast<Scalar>((static_cast<double>(row[t]) - mean) * found_.inverse[i]);
        }
    });
}

template <class Scalar>
void TransformerNormLayer<Scalar>::substitute(const Tokens<Scalar>& in, Team& team) {
    in_ = in;
    const Scalar alpha = inner_of(in) * *alpha_.values;
    const auto count = static_cast<std::size_t>(in.size());
    constexpr std::size_t tile = BasicTileEvaluator<Scalar>::tile_size;
    if (design_.kind == TransformerNorm::dyisru) {
        team.split(count, tile, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                const Scalar x = in.data()[k];
                normalised_.data()[k] = x / std::sqrt(x * x + alpha);
            }
        });
        return;
    }
    std::vector<BasicTileEvaluator<Scalar>> tanhs(team.size(),
                                                  BasicTileEvaluator<Scalar>(tanh(Formula::variable())));
    for_tiles(count, tile, team, [&](std::size_t begin, std::size_t end, std::size_t thread) {
        Scalar* const out = normalised_.data() + begin;
        for (std::size_t k = 0; k < end - begin; ++k) out[k] = alpha * in.data()[begin + k];
        const Scalar* const variable = out;
        tanhs[thread](std::span(&variable, 1), end - begin);
        std::copy_n(tanhs[thread].output(0).data(), end - begin, out);
    });
}

template <class Scalar>
void TransformerNormLayer<Scalar>::forward(const Tokens<Scalar>& in, double factor, Pass pass,
                                           Tokens<Scalar>& out, Team& team) {
    using enum TransformerNorm;
    scale_ = factor;
    factor_ = factor * root_of(in);
    normalised_.resize(in.rows(), in.cols());
    switch (design_.kind) {
        case none: normalised_ = in; break;
        case rms_norm:
        case layer_norm:
        case group_norm: normalise_tokens(in, team); break;
        case batch_norm: normalise_features(in, pass, team); break;
        case dyt:
        case dyisru: substitute(in, team); break;
    }
    out.resize(in.rows(), in.cols());
    const auto tokens = static_cast<std::size_t>(in.cols());
    team.split(static_cast<std::size_t>(in.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar by = static_cast<Scalar>(factor_) * (gain_.exists() ? gain_.values[i] : Scalar(1));
            const Scalar added = static_cast<Scalar>(scale_) * (bias_.exists() ? bias_.values[i] : Scalar(0));
            scale_and_shift(by, normalised_.data() + i * tokens, added, tokens, out.data() + i * tokens);
        }
    });
}

template <class Scalar>
void TransformerNormLayer<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                                            Team& team) {
    using enum TransformerNorm;
    in_gradient.resize(out_gradient.rows(), out_gradient.cols());
    const auto tokens = static_cast<std::size_t>(out_gradient.cols());
    team.split(static_cast<std::size_t>(out_gradient.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const from = out_gradient.data() + i * tokens;
            const Scalar* const normalised = normalised_.data() + i * tokens;
            if (gain_.exists())
                gain_.gradient[i] = static_cast<Scalar>(factor_ * row_product(from, normalised, tokens));
            if (bias_.exists()) bias_.gradient[i] = static_cast<Scalar>(scale_ * row_sum(from, tokens));
            const Scalar by = static_cast<Scalar>(factor_) * (gain_.exists() ? gain_.values[i] : Scalar(1));
            scale_and_shift(by, from, Scalar(0), tokens, in_gradient.data() + i * tokens);
        }
    });
    switch (design_.kind) {
        case none: break;
        case rms_norm:
        case layer_norm:
        case group_norm: backward_of_tokens(in_gradient, team); break;
        case batch_norm: backward_of_features(in_gradient, team); break;
        case dyt:
        case dyisru: backward_of_substitute(in_gradient, team); break;
    }
}

template <class Scalar>
void TransformerNormLayer<Scalar>::backward_of_tokens(Tokens<Scalar>& gradient, Team& team) const {
    const auto tokens = static_cast<std::size_t>(gradient.cols());
    const std::size_t size = static_cast<std::size_t>(gradient.rows()) / groups();
    const double share = 1 / static_cast<double>(size);
    const auto of_stripe = [&](std::size_t group, std::size_t first, std::size_t count) {
        double means[stripe] = {};
        double along[stripe] = {};
        const std::size_t place = group * size * tokens + first;
        const MatrixView<Scalar> g{gradient.data() + place, size, count, tokens};
        const MatrixView<const Scalar> normalised{normalised_.data() + place, size, count, tokens};
        if (is_centred()) add_column_sums(readable(g), means);
        add_column_products(readable(g), normalised, along);
        for (std::size_t t = 0; t < count; ++t) {
            means[t] *= share;
            along[t] *= share * found_.along[group * tokens + first + t];
        }
        project_columns({means, along, found_.inverse.data() + group * tokens + first}, normalised, g);
    };
    team.split(tokens, token_unit, [&](std::size_t begin, std::size_t end) {
        for (std::size_t group = 0; group < groups(); ++group) {
            for (std::size_t first = begin; first < end; first += stripe)
                of_stripe(group, first, std::min(stripe, end - first));
        }
    });
}

template <class Scalar>
void TransformerNormLayer<Scalar>::backward_of_features(Tokens<Scalar>& gradient, Team& team) const {
    const auto tokens = static_cast<std::size_t>(gradient.cols());
    const double share = 1 / static_cast<double>(tokens);
    team.split(static_cast<std::size_t>(gradient.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Scalar* const g = gradient.data() + i * tokens;
            const Scalar* const normalised = normalised_.data() + i * tokens;
            const double mean = share * row_sum(g, tokens);
            const double along = share * found_.along[i] * row_product(g, normalised, tokens);
            for (std::size_t t = 0; t < tokens; ++t) {
                const double rest =
                    static_cast<double>(g[t]) - mean - static_cast<double>(normalised[t]) * along;
                g[t] = static_cast<Scalar>(found_.inverse[i] * rest);
            }
        }
    });
}

/// dyt: y' = alpha (1 - y^2), dy/dalpha = x (1 - y^2). dyisru: y' = (1 - y^2)/s with s = sqrt(x^2 + c), and
/// dy/dc = -y/(2 s^2).
template <class Scalar>
void TransformerNormLayer<Scalar>::backward_of_substitute(Tokens<Scalar>& gradient, Team& team) {
    const auto tokens = static_cast<std::size_t>(gradient.cols());
    const auto width = static_cast<std::size_t>(gradient.rows());
    const Scalar inner = inner_of(in_);
    const Scalar alpha = inner * *alpha_.values;
    std::vector<double> of_alpha(width);
    const bool is_tanh = design_.kind == TransformerNorm::dyt;
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Scalar* const g = gradient.data() + i * tokens;
            const Scalar* const x = in_.data() + i * tokens;
            const Scalar* const y = normalised_.data() + i * tokens;
            of_alpha[i] = ordered_sum(tokens, [&](std::size_t t) {
                const double one = static_cast<double>(g[t]);
                const double value = static_cast<double>(y[t]);
                const double at = static_cast<double>(x[t]);
                if (is_tanh) return static_cast<double>(inner) * one * at * (1 - value * value);
                return -one * value / (2 * (at * at + static_cast<double>(alpha)));
            });
            for (std::size_t t = 0; t < tokens; ++t) {
                const Scalar flat = Scalar(1) - y[t] * y[t];
                g[t] *= is_tanh ? alpha * flat : flat / std::sqrt(x[t] * x[t] + alpha);
            }
        }
    });
    *alpha_.gradient = static_cast<Scalar>(row_sum(of_alpha.data(), width));
}

template class TransformerNormLayer<float>;
template class TransformerNormLayer<double>;

}  // namespace sigprop
