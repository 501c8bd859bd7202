#pragma once
// Requests shared by the tests of sampled rows.

#include "methods/softmax_sampling/samples.hpp"

namespace row_samples {

using namespace sigprop;

inline RowsAsked rows_of(const char* std, std::uint64_t n, RowMask mask = RowMask::full) {
    return {LogitLaw::normal(Real(Rational::from_decimal(std))), n, mask};
}

inline Context with_seed(std::uint64_t seed, std::uint64_t samples = 1) {
    Context context;
    context.seed = seed;
    context.samples = samples;
    return context;
}

}  // namespace row_samples
