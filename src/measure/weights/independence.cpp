#include "measure/weights/independence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/shape.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "measure/weights/gates.hpp"
#include "measure/weights/vectors.hpp"

namespace sigprop {
namespace {

// Entries at a distance in memory: neighbours, those of the next row, half an array apart. Of independent
// entries the correlation of m pairs has the standard error 1/sqrt(m) and lighter tails than a normal, since
// |r| <= 1.

struct LagCorrelation {
    std::size_t lag = 0, pairs = 0;
    double correlation = 0;

    [[nodiscard]] double errors() const { return correlation * std::sqrt(static_cast<double>(pairs)); }
};

constexpr std::size_t lags_block = 4096;

/// Distances that structure has in an array of this shape: 1 to 3, along each axis and its diagonal, and a
/// half, a third and a quarter of each axis. At least 64 pairs are that far apart.
std::vector<std::size_t> lags_of(const std::vector<std::size_t>& shape) {
    const std::size_t size = entries_of(shape);
    std::set<std::size_t> lags = {1, 2, 3};
    std::size_t stride = size;
    for (const std::size_t length : shape) {
        if (length == 0) return {};
        stride /= length;
        if (length == 1) continue;
        lags.insert({stride, 2 * stride});
        if (stride > 2) lags.insert({stride - 1, stride + 1});
        for (const std::size_t parts : {2U, 3U, 4U}) {
            if (length % parts == 0) lags.insert(stride * (length / parts));
        }
    }
    constexpr std::size_t min_pairs = 64;
    std::vector<std::size_t> kept;
    for (const std::size_t lag : lags) {
        if (lag > 0 && lag + min_pairs <= size) kept.push_back(lag);
    }
    return kept;
}

LagCorrelation correlation_at(const CentredEntries& entries, std::size_t lag) {
    constexpr std::size_t max_blocks = 64;
    const std::size_t pairs = entries.size() - lag;
    const bool all = pairs <= max_blocks * lags_block;
    const std::size_t blocks = all ? (pairs + lags_block - 1) / lags_block : max_blocks;
    LagCorrelation found;
    found.lag = lag;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    std::vector<double> x(lags_block);
    std::vector<double> y(lags_block);
    for (std::size_t k = 0; k < blocks; ++k) {
        const std::size_t first = all ? k * lags_block : k * ((pairs - lags_block) / (blocks - 1));
        const std::size_t count = std::min(lags_block, pairs - first);
        entries.read(first, std::span(x).first(count));
        entries.read(first + lag, std::span(y).first(count));
        for (std::size_t i = 0; i < count; ++i) {
            xx += x[i] * x[i];
            yy += y[i] * y[i];
            xy += x[i] * y[i];
        }
        found.pairs += count;
    }
    if (xx > 0 && yy > 0) found.correlation = xy / std::sqrt(xx * yy);
    return found;
}

/// Whether no entry among the first is less, or none is greater, than the one before.
bool is_sorted(const CentredEntries& entries) {
    std::vector<double> values(std::min(entries.size(), lags_block));
    entries.read(0, values);
    if (values.empty() || values.front() == values.back()) return false;
    return std::ranges::is_sorted(values) || std::ranges::is_sorted(values, std::greater<>());
}

constexpr std::size_t max_independent_vectors = 64;

/// Rows or columns in a sentence, with the matrix where the array is none.
struct Direction {
    MatrixBlock block;
    bool rows = true;
    bool is_array = true;

    [[nodiscard]] std::string text() const {
        const std::string name = rows ? "the rows" : "the columns";
        if (is_array) return name;
        return fmt::format("{} of the matrix [{}, {}]", name, block.rows, block.columns);
    }
};

class Tester {
public:
    Tester(const TensorView& view, const WeightStatistics& found, Dependence& result)
        : found_(found), entries_(view, found), shape_(view.shape()), result_(result) {}

    void operator()() {
        const std::vector<MatrixBlock> matrices = matrices_of(shape_);
        for (const MatrixBlock& one : matrices) {
            for (const bool rows : {true, false}) test_vectors({one, rows, shape_.size() == 2});
        }
        bool gates = false;
        for (const GateSplit& one : gate_splits(shape_)) {
            test_gates(one);
            gates = true;
        }
        const std::vector<std::size_t> lags = lags_of(shape_);
        for (const std::size_t lag : lags) test_lag(lag);
        result_.sorted = is_sorted(entries_);
        result_.tested = matrices.empty() ? "correlation at " : "correlation of rows and columns, ";
        if (!matrices.empty()) result_.tested += gates ? "by blocks (gates) and at " : "and at ";
        result_.tested += counted(lags.size(), "lag");
    }

    [[nodiscard]] const CentredEntries& entries() const { return entries_; }

private:
    void add(double errors, std::string reason) { result_.tests.push_back({errors, std::move(reason)}); }

    void add_cosines(const VectorStatistics& one, const std::string& what) {
        const std::optional<double> errors = errors_of_cosines(one, found_);
        if (!errors) return;
        add(*errors,
            fmt::format("{} {}: their cosines have the root mean square {}, not {}", what,
                        *errors < 0 ? "are closer to orthogonal than independent ones" : "are correlated",
                        number_text(one.rms_cosine(), 3),
                        number_text(1 / std::sqrt(static_cast<double>(one.length)), 3)));
    }

    void test_vectors(const Direction& direction) {
        const VectorStatistics one =
            vector_statistics(entries_, direction.block, direction.rows, max_independent_vectors);
        const std::string what = direction.text();
        add_cosines(one, what);
        const auto length = static_cast<double>(one.length);
        if (const std::optional<double> errors = errors_of_lengths(one, found_)) {
            const double square = length * found_.std * found_.std;
            const double seen = std::sqrt(one.squares / (static_cast<double>(one.count) - 1)) / square / 2;
            const double expected = std::sqrt((found_.kurtosis - 1) / length) / 2;
            add(*errors, fmt::format("the lengths of {} differ by {} %, not by {} %", what,
                                     number_text(100 * seen, 3), number_text(100 * expected, 3)));
        }
        if (const std::optional<double> errors = errors_of_sums(one, found_, entries_.is_centred())) {
            const double seen = std::sqrt(one.sums / static_cast<double>(one.count));
            add(*errors, fmt::format("the sums of {} have the root mean square {}, not {}", what,
                                     number_text(seen, 3), number_text(std::sqrt(length) * found_.std, 3)));
        }
    }

    void test_gates(const GateSplit& split) {
        add_cosines(gate_statistics(entries_, split, max_independent_vectors),
                    "within " + split.text() + " the vectors");
    }

    void test_lag(std::size_t lag) {
        const LagCorrelation one = correlation_at(entries_, lag);
        add(one.errors(),
            fmt::format("entries {} apart in memory have the correlation {} ± {}, not 0", lag,
                        number_text(one.correlation, 3),
                        number_text(accepted_errors / std::sqrt(static_cast<double>(one.pairs)), 2)));
    }

    const WeightStatistics& found_;
    CentredEntries entries_;
    const std::vector<std::size_t>& shape_;
    Dependence& result_;
};

}  // namespace

std::vector<std::string> Dependence::reasons(double family) const {
    const double accepted = accepted_errors_among(family);
    std::vector<const DependenceTest*> beyond;
    for (const DependenceTest& one : tests) {
        if (std::abs(one.errors) > accepted) beyond.push_back(&one);
    }
    if (beyond.empty()) return {};
    if (orthogonal) return {"the entries are not independent: " + orthogonal->text()};
    if (sorted) return {"the entries are not independent: they are sorted in the order of memory"};
    std::ranges::stable_sort(beyond, std::greater<>(),
                             [](const DependenceTest* one) { return std::abs(one->errors); });
    constexpr std::size_t most = 2;
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < std::min(most, beyond.size()); ++i)
        reasons.push_back((i == 0 ? "the entries are not independent: " : "") + beyond[i]->reason);
    return reasons;
}

std::vector<std::string> Dependence::names() const {
    return orthogonal ? std::vector<std::string>{orthogonal->initialiser()} : std::vector<std::string>{};
}

Dependence dependence_of(const TensorView& view, const std::string& name, const WeightStatistics& found) {
    Dependence result;
    const bool enough = found.finite() >= enough_weights && found.min < found.max;
    if (!enough || found.first_bad || view.is_complex() || !std::isfinite(found.kurtosis)) return result;
    constexpr double heavy = 6;  // twice a normal's: then products of two entries have no normal tails
    if (found.kurtosis > heavy) {
        result.tested = "no correlation, which a few large entries would hide";
        return result;
    }
    Tester test(view, found, result);
    test();
    const bool coarse = Rounding::of(view.type(), found).relative > 0x1p-12;
    result.orthogonal = orthogonality_of(test.entries(), found, view.shape(), name, coarse);
    return result;
}

}  // namespace sigprop
