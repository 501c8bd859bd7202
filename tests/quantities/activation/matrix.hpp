#pragma once
// Every named activation with sampled parameters, as a quick test and as the slow full one.

#include "tests/quantities/activation/matrix_references.hpp"
#include "tests/support/answers.hpp"

#include <array>
#include <sstream>

#include "engine/binding/catalogue.hpp"

namespace matrix {

inline constexpr std::array moments = {"mean", "second_moment", "derivative_mean",
                                       "derivative_second_moment"};

struct Row {
    std::string f, std, mean;
    std::array<std::string, 5> values;  ///< in the order of `moments`, and the linear coefficient
};

inline std::vector<Row> rows() {
    std::vector<Row> all;
    std::istringstream text(references::activation_matrix);
    for (Row row; text >> row.f >> row.std >> row.mean;) {
        for (std::string& value : row.values) text >> value;
        all.push_back(row);
    }
    return all;
}

/// The sampled activations, each once.
inline std::vector<std::string> activations() {
    std::vector<std::string> names;
    for (const Row& row : rows()) {
        if (names.empty() || names.back() != row.f) names.push_back(row.f);
    }
    return names;
}

inline std::string call(const std::string& quantity, const std::string& f, const std::string& std = "1",
                        const std::string& mean = "0") {
    return "activation." + quantity + "(" + f + ", " + std + ", " + mean + ")";
}

}  // namespace matrix
