#pragma once
// Formulas evaluated in balls on a uniform grid, for the trapezoidal rule at any precision. On a grid the
// exponential of a polynomial of degree at most two follows a recurrence of one or two multiplications per
// point, so sigmoid, tanh, cosh and the Gaussian weight need no exponential function; every point gets its
// own working precision, because most of a Gaussian's points need few bits.

#include "core/ball/arb.hpp"
#include "core/formula/quadratic.hpp"

#include <span>
#include <vector>

namespace sigprop {

class GridEvaluator {
public:
    /// The largest number of points per call, so small that their values stay in the cache. A call that
    /// begins where the last one ended continues its recurrences.
    static constexpr std::size_t tile_size = 64;
    /// A recurrence over n points loses about 2 log2(n) bits, for which it has guard bits; after this many
    /// points it begins anew with an exponential.
    static constexpr std::size_t longest_run = 512;

    /// `most` points a call, if fewer: a short sum should not clear memory that it never uses.
    GridEvaluator(std::span<const Formula> formulas, long bits, std::size_t most = tile_size);
    GridEvaluator(const Formula& formula, long bits, std::size_t most = tile_size)
        : GridEvaluator(std::span(&formula, 1), bits, most) {}
    GridEvaluator(const GridEvaluator&) = delete;
    GridEvaluator& operator=(const GridEvaluator&) = delete;
    ~GridEvaluator();

    /// Evaluates at start + k step for k < precisions.size() <= `most`, to about precisions[k] bits.
    void operator()(const Ball& start, const Ball& step, std::span<const long> precisions);
    /// Evaluates at the mirrored points of the last call, -(start + k step), to the same precisions.
    /// Functions of an odd argument are reused: sigmoid(-u) = 1 - sigmoid(u), tanh(-u) = -tanh(u).
    void mirror();
    [[nodiscard]] arb_srcptr output(std::size_t formula, std::size_t k) const {
        return slot(tape_.outputs[formula]) + k;
    }

private:
    /// The state of a recurrence after the last call.
    struct Run {
        Ball value, ratio, growth;
        Ball next, step;
        long bits = 0;
        std::size_t length = 0;
    };

    [[nodiscard]] arb_ptr slot(std::size_t instruction) const {
        return slots_ + places_[instruction] * most_;
    }
    void evaluate(bool mirrored);
    /// Mirrors the values of a sigmoid or tanh of an odd argument; false for other operations.
    [[nodiscard]] bool reflect(const Instruction& node, arb_ptr out);
    void mark_needed();
    [[nodiscard]] bool is_recurrence(const Instruction& node) const;
    [[nodiscard]] bool is_tanh_of_softplus(const Instruction& node) const;
    void tanh_of_softplus(const Quadratic& u, Run& run, arb_ptr out);
    void begin(Run& run, const Quadratic& exponent, const Ball& scale, long bits) const;
    void exponentials(arb_ptr out, const Quadratic& exponent, const Ball& scale, Run& run);
    void recurrence(const Instruction& node, std::span<Run> runs, arb_ptr out);
    void pointwise(const Instruction& node, arb_ptr out);
    void point(const Instruction& node, arb_t out, std::size_t k, long bits);

    Tape tape_;
    std::size_t most_;
    std::vector<std::optional<Quadratic>> forms_;
    std::vector<Ball> constants_;
    std::vector<bool> needed_;
    std::vector<std::size_t> places_;  ///< slot of each needed instruction
    std::size_t used_ = 0;
    std::vector<Run>
        runs_;  ///< four per instruction: two exponentials, at the points and at their mirror images
    arb_ptr slots_;
    arb_ptr scratch_;
    Ball start_, step_;
    std::vector<long> precisions_;
};

}  // namespace sigprop
