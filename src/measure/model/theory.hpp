#pragma once
// From the weights themselves: singular values of the matrices, and the logits that queries and keys make. Both take
// every matrix once more, as doubles, and are made on request.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/tensor_files.hpp"
#include "measure/model/spectrum.hpp"

namespace sigprop {

struct ModelAudit;

/// The heads of one layer.
struct LayerLogits {
    std::size_t query = 0;                   ///< its part
    double least = 0, median = 0, most = 0;  ///< std of the logits over the heads
    double entropy = 0;  ///< of iid normal logits of the median std over `keys` keys, as a share of log(keys)
};

struct ModelTheory {
    std::map<std::size_t, Spectrum> spectra;  ///< by part
    std::vector<LayerLogits> logits;
    std::int64_t keys = 0;
    std::string heads;  ///< "12, from config.json"; why there are no logits otherwise
};

[[nodiscard]] ModelTheory theory_of(const ModelAudit& audit, const TensorFiles& files,
                                    const Context& context);

}  // namespace sigprop
