#pragma once
// e_j = exp(x_j - m) of a row whose entries are known up to rounding, their sum, and what follows from both.

#include <span>
#include <string>
#include <vector>

#include "models/rounding/kernel_arithmetic.hpp"

namespace sigprop {

class SoftmaxTerms {
public:
    /// Of exact numbers. `operation` is how contracts call the rounding of the sum to storage: "softmax.sum".
    SoftmaxTerms(const KernelArithmetic& kernel, std::span<const double> x, std::string operation);
    /// Of numbers that the kernel has computed. `exponentials` is how contracts call the rounding of the e_j
    /// to storage, which is relative, since an online kernel has them up to a factor.
    /// `places`: with those that a mask has taken out, where the order of the sum is more than any.
    SoftmaxTerms(const KernelArithmetic& kernel, std::span<const KernelInterval> x, const char* exponentials,
                 std::size_t places = 0);

    /// e_j / sum e, before the roundings of the quotient.
    [[nodiscard]] KernelInterval weight(std::size_t j) const;
    /// exp(x - m) of a number that is computed once more, as in a backward pass.
    [[nodiscard]] KernelInterval term(const KernelArithmetic& kernel, KernelInterval x) const;
    /// e_j / sum e with its roundings, or exp(x_j - log_total), in which the logarithm's rounding is one of
    /// the weight.
    [[nodiscard]] KernelInterval weight_either_way(const KernelArithmetic& kernel, double x,
                                                   std::size_t j) const;
    /// m + log sum e, with the rounding of the sum.
    [[nodiscard]] const KernelInterval& log_total() const { return log_total_; }
    /// Frees the memory of the e_j: no weight and no `most` is asked for any more.
    void keep_sums() { terms_ = {}; }
    [[nodiscard]] const KernelInterval& sum() const { return sum_; }
    /// The most that e_j can be.
    [[nodiscard]] double most(std::size_t j) const { return terms_[j].upper; }
    /// log sum e, as the library has it.
    [[nodiscard]] const KernelInterval& log_sum() const { return log_sum_; }
    [[nodiscard]] double largest() const { return largest_; }

private:
    [[nodiscard]] KernelInterval exponential(const KernelArithmetic& kernel, KernelInterval t,
                                             double difference_size) const;
    void add(const KernelArithmetic& kernel, KernelInterval t, double difference_size);
    void finish(const KernelArithmetic& kernel, const std::string& operation);

    /// What the contract says of each term, looked up once.
    struct Rules {
        Rules(const KernelContract& contract, const char* exponentials);
        FunctionError library;  ///< of its e^t
        FunctionError error;    ///< of a term e_j
        double argument_roundings = 1;
        StorageRounding difference, exponential, exponential_of_attention;
    };

    Rules rules_;
    double largest_ = 0;
    double width_ = 0;  ///< by which the kernel's maximum may be another number
    std::size_t places_ = 0;
    std::vector<KernelInterval> terms_;
    double lower_ = 0, upper_ = 0;  ///< sums of the ends
    KernelInterval sum_, log_sum_, log_total_;
    double up_by_ = 1,
           down_by_ = 1;  ///< the kernel's sum of numbers is that of the same numbers, times these
    double most_ = 1;     ///< of a weight, before the roundings of the quotient
    const char* exponentials_ = nullptr;
};

}  // namespace sigprop
