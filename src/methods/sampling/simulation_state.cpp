#include "methods/sampling/simulation_state.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <span>
#include <vector>

namespace sigprop {
namespace {

class Writer {
public:
    void word(std::uint64_t value) {
        char digits[17];
        const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
        if (!text_.empty()) text_ += ' ';
        text_.append(digits, end);
    }
    void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
};

[[noreturn]] void malformed() {
    throw InputError(
        "the checkpoint has a simulation whose state cannot be read: delete the file to start again");
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::uint64_t word() {
        std::uint64_t value = 0;
        const char* const end = text_.data() + text_.size();
        const auto [stop, error] = std::from_chars(text_.data(), end, value, 16);
        if (error != std::errc{} || (stop != end && *stop != ' ')) malformed();
        text_.remove_prefix(std::min(static_cast<std::size_t>(stop - text_.data()) + 1, text_.size()));
        return value;
    }
    double number() { return std::bit_cast<double>(word()); }
    /// A count of things that take at least one word each.
    std::size_t count() {
        const std::uint64_t value = word();
        if (value > text_.size()) malformed();
        return static_cast<std::size_t>(value);
    }
    [[nodiscard]] bool at_end() const { return text_.empty(); }

private:
    std::string_view text_;
};

[[noreturn]] void impossible() {
    throw InputError(
        "the checkpoint has sums that no samples of this simulation can have: delete the file to start "
        "again");
}

/// Finished batches with numbers below `end`.
std::uint64_t finished_below(const BatchRanges& finished, std::uint64_t end) {
    std::uint64_t count = 0;
    for (const BatchRange& range : finished.ranges())
        count += std::min(range.end, end) - std::min(range.begin, end);
    return count;
}

/// Whether the sums of one group may come from that many batches: |sum d_i|^2 <= n sum d_i^2, |sum d_i d_j|^2
/// <= sum d_i^2 sum d_j^2, and sum d_i^2 is at most the largest lane times their number. `room` is for the
/// roundings of lanes (below 2^-40) and for squares that are too small for a double.
bool are_possible(const SampleTotals& totals, std::span<const ExactSum> sums, double batches,
                  double samples) {
    constexpr double room = 1 + 0x1p-20;
    const std::size_t k = totals.largest.size();
    if (batches == 0) return std::ranges::all_of(sums, [](const ExactSum& sum) { return sum == ExactSum(); });
    std::vector<double> roots;  // of the sums of squares
    for (std::size_t i = 0, place = k; i < k; place += k - i, ++i) {
        const double square = sums[place].to_double();
        if (square < 0 || square > batches * static_cast<double>(lane_count) * totals.largest[i] * room)
            return false;
        roots.push_back(std::sqrt(square + samples * 0x1p-1000) * room);
        if (std::fabs(sums[i].to_double()) > std::sqrt(samples) * roots[i]) return false;
    }
    for (std::size_t i = 0, place = k; i < k; ++i) {
        ++place;
        for (std::size_t j = i + 1; j < k; ++j, ++place) {
            if (std::fabs(sums[place].to_double()) > roots[i] * roots[j]) return false;
        }
    }
    return true;
}

void check_possible(const SimulationState& state, const SamplePlan& plan) {
    std::uint64_t before = 0;
    std::vector<double> squares(plan.integrands.size(), 0);  // of all groups
    for (std::uint64_t g = 0; g < plan.groups; ++g) {
        const std::uint64_t now = finished_below(state.finished, (g + 1) * plan.batches_per_group());
        const auto batches = static_cast<double>(now - before);
        const double samples = batches * static_cast<double>(plan.batch_samples());
        const auto sums = state.totals.group(g);
        if (!are_possible(state.totals, sums, batches, samples)) impossible();
        for (std::size_t i = 0, place = squares.size(); i < squares.size(); place += squares.size() - i, ++i)
            squares[i] += sums[place].to_double();
        before = now;
    }
    for (std::size_t i = 0; i < squares.size(); ++i) {
        // Also false for NaN; a sum may be infinite although every value is finite.
        const double largest = state.totals.largest[i];
        if (!(largest >= 0) || largest > squares[i] * (1 + 0x1p-20)) impossible();
    }
}

BatchRanges read_ranges(Reader& reader, std::uint64_t batches) {
    BatchRanges ranges;
    std::uint64_t least = 0;
    for (std::size_t left = reader.count(); left > 0; --left) {
        BatchRange range;
        range.begin = reader.word();
        range.end = reader.word();
        if (range.begin < least || range.begin >= range.end || range.end > batches) malformed();
        least = range.end + 1;  // adjacent ranges would have been joined
        ranges.add(range);
    }
    return ranges;
}

void write_sum(Writer& writer, const ExactSum& sum) {
    for (const std::uint64_t limb : sum.limbs()) writer.word(limb);
    writer.word(sum.flags());
}

ExactSum read_sum(Reader& reader) {
    std::array<std::uint64_t, ExactSum::limb_count> limbs;
    for (std::uint64_t& limb : limbs) limb = reader.word();
    const std::uint64_t flags = reader.word();
    if (flags > 7) malformed();
    return ExactSum::restore(limbs, static_cast<unsigned>(flags));
}

}  // namespace

void SimulationState::merge(const SimulationState& other) {
    finished.add(other.finished);
    totals.merge(other.totals);
}

std::string SimulationState::text() const {
    Writer writer;
    writer.word(finished.ranges().size());
    for (const BatchRange& range : finished.ranges()) {
        writer.word(range.begin);
        writer.word(range.end);
    }
    for (const ExactSum& sum : totals.sums) write_sum(writer, sum);
    for (const double value : totals.largest) writer.number(value);
    writer.word(totals.bad_sample);
    writer.word(totals.bad_integrand);
    writer.word(totals.bad_point.size());
    for (const double value : totals.bad_point) writer.number(value);
    return writer.take();
}

SimulationState SimulationState::read(std::string_view text, const SamplePlan& plan) {
    Reader reader(text);
    SimulationState state(plan);
    state.finished = read_ranges(reader, plan.batch_count());
    SampleTotals& totals = state.totals;
    for (ExactSum& sum : totals.sums) sum = read_sum(reader);
    for (double& value : totals.largest) value = reader.number();
    totals.bad_sample = reader.word();
    totals.bad_integrand = reader.word();
    if (totals.bad_integrand >= plan.integrands.size()) malformed();
    for (std::size_t left = reader.count(); left > 0; --left) totals.bad_point.push_back(reader.number());
    if (!reader.at_end()) malformed();
    if (totals.bad_sample >= plan.samples()) check_possible(state, plan);
    return state;
}

SimulationState SimulationState::read_kept(std::string_view text, const SamplePlan& plan) {
    SimulationState state = read(text, plan);
    const bool is_finite = state.totals.bad_sample == std::numeric_limits<std::uint64_t>::max();
    if (!is_finite || !state.totals.bad_point.empty()) impossible();
    return state;
}

}  // namespace sigprop
