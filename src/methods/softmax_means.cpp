#include "methods/softmax_means.hpp"

namespace sigprop {

Computed row_mean(RowMean, const LogitLaw&, std::uint64_t, RowMask, long, const Context&) {
    return {Status::unable, "not there yet"};
}

}  // namespace sigprop
