#include "models/network/linear_map.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/simd/lanes.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t panel_bytes = 3 << 16;   // of weights: they fit into the second cache
constexpr std::uint64_t max_tile_columns = 512;  // wider tiles are generated faster
constexpr std::uint64_t rows_unit = 16;
constexpr std::size_t row_padding = 16;  // padding between rows, which otherwise would share a cache's sets

template <class Scalar>
MatrixView<Scalar> part(const MatrixView<Scalar>& all, std::size_t row, std::size_t rows, std::size_t column,
                        std::size_t columns) {
    return {all.data + row * all.stride + column, rows, columns, all.stride};
}

template <class Scalar>
MatrixView<Scalar> rows_of(const MatrixView<Scalar>& all, std::size_t row, std::size_t rows) {
    return part(all, row, rows, 0, all.columns);
}

std::size_t padded(std::size_t columns) {
    return (columns + row_padding - 1) / row_padding * row_padding + row_padding;
}

/// The weights of a tile, in memory that is reused for the next.
template <class Scalar>
class Panel {
public:
    explicit Panel(MatrixShape matrix) : matrix_(matrix) {
        columns_ = std::min(matrix.columns, max_tile_columns);
        rows_ =
            std::min(matrix.rows,
                     std::max(panel_bytes / sizeof(Scalar) / columns_ / rows_unit * rows_unit, rows_unit));
        stride_ = padded(columns_);
        entries_.resize(rows_ * stride_);
    }

    /// Calls body(tile) for the tiles of all rows and columns, rows outermost, both ascending.
    template <class Body>
    void for_each_tile(const Body& body) const {
        for (std::uint64_t row = 0; row < matrix_.rows; row += rows_) {
            for (std::uint64_t column = 0; column < matrix_.columns; column += columns_) {
                body(MatrixTile{row, column, std::min(rows_, matrix_.rows - row),
                                std::min(columns_, matrix_.columns - column)});
            }
        }
    }

    [[nodiscard]] MatrixView<Scalar> view(const MatrixTile& tile) {
        return {entries_.data(), tile.rows, tile.columns, stride_};
    }
    /// A tile that may be changed.
    MatrixView<Scalar> fill(const WeightMatrix& weights, const MatrixTile& tile,
                            const std::vector<Scalar>* stored) {
        if (weights.scale() == 0) {
            std::fill(entries_.begin(), entries_.end(), Scalar(0));
        } else if (stored != nullptr) {
            const MatrixView<const Scalar> source = part_of(*stored, tile);
            for (std::size_t i = 0; i < tile.rows; ++i) {
                std::copy_n(source.data + i * source.stride, tile.columns, entries_.data() + i * stride_);
            }
        } else {
            weights.fill_tile(tile, entries_, stride_);
        }
        return view(tile);
    }
    /// A tile that is only read.
    MatrixView<const Scalar> read(const WeightMatrix& weights, const MatrixTile& tile,
                                  const std::vector<Scalar>* stored) {
        return stored != nullptr ? part_of(*stored, tile) : readable(fill(weights, tile, nullptr));
    }

private:
    MatrixView<const Scalar> part_of(const std::vector<Scalar>& stored, const MatrixTile& tile) const {
        const std::size_t stride = padded(matrix_.columns);
        return {stored.data() + tile.row * stride + tile.column, tile.rows, tile.columns, stride};
    }

    MatrixShape matrix_;
    std::uint64_t rows_, columns_;
    std::size_t stride_;
    std::vector<Scalar> entries_;
};

/// By how much W = m V moves where it would move by 1 were it its own parameter: V's gradient is m times that
/// of W, and what V moves by is multiplied by m.
double change_of_weights(Optimizer optimizer, double multiplier) {
    return optimizer == Optimizer::sgd ? multiplier * multiplier : multiplier;
}

/// Takes a step along the gradient G X^T, one tile at a time.
template <class Scalar>
class Stepper {
public:
    Stepper(const WeightStep<Scalar>& step, MatrixShape shape, double multiplier)
        : step_(step),
          rate_(static_cast<Scalar>(step.rate * change_of_weights(step.optimizer, multiplier))),
          gradient_(shape),
          inputs_transposed_(step.inputs->transpose()) {
        const bool fits = static_cast<std::uint64_t>(step.inputs->rows()) == shape.columns &&
                          static_cast<std::uint64_t>(step.output_gradients->rows()) == shape.rows &&
                          step.inputs->cols() == step.output_gradients->cols();
        if (!fits) throw std::logic_error("a step of the weights has another shape than they have");
    }

    void take(const MatrixTile& tile, const MatrixView<Scalar>& weights) {
        const MatrixView<Scalar> gradient = gradient_.view(tile);
        const MatrixView<const Scalar> inputs = view(std::as_const(inputs_transposed_));
        multiply(rows_of(view(*step_.output_gradients), tile.row, tile.rows),
                 part(inputs, 0, inputs.rows, tile.column, tile.columns), gradient);
        const Scalar rate = rate_;
        for (std::size_t i = 0; i < weights.rows; ++i) {
            Scalar* const w = weights.data + i * weights.stride;
            const Scalar* const g = gradient.data + i * gradient.stride;
            if (step_.optimizer == Optimizer::sgd) {
                for (std::size_t j = 0; j < weights.columns; ++j) w[j] -= rate * g[j];
            } else {
                for (std::size_t j = 0; j < weights.columns; ++j) {
                    w[j] -= g[j] > 0 ? rate : g[j] < 0 ? -rate : Scalar(0);
                }
            }
        }
    }

private:
    const WeightStep<Scalar>& step_;
    Scalar rate_;  ///< of a step of W, not V
    Panel<Scalar> gradient_;
    Tokens<Scalar> inputs_transposed_;
};

Tokens<double> product(const Tokens<double>& a, const Tokens<double>& b) {
    Tokens<double> c(a.rows(), b.cols());
    multiply(view(a), view(b), view(c));
    return c;
}

/// a^T a
Tokens<double> gram(const Tokens<double>& a) {
    Tokens<double> c(a.cols(), a.cols());
    multiply_transposed(view(a), view(a), view(c));
    return c;
}

/// The sum of a(i, j) b(i, j).
double inner_product(const Tokens<double>& a, const Tokens<double>& b) {
    Lanes products;
    const auto size = static_cast<std::size_t>(a.size());
    add_products(std::span(a.data(), size), std::span(b.data(), size), products);
    return products.total();
}

/// What is stored of the matrix, drawn first where it was not read before; none where it has no place.
template <class Scalar>
const std::vector<Scalar>* stored(const WeightMatrix& weights, std::vector<Scalar>* place) {
    if (place == nullptr || weights.scale() == 0) return nullptr;
    const MatrixShape shape = weights.shape();
    const std::size_t stride = padded(shape.columns);
    if (place->empty()) {
        place->resize(shape.rows * stride);
        weights.fill_tile({0, 0, shape.rows, shape.columns}, *place, stride);
    }
    return place;
}

}  // namespace

template <class Scalar>
std::vector<Scalar>* WeightStore<Scalar>::place(std::size_t layer, std::size_t matrix, MatrixShape shape) {
    const auto found = places_.find({layer, matrix});
    if (found != places_.end()) return &found->second;
    const double bytes =
        static_cast<double>(shape.rows) * static_cast<double>(padded(shape.columns)) * sizeof(Scalar);
    if (bytes > static_cast<double>(free_bytes_)) return nullptr;
    free_bytes_ -= static_cast<std::size_t>(bytes);
    return &places_[{layer, matrix}];
}

template <class Scalar>
void LinearMap<Scalar>::forward(const Tokens<Scalar>& in, Tokens<Scalar>& out,
                                const WeightStep<Scalar>* step) const {
    const MatrixShape shape = weights_.shape();
    if (static_cast<std::uint64_t>(in.rows()) != shape.columns) {
        throw std::logic_error("the inputs of a linear map have another width than its weights");
    }
    out.resize(static_cast<Eigen::Index>(shape.rows), in.cols());
    if (weights_.scale() == 0 && step == nullptr) {
        out.setZero();
        return;
    }
    Panel<Scalar> panel(shape);
    const PackedMatrix<Scalar> inputs(view(in));
    std::optional<Stepper<Scalar>> stepper;
    if (step != nullptr) stepper.emplace(*step, shape, multiplier_);
    const std::vector<Scalar>* const all = stored(weights_, place_);
    const auto moved = [&](const MatrixTile& tile) {
        const MatrixView<Scalar> weights = panel.fill(weights_, tile, all);
        stepper->take(tile, weights);
        return readable(weights);
    };
    panel.for_each_tile([&](const MatrixTile& tile) {
        multiply(stepper ? moved(tile) : panel.read(weights_, tile, all), inputs, tile.column,
                 rows_of(view(out), tile.row, tile.rows), tile.column == 0 ? Into::zero : Into::sum);
    });
}

template <class Scalar>
void LinearMap<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                                 Into into) const {
    const MatrixShape shape = weights_.shape();
    const auto width = static_cast<Eigen::Index>(shape.columns);
    const bool fits =
        static_cast<std::uint64_t>(out_gradient.rows()) == shape.rows &&
        (into == Into::zero || (in_gradient.rows() == width && in_gradient.cols() == out_gradient.cols()));
    if (!fits) throw std::logic_error("the gradients of a linear map have another shape than its weights");
    if (into == Into::zero) in_gradient.resize(width, out_gradient.cols());
    if (weights_.scale() == 0) {
        if (into == Into::zero) in_gradient.setZero();
        return;
    }
    const PackedMatrix<Scalar> gradients(view(out_gradient));
    Panel<Scalar> panel(shape);
    const std::vector<Scalar>* const all = stored(weights_, place_);
    panel.for_each_tile([&](const MatrixTile& tile) {
        multiply_transposed(panel.read(weights_, tile, all), gradients, tile.row,
                            rows_of(view(in_gradient), tile.column, tile.columns),
                            tile.row == 0 ? into : Into::sum);
    });
}

template <class Scalar>
double LinearMap<Scalar>::weight_gradient_square(const Tokens<Scalar>& in,
                                                 const Tokens<Scalar>& out_gradient) const {
    if (in.cols() != out_gradient.cols()) throw std::logic_error("the gradients are those of other tokens");
    const Tokens<double> x = in.template cast<double>();
    const Tokens<double> g = out_gradient.template cast<double>();
    const double tokens = static_cast<double>(x.cols());
    const auto rows = static_cast<double>(x.rows());
    const auto gradient_rows = static_cast<double>(g.rows());
    // |G X^T|^2 = trace(G^T G X^T X)
    const double square_of_multiplier = multiplier_ * multiplier_;
    if (tokens * (rows + gradient_rows) < rows * gradient_rows)
        return square_of_multiplier * inner_product(gram(g), gram(x));
    const Tokens<double> gradient = product(g, x.transpose());
    return square_of_multiplier * inner_product(gradient, gradient);
}

template class WeightStore<float>;
template class WeightStore<double>;
template class LinearMap<float>;
template class LinearMap<double>;

}  // namespace sigprop
