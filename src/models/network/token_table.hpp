#pragma once
// The operations of token_operations.cpp, compiled for one set of vector instructions.

#include <cstddef>

namespace sigprop {

/// Rows and tokens of a matrix without gaps between rows.
struct Size {
    std::size_t rows = 0;
    std::size_t tokens = 0;
};

/// The factors and the shift of each token.
template <class Scalar>
struct Mixture {
    const Scalar* a_factors;
    const Scalar* b_factors;
    const Scalar* shifts;
};

/// a_factor a + b_factor b
template <class Scalar>
struct Mix {
    Scalar a_factor;
    const Scalar* a;
    Scalar b_factor;
    const Scalar* b;
};

/// For each token of such a sum: its square, and its product with a unless null.
struct MixSums {
    double* squares;
    double* products;
};

/// The functions that a target provides.
template <class Scalar>
struct TokenTable {
    void (*sum)(const Scalar* a, Size size, double* sums);
    void (*products)(const Scalar* a, const Scalar* b, Size size, double* sums);
    void (*squares)(const Scalar* a, const double* shifts, Size size, double* sums);
    void (*scale)(const Scalar* a, const Scalar* shifts, const Scalar* factors, Size size, Scalar* out);
    void (*mix)(Scalar a_factor, const Scalar* a, Scalar b_factor, const Scalar* b, std::size_t count,
                Scalar* out);
    void (*mix_tokens)(const Mixture<Scalar>& by, const Scalar* a, const Scalar* b, Size size, Scalar* out);
    void (*mix_and_sum)(const Mix<Scalar>& of, Size size, Scalar* out, const MixSums& sums);
    void (*add_mixture)(Scalar out_factor, const Mixture<Scalar>& by, const Scalar* a, const Scalar* b,
                        Size size, Scalar* out, double* squares);
};

}  // namespace sigprop
