#pragma once
// The learned numbers of a Transformer, in one array, and their gradient in another: which ranges belong to
// which layer, and what they start from.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/network/network_streams.hpp"
#include "models/network/tokens.hpp"
#include "models/transformer/transformer.hpp"

namespace sigprop {

/// A block as a layer uses it: null where the layer has none.
template <class Scalar>
struct Learned {
    Scalar* values = nullptr;
    Scalar* gradient = nullptr;
    std::size_t rows = 0, columns = 0;
    double multiplier = 1;

    [[nodiscard]] bool exists() const { return values != nullptr; }
    [[nodiscard]] MatrixView<const Scalar> matrix() const { return {values, rows, columns, columns}; }
    [[nodiscard]] MatrixView<Scalar> gradient_matrix() const { return {gradient, rows, columns, columns}; }
};

template <class Scalar>
class Parameters {
public:
    Parameters(const Architecture& design, NetworkNumber network);

    [[nodiscard]] const std::vector<ParameterBlock>& blocks() const { return blocks_; }
    [[nodiscard]] std::span<Scalar> values() { return values_; }
    [[nodiscard]] std::span<Scalar> gradient() { return gradient_; }
    /// The block of that name; one that does not exist where there is none.
    [[nodiscard]] Learned<Scalar> find(const std::string& name);

private:
    void add_matrix(const std::string& prefix, WeightRole role, std::size_t rows, std::size_t columns);
    void add_vector(const std::string& name, std::size_t size, double start, double rate = 1);
    void add_norm(const std::string& prefix, std::size_t features);
    void add_attention(const std::string& prefix);
    void add_linear(const std::string& prefix, WeightRole role, std::size_t rows, std::size_t columns);
    void add_feed_forward(const std::string& prefix);
    void add_experts(const std::string& prefix);
    void add(ParameterBlock block);
    void fill_matrices(NetworkNumber network);

    const Architecture& design_;
    std::vector<ParameterBlock> blocks_;
    std::map<std::string, std::size_t> by_name_;
    std::vector<WeightRole> roles_;                        ///< of each block; meaningless for vectors
    std::vector<std::pair<std::size_t, double>> vectors_;  ///< index of a block and what it starts at
    std::vector<Scalar> values_, gradient_;
};

extern template class Parameters<float>;
extern template class Parameters<double>;

}  // namespace sigprop
