#include "methods/softmax_samples.hpp"

namespace sigprop {

Computed sampled_row_mean(RowStatistic, const RowsAsked&, const Context&) {
    return {Status::unable, "not there yet"};
}

Computed sampled_row_median(RowStatistic, const RowsAsked&, const Context&) {
    return {Status::unable, "not there yet"};
}

Computed sampled_fraction_above(double, const RowsAsked&, const Context&) {
    return {Status::unable, "not there yet"};
}

}  // namespace sigprop
