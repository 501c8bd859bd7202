#include "measure/model/schemes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sigprop {
namespace {

std::string whole_text(double value) { return number_text(value, 15); }

/// initializer_range of most models.
constexpr double usual_std = 0.02;

/// Other stds that people write down: those of normal or truncated matrices in this model, in as few digits
/// as they allow.
std::vector<double> round_stds(const ModelScan& scan) {
    std::map<double, std::uint64_t> votes;
    for (const ModelPart& one : scan.parts) {
        const WeightStatistics& found = one.statistics();
        const bool cut = one.law.form == SeenLaw::Form::truncated;
        if (!one.is_matrix() || (!cut && one.law.form != SeenLaw::Form::normal) || !(found.std > 0)) continue;
        static const double cut_std = moments_of(WeightLaw::truncated(1, 2), 0).std;
        const double std = found.std / (cut ? cut_std : 1);
        const double error = 3 * found.standard_error;
        for (int digits = 1; digits <= 2; ++digits) {
            const double rounded = rounded_to(std, digits);
            if (std::abs(rounded - std) > error) continue;
            votes[rounded] += found.count;
            break;
        }
    }
    std::vector<std::pair<std::uint64_t, double>> order;
    for (const auto& [std, weights] : votes) order.emplace_back(weights, std);
    std::ranges::sort(order, std::greater<>());
    std::vector<double> stds;
    constexpr std::size_t most = 3;
    for (const auto& [weights, std] : order) {
        if (stds.size() < most && std != usual_std) stds.push_back(std);
    }
    return stds;
}

/// A normal of this std, and truncated at ±2 std or at ±2.
void add_normals(std::vector<KnownLaw>& known, const std::string& name, double std, const std::string& text) {
    known.push_back({"a normal of std " + name, WeightLaw::normal(std), text});
    known.push_back({"a normal of std " + name + ", truncated at ±2 std", WeightLaw::truncated(std, 2 * std),
                     text + "*truncated_normal.std(-2, 2)"});
}

bool are_same(const WeightLaw& a, const WeightLaw& b) {
    const auto close = [](double x, double y) { return x == y || std::abs(x - y) <= 1e-9 * std::abs(x); };
    return a.uniform == b.uniform && close(a.upper, b.upper) && (a.uniform || close(a.std, b.std));
}

/// Of laws that are the same numbers the first keeps its name.
void drop_repeated(std::vector<KnownLaw>& known) {
    std::vector<KnownLaw> kept;
    for (KnownLaw& one : known) {
        const bool is_new =
            std::ranges::none_of(kept, [&](const KnownLaw& other) { return are_same(one.law, other.law); });
        if (is_new) kept.push_back(std::move(one));
    }
    known = std::move(kept);
}

class Candidates {
public:
    explicit Candidates(const ModelScan& scan) : scan_(scan), stds_(round_stds(scan)) {
        for (const ModelPart& one : scan.parts) {
            if (one.fans.in > 0) fan_in_.emplace(stem(one.seen.name), one.whole_fans.in);
        }
    }

    [[nodiscard]] std::vector<KnownLaw> of(const ModelPart& part) const {
        std::vector<KnownLaw> known;
        if (part.role.role == "bias" || part.role.role == "norm_gain" || part.role.role == "layer_scale") {
            add_bias(known, part);
            return known;
        }
        if (part.role.role == "recurrent") add_recurrent(known, part);
        add_depth(known, part, usual_std);
        std::vector<KnownLaw> schemes = known_initialisers(part.fans);
        std::ranges::move(schemes, std::back_inserter(known));
        if (part.slice) {
            for (KnownLaw& one : known_initialisers(part.whole_fans)) {
                one.name += ", with the fans of the fused tensor";
                known.push_back(std::move(one));
            }
        }
        add_stacked(known, part);
        add_gains(known, part);
        drop_repeated(known);
        return known;
    }

    /// Laws whose std was read from this model: near some of them by chance is every tensor.
    [[nodiscard]] std::vector<KnownLaw> invented(const ModelPart& part) const {
        std::vector<KnownLaw> known;
        if (!part.is_matrix()) return known;
        for (const double std : stds_) add_depth(known, part, std);
        return known;
    }

private:
    /// The module of a tensor: its name without the last part.
    static std::string stem(const std::string& name) {
        const std::size_t end = name.find_last_of("./");
        return end == std::string::npos ? "" : name.substr(0, end);
    }

    void add_bias(std::vector<KnownLaw>& known, const ModelPart& part) const {
        const auto fan = fan_in_.find(stem(part.seen.name));
        if (fan == fan_in_.end()) return;
        const std::string in = whole_text(fan->second);
        known.push_back({"the default bias of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)",
                         WeightLaw::between(1 / std::sqrt(fan->second)), "1/sqrt(3*" + in + ")"});
    }

    /// All weights of torch's LSTM and GRU are uniform on ±1/sqrt(hidden), which is a quarter or a third of
    /// the rows.
    static void add_recurrent(std::vector<KnownLaw>& known, const ModelPart& part) {
        if (part.seen.shape.empty()) return;
        const auto rows = static_cast<double>(part.seen.shape[0]);
        for (const auto& [gates, name] :
             {std::pair{4.0, "LSTM"}, std::pair{3.0, "GRU"}, std::pair{1.0, "RNN"}}) {
            const double hidden = rows / gates;
            if (hidden != std::floor(hidden)) continue;
            known.push_back({fmt::format("the default of torch.nn.{}, uniform ±1/sqrt({})", name, hidden),
                             WeightLaw::between(1 / std::sqrt(hidden)),
                             "1/sqrt(3*" + whole_text(hidden) + ")"});
        }
    }

    /// Flax's scan stacks the kernels of its layers along the first axis, and draws each with its own fans.
    static void add_stacked(std::vector<KnownLaw>& known, const ModelPart& part) {
        constexpr std::size_t axes = 3;
        if (part.layout != WeightLayout::keras || part.seen.shape.size() != axes) return;
        const std::vector<std::size_t> each(part.seen.shape.begin() + 1, part.seen.shape.end());
        for (KnownLaw& one : known_initialisers(fans_of(each, part.layout))) {
            one.name += fmt::format(", in each of {} stacked matrices", part.seen.shape.front());
            known.push_back(std::move(one));
        }
    }

    void add_depth(std::vector<KnownLaw>& known, const ModelPart& part, double std) const {
        const std::string text = number_text(std);
        add_normals(known, text, std, text);
        if (!part.layer || scan_.layers < 1) return;
        const auto layers = static_cast<double>(scan_.layers);
        const auto number = static_cast<double>(*part.layer + 1);
        const std::string all = whole_text(layers);
        const std::string own = whole_text(number);
        add_normals(known, text + "/sqrt(2N), N = " + all + " layers", std / std::sqrt(2 * layers),
                    text + "/sqrt(2*" + all + ")");
        add_normals(known, text + "/sqrt(2 (layer + 1))", std / std::sqrt(2 * number),
                    text + "/sqrt(2*" + own + ")");
        add_normals(known, text + "/(2N), N = " + all + " layers: the residual scaling is applied twice",
                    std / (2 * layers), text + "/(2*" + all + ")");
        add_normals(known, text + "/sqrt(N), N = " + all + " layers", std / std::sqrt(layers),
                    text + "/sqrt(" + all + ")");
        add_normals(known, text + "/sqrt(layer + 1)", std / std::sqrt(number), text + "/sqrt(" + own + ")");
    }

    /// Other gains than the root of 2, and the rules of papers for a model's width and depth.
    void add_gains(std::vector<KnownLaw>& known, const ModelPart& part) const {
        const Fans& fans = part.fans;
        if (!(fans.in > 0) || !(fans.out > 0)) return;
        const std::string in = whole_text(fans.in);
        const std::string sum = "(" + in + " + " + whole_text(fans.out) + ")";
        add_scheme(known, "xavier with gain 5/3 (tanh)", "(5/3)^2*2/" + sum,
                   25.0 / 9 * 2 / (fans.in + fans.out));
        add_scheme(known, "xavier with gain sqrt(2)", "4/" + sum, 4 / (fans.in + fans.out));
        add_scheme(known, "lecun with gain 5/3 (tanh)", "(5/3)^2/" + in, 25.0 / 9 / fans.in);
        add_scheme(known, "small_init 2/(5 d)", "2/(5*" + in + ")", 2 / (5 * fans.in));
        add_scheme(known, "variance 1/(3 fan_in)", "1/(3*" + in + ")", 1 / (3 * fans.in));
        if (scan_.layers > 0) {
            const auto layers = static_cast<double>(scan_.layers);
            const std::string depth = whole_text(layers);
            // of the width of the stream, which a feed-forward unit's last matrix writes to
            const double width = part.role.role == "hidden_output" ? fans.out : fans.in;
            add_scheme(known, "wang_init 2/(N sqrt(d))", fmt::format("4/({}^2*{})", depth, whole_text(width)),
                       4 / (layers * layers * width));
            add_scheme(known, "lecun by 1/sqrt(2N)", fmt::format("1/(2*{}*{})", depth, in),
                       1 / (2 * layers * fans.in));
        }
    }

    const ModelScan& scan_;
    std::vector<double> stds_;
    std::map<std::string, double> fan_in_;  ///< of the matrices, by module
};

}  // namespace

void find_likely_laws(ModelScan& scan) {
    const Candidates candidates(scan);
    for (ModelPart& one : scan.parts) {
        constexpr double tells = 0.02;  // of the std: what is coarser, many laws explain
        if (!is_informative(one.seen) || one.rounding().relative > tells) continue;
        one.likely = likely_laws(candidates.of(one), one.statistics(), one.rounding(), scan.family);
        std::vector<LikelyLaw> invented =
            likely_laws(candidates.invented(one), one.statistics(), one.rounding(), scan.family);
        // A std of two digits lies within a thousandth of any number once in ten times or less.
        constexpr double prior = 8;
        for (LikelyLaw& law : invented) law.prior = prior;
        const auto better = std::ranges::partition_point(invented, [&](const LikelyLaw& law) {
            return one.likely.empty() || law.log_likelihood > one.likely.front().log_likelihood + prior;
        });
        one.likely.insert(one.likely.begin(), invented.begin(), better);
        one.likely.insert(one.likely.end(), better, invented.end());
        if (one.look.spikes)
            one.likely.insert(one.likely.begin(),
                              {one.look.spikes->text(), one.look.spikes->expression(), 0});
        if (const std::optional<Orthogonality>& found = one.look.orthogonal) {
            const double log_likelihood = one.likely.empty() ? 0 : one.likely.front().log_likelihood;
            one.likely.insert(one.likely.begin(), {found->initialiser(), found->std(), log_likelihood});
        }
    }
}

}  // namespace sigprop
