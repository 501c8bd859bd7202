#include "models/rounding/softmax_terms.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {

SoftmaxTerms::Rules::Rules(const KernelContract& contract, const char* exponentials)
    : library(contract.error_of(exponentials != nullptr ? "attention.exp" : "exp")),
      error(library),
      difference(contract.rounding_of("softmax.difference")),
      exponential(contract.rounding_of("softmax.exponential")),
      exponential_of_attention(exponentials != nullptr ? contract.rounding_of(exponentials)
                                                       : StorageRounding::never) {
    // As 2^(x log2 e) the argument has errors of its own; with an online sum each e_j is a product of two.
    const double passes = contract.online ? 2 : 1;
    argument_roundings = (1 + error.argument) * passes;
    error.units = error.units * passes + (passes - 1);
    error.argument = 0;
}

SoftmaxTerms::SoftmaxTerms(const KernelArithmetic& kernel, std::span<const double> x, std::string operation)
    : rules_(kernel.contract(), nullptr) {
    largest_ = *std::ranges::max_element(x);
    terms_.reserve(x.size());
    for (const double one : x) {
        KernelInterval t = KernelInterval::exact(one) - KernelInterval::exact(largest_);
        t.upper = std::min(t.upper, 0.0);
        add(kernel, t, t.size());
    }
    finish(kernel, operation);
}

SoftmaxTerms::SoftmaxTerms(const KernelArithmetic& kernel, std::span<const KernelInterval> x,
                           const char* exponentials, std::size_t places)
    : rules_(kernel.contract(), exponentials), places_(places), exponentials_(exponentials) {
    largest_ = -HUGE_VAL;
    for (const KernelInterval& one : x) {
        largest_ = std::max(largest_, one.upper);
        width_ = std::max(width_, up(one.upper - one.lower));
    }
    terms_.reserve(x.size());
    for (const KernelInterval& one : x) {
        const KernelInterval t = one - KernelInterval::exact(largest_);
        add(kernel, t, up(t.size() + width_));
    }
    finish(kernel, "softmax");
}

KernelInterval SoftmaxTerms::term(const KernelArithmetic& kernel, KernelInterval x) const {
    const KernelInterval t = x - KernelInterval::exact(largest_);
    return exponential(kernel, t, up(t.size() + width_));
}

KernelInterval SoftmaxTerms::exponential(const KernelArithmetic& kernel, KernelInterval t,
                                         double difference_size) const {
    t = kernel.rounded_terms(t, rules_.argument_roundings, difference_size);
    t = kernel.stored(t, rules_.difference);
    KernelInterval e = kernel.exponential(t, rules_.error);
    e.lower = std::max(e.lower, 0.0);
    e = kernel.stored(e, rules_.exponential);
    if (rules_.exponential_of_attention != StorageRounding::never) {
        const Dtype storage = kernel.contract().storage;
        e = e.scaled(std::ldexp(1.0, -significand_bits(storage)))
                .within(least_of(storage) / 2);  // of a subnormal number
    }
    e.lower = std::max(e.lower, 0.0);
    return e;
}

void SoftmaxTerms::add(const KernelArithmetic& kernel, KernelInterval t, double difference_size) {
    const KernelInterval e = exponential(kernel, t, difference_size);
    lower_ += e.lower;
    upper_ += e.upper;
    terms_.push_back(e);
}

void SoftmaxTerms::finish(const KernelArithmetic& kernel, const std::string& operation) {
    const double n = static_cast<double>(terms_.size());
    const double slack = n * 0x1p-52;  // of our own sums
    // No term is negative, so that the error is relative to the sum itself, whatever the terms are.
    const double relative = kernel.of_sum(std::max(places_, terms_.size())) + slack;
    up_by_ = 1 + relative;
    down_by_ = 1 - relative;
    const double underflow = kernel.lost(1, 1) * n;
    sum_ = {std::max(down(lower_ * down_by_ - underflow), 0.0), up(upper_ * up_by_ + underflow)};
    if (!(relative < 0.5) || !(sum_.upper <= kernel.largest())) sum_ = KernelInterval::unknown();
    // At the same ends the sums are divided by each other; a sum of many that is rounded to storage is not
    // the smaller one of two any more.
    const StorageRounding storing = kernel.contract().rounding_of(operation + ".sum");
    const double rounding =
        storing == StorageRounding::never ? 0 : std::ldexp(1.0, -significand_bits(kernel.contract().storage));
    sum_ = kernel.stored(sum_, operation + ".sum");
    if (kernel.contract().stores_steps && sum_.is_known()) sum_ = kernel.rounded(sum_, 1);
    up_by_ = up(up_by_ * (1 + rounding));
    down_by_ = down(down_by_ * (1 - rounding));
    const bool is_exact = rounding == 0 && exponentials_ == nullptr;  // fl(a + b) >= a where b >= 0
    most_ = is_exact ? 1 : 1 / (1 - 0x1p-4);
    log_sum_ = kernel.function(increasing([](double v) { return std::log(v); }, sum_),
                               kernel.contract().error_of("log"));
    log_total_ = kernel.rounded_terms(KernelInterval::exact(largest_) + log_sum_, 1,
                                      up(std::abs(largest_) + log_sum_.size()));
}

KernelInterval SoftmaxTerms::weight_either_way(const KernelArithmetic& kernel, double x,
                                               std::size_t j) const {
    const KernelInterval t =
        kernel.rounded(KernelInterval::exact(x) - log_total_, 1 + rules_.library.argument);
    return hull(kernel.rounded(weight(j), 2), kernel.exponential(t, rules_.library));
}

KernelInterval SoftmaxTerms::weight(std::size_t j) const {
    const KernelInterval& own = terms_[j];
    if (!sum_.is_known()) return KernelInterval::unknown();
    // A kernel that rounds e_j before the product sums it as it was.
    const bool is_shared = rules_.exponential_of_attention == StorageRounding::never;
    if (!is_shared)
        return sum_.lower > 0
                   ? KernelInterval{std::max(down(own.lower / sum_.upper), 0.0), up(own.upper / sum_.lower)}
                   : KernelInterval::unknown();
    if (terms_.size() == 1) return KernelInterval::exact(1);  // e/e
    if (!(own.upper > 0)) return KernelInterval::exact(0);
    const double others_low = std::max(lower_ - own.lower, 0.0);
    const double others_high = std::max(upper_ - own.upper, 0.0);
    const double slack = static_cast<double>(terms_.size() + 4) * 0x1p-52;
    const double low =
        own.lower > 0 ? std::max(own.lower / ((own.lower + others_high) * up_by_), own.lower / sum_.upper)
                      : 0;
    const double high = std::min(own.upper / ((own.upper + others_low) * down_by_),
                                 sum_.lower > 0 ? own.upper / sum_.lower : HUGE_VAL);
    return {std::max(down(low * (1 - slack)), 0.0), std::min(up(high * (1 + slack)), most_)};
}

}  // namespace sigprop
