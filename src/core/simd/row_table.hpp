#pragma once
// What row_operations.cpp compiles for each target.

#include "core/simd/row_operations.hpp"

namespace sigprop {

/// The loops of one target.
template <class Scalar>
struct RowTable {
    decltype(&sigprop::mix<Scalar>) mix;
    decltype(&sigprop::scale_and_shift<Scalar>) scale_and_shift;
    decltype(&sigprop::multiply_entries<Scalar>) multiply_entries;
    decltype(&sigprop::row_sum<Scalar>) row_sum;
    decltype(&sigprop::row_product<Scalar>) row_product;
    decltype(&sigprop::add_column_sums<Scalar>) add_column_sums;
    decltype(&sigprop::add_column_squares<Scalar>) add_column_squares;
    decltype(&sigprop::add_column_products<Scalar>) add_column_products;
    decltype(&sigprop::normalise_columns<Scalar>) normalise_columns;
    decltype(&sigprop::project_columns<Scalar>) project_columns;
    decltype(&sigprop::take_adam_step<Scalar>) adam;
};

}  // namespace sigprop
