#pragma once
// The forward pass of a network: from its inputs through all residual additions to its output, with the
// observations of the stream on the way.

#include <sigprop/core/base/context.hpp>

#include "models/network/branch.hpp"
#include "models/network/stream_record.hpp"

namespace sigprop {

template <class Scalar>
class ResidualForward {
public:
    /// The design and the branch must outlive it. Without keeps_stream only the last x and the output remain.
    ResidualForward(const NetworkDesign& design, NetworkNumber network, Branch<Scalar>& branch,
                    bool keeps_stream);

    /// Fills the forward measurements, unless the profile is null.
    /// Errors   NetworkFailure; Interrupted and TimeSpent, at the next layer
    void run(const Context& context, NetworkProfile* profile);

    [[nodiscard]] const StreamRecord<Scalar>& record() const { return record_; }
    /// Recomputes the branch's input at a layer whose x is kept, and the scales of its norm.
    [[nodiscard]] const Tokens<Scalar>& branch_input(std::size_t layer);
    [[nodiscard]] const NormScales& input_scales() const { return scales_; }
    /// Recomputes the scales without the input.
    void recall_input_scales(std::size_t layer);
    /// F of that input, before the branch's norm.
    [[nodiscard]] const Tokens<Scalar>& branch_output(const Tokens<Scalar>& input);

private:
    [[nodiscard]] Tokens<Scalar>& stream(std::size_t position) { return record_.x[record_.place(position)]; }
    [[nodiscard]] std::vector<double>& squares(std::size_t position) {
        return record_.squares[record_.place(position)];
    }
    void advance(std::size_t layer);
    void normalise_output();
    void look_at_stream(std::size_t position, NetworkProfile& profile);
    void look_at_layer(std::size_t layer, NetworkProfile& profile);

    const NetworkDesign& design_;
    NetworkNumber network_;
    Branch<Scalar>& branch_;
    StreamRecord<Scalar> record_;
    Tokens<Scalar> input_, branch_out_;
    NormScales scales_;
    std::vector<double> skip_weights_;  ///< of each token
    std::vector<double> products_;      ///< of each token with the same token in the next layer
};

extern template class ResidualForward<float>;
extern template class ResidualForward<double>;

}  // namespace sigprop
