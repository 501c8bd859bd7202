#pragma once
// From the weights themselves: singular values of the matrices, and the logits that queries and keys make.
// Both take every matrix once more, as doubles, and are made on request.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/tensor_files.hpp"
#include "measure/model/probed_moment.hpp"
#include "measure/model/spectrum.hpp"

namespace sigprop {

struct ModelAudit;

/// The heads of one layer.
struct LayerLogits {
    std::size_t query = 0;                   ///< its part
    double least = 0, median = 0, most = 0;  ///< std of the logits over the heads
    /// Of iid normal logits of the median std over `keys` keys, as a share of log(keys); none for a std
    /// above 64.
    std::optional<double> entropy = {};
};

/// The branches of one block, for normalised inputs; a sequence of one token.
struct BlockBranches {
    std::string block;      ///< "h.3"
    std::size_t first = 0;  ///< its first part
    std::int64_t layer = 0;
    ProbedMoment attention, feed_forward;
    std::optional<double> expected_attention, expected_feed_forward;  ///< by the recipe
    std::optional<double>
        stream;  ///< the second moment that leaves the block, where norms come before branches
};

struct ModelTheory {
    std::map<std::size_t, Spectrum> spectra;  ///< by part
    std::vector<LayerLogits> logits;
    std::vector<BlockBranches> blocks;
    std::string activation;  ///< that the blocks were probed with
    std::int64_t keys = 0;
    std::string heads;  ///< "12, from config.json"; why there are no logits otherwise
};

[[nodiscard]] ModelTheory theory_of(const ModelAudit& audit, const TensorFiles& files,
                                    const Context& context);

}  // namespace sigprop
