#include "models/transformer/embedding_layer.hpp"

#include "models/transformer/rotation.hpp"

namespace sigprop {

template <class Scalar>
EmbeddingLayer<Scalar>::EmbeddingLayer(const Architecture& design, Parameters<Scalar>& parameters)
    : design_(design),
      embedding_(parameters.find("embedding")),
      position_(parameters.find("position")),
      type_(parameters.find("token type")) {}

/// The batch's own, or by segments: runs of equal length, up to one token.
template <class Scalar>
std::size_t EmbeddingLayer<Scalar>::type_of(const TokenBatch& batch, std::size_t token) const {
    if (!batch.types.empty()) return batch.types[token];
    return token % batch.length * design_.segments / batch.length;
}

template <class Scalar>
void EmbeddingLayer<Scalar>::forward(const TokenBatch& batch, Tokens<Scalar>& out, Team& team) {
    const std::size_t tokens = batch.tokens.size();
    const std::size_t width = embedding_.columns;
    out.resize(static_cast<Eigen::Index>(width), static_cast<Eigen::Index>(tokens));
    const auto factor = static_cast<Scalar>(design_.embedding_scale * embedding_.multiplier);
    const auto of_position = static_cast<Scalar>(position_.multiplier);
    const auto of_type = static_cast<Scalar>(type_.multiplier);
    Angles angles;
    if (design_.positions == Positions::sinusoidal) angles = Angles(10000, width, batch.length);
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const column = embedding_.values + i;
            for (std::size_t t = 0; t < tokens; ++t)
                out.data()[i * tokens + t] = factor * column[batch.tokens[t] * width];
        }
        for (std::size_t t = 0; t < tokens && position_.exists(); ++t) {
            const Scalar* const row = position_.values + t % batch.length * width;
            for (std::size_t i = begin; i < end; ++i) out.data()[i * tokens + t] += of_position * row[i];
        }
        for (std::size_t t = 0; t < tokens && type_.exists(); ++t) {
            const Scalar* const row = type_.values + type_of(batch, t) * width;
            for (std::size_t i = begin; i < end; ++i) out.data()[i * tokens + t] += of_type * row[i];
        }
        if (design_.positions != Positions::sinusoidal) return;
        for (std::size_t i = begin; i < end; ++i) {
            const std::vector<double>& table = i % 2 == 0 ? angles.sines : angles.cosines;
            for (std::size_t t = 0; t < tokens; ++t)
                out.data()[i * tokens + t] +=
                    static_cast<Scalar>(table[i / 2 * batch.length + t % batch.length]);
        }
    });
}

template <class Scalar>
void EmbeddingLayer<Scalar>::backward(const TokenBatch& batch, const Tokens<Scalar>& gradient, Into into,
                                      Team& team) {
    const std::size_t width = embedding_.columns;
    const auto factor = static_cast<Scalar>(design_.embedding_scale * embedding_.multiplier);
    const auto of_position = static_cast<Scalar>(position_.multiplier);
    const auto of_type = static_cast<Scalar>(type_.multiplier);
    const auto clear = [](const Learned<Scalar>& one) {
        if (one.exists()) std::fill_n(one.gradient, one.rows * one.columns, Scalar(0));
    };
    if (into == Into::zero) clear(embedding_);
    clear(position_);
    clear(type_);
    transpose_into(gradient, by_token_, team);
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = 0; t < batch.tokens.size(); ++t) {
            const Scalar* const from = by_token_.data() + t * width;
            Scalar* const to = embedding_.gradient + batch.tokens[t] * width;
            for (std::size_t i = begin; i < end; ++i) to[i] += factor * from[i];
            if (type_.exists()) {
                Scalar* const type = type_.gradient + type_of(batch, t) * width;
                for (std::size_t i = begin; i < end; ++i) type[i] += of_type * from[i];
            }
            if (!position_.exists()) continue;
            Scalar* const place = position_.gradient + t % batch.length * width;
            for (std::size_t i = begin; i < end; ++i) place[i] += of_position * from[i];
        }
    });
}

template class EmbeddingLayer<float>;
template class EmbeddingLayer<double>;

}  // namespace sigprop
