#pragma once
// Backward passes of layers with any axes, epsilon, gain and residual, as .npy files in memory: right ones
// and ones with a mistake planted. Written from the textbook formula, group by group over lists of indices.

#include <map>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <string>

#include "tests/support/attention_samples.hpp"

namespace kernel_samples {

using attention_samples::Doubles;
using attention_samples::npy;
using attention_samples::Shape;

struct Kernel {
    std::string spread = "rms";     ///< or std, about the mean; or length
    std::string axes = "features";  ///< or joined, all, columns; channels, instance, example: of x[B, C, P]
    Shape shape = {24, 32};
    double epsilon = 1e-5, offset = 0;
    bool outside = false;  ///< epsilon is added to the spread
    bool floored = true;   ///< of a length: it is the divisor as it is; else epsilon is added to its square
    std::string mistake = {};
    std::uint64_t seed = 1;
    Doubles x = {}, dy = {}, weight = {}, skip = {};

    [[nodiscard]] std::size_t size() const {
        std::size_t n = 1;
        for (const std::size_t length : shape) n *= length;
        return n;
    }
    [[nodiscard]] bool of_channels() const {
        return axes == "channels" || axes == "instance" || axes == "example";
    }
    [[nodiscard]] std::size_t parameters() const { return of_channels() ? shape[1] : shape.back(); }
    [[nodiscard]] std::size_t positions() const { return of_channels() ? size() / shape[0] / shape[1] : 1; }
    [[nodiscard]] std::size_t parameter(std::size_t element) const {
        return of_channels() ? element / positions() % shape[1] : element % shape.back();
    }
    [[nodiscard]] std::size_t group(std::size_t element) const {
        if (axes == "all") return 0;
        if (axes == "joined") return element / shape.back() / shape[shape.size() - 2];
        if (axes == "columns" || axes == "channels") return parameter(element);
        if (axes == "instance") return element / positions();
        if (axes == "example") return element / positions() / shape[1];
        return element / shape.back();
    }
    /// Numbers of 8 bits, exact in every type; groups of different sizes.
    void fill(bool with_skip = false) {
        x = attention_samples::numbers(size(), 1, seed);
        dy = attention_samples::numbers(size(), 1, seed + 1000);
        weight = attention_samples::numbers(parameters(), 0.5, seed + 2000);
        for (double& one : weight) one = one / 4 + (offset == 0 ? 1 : 0);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto step = static_cast<int>((of_channels() ? parameter(i) : i / shape.back()) % 8);
            x[i] = std::ldexp(x[i], step - 4);
        }
        if (with_skip) skip = attention_samples::numbers(size(), 1, seed + 3000);
    }
    [[nodiscard]] bool is(const char* what) const { return mistake == what; }
};

struct Outputs {
    Doubles dx, dweight, dbias, y;
};

template <class T>
struct Statistics {
    T mean = 0, spread = 0, divisor = 0;
};

/// In the arithmetic of T, sums from first to last.
template <class T>
Statistics<T> statistics_of(const Kernel& k, const std::vector<std::size_t>& at) {
    const T n = static_cast<T>(at.size());
    Statistics<T> found;
    for (const std::size_t i : at) found.mean += static_cast<T>(k.x[i]);
    found.mean = k.spread == "std" ? found.mean / n : T(0);
    T square = 0, largest = 0;
    for (const std::size_t i : at) {
        const T from = static_cast<T>(k.x[i]) - found.mean;
        square += from * from;
        largest = std::max(largest, std::abs(from));
    }
    if (k.spread != "length") square /= n;
    T epsilon = static_cast<T>(k.epsilon);
    if (k.is("eps of largest")) epsilon *= largest * largest;
    found.spread = std::sqrt(square);
    const bool is_floor = k.spread == "length" && k.floored;
    found.divisor = is_floor    ? found.spread
                    : k.outside ? found.spread + epsilon
                                : std::sqrt(square + epsilon);
    return found;
}

template <class T>
Outputs answer_of(const Kernel& k) {
    std::map<std::size_t, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < k.size(); ++i) groups[k.group(i)].push_back(i);
    std::vector<T> dweight(k.parameters()), dbias(k.parameters());
    Outputs answer = {Doubles(k.size()), {}, {}, Doubles(k.size())};
    const std::size_t count = groups.size();
    for (const auto& [g, at] : groups) {
        const std::size_t other = k.is("row before")  ? (g + count - 1) % count
                                  : k.is("row after") ? (g + 1) % count
                                  : k.is("first row") ? 0
                                                      : g;
        const Statistics<T> s = statistics_of<T>(k, groups.at(other));
        const T n = static_cast<T>(at.size());
        const T factor = (k.outside ? s.divisor / s.spread : T(1)) / (k.spread == "length" ? T(1) : n);
        const auto hat = [&](std::size_t i) { return (static_cast<T>(k.x[i]) - s.mean) / s.divisor; };
        const auto dy = [&](std::size_t i) {
            return static_cast<T>(k.dy[i]) + (k.is("skip inside") ? static_cast<T>(k.skip[i]) : T(0));
        };
        const auto gain = [&](std::size_t i) {
            const T shift = k.is("1 not added") ? 0 : k.is("1 added") ? 1 : static_cast<T>(k.offset);
            return k.weight.empty() ? T(1) : static_cast<T>(k.weight[k.parameter(i)]) + shift;
        };
        T sum = 0, inner = 0;
        for (const std::size_t i : at) {
            const T g_i = gain(i) * dy(i);
            const bool bare = k.is("means of dy");
            sum += bare || k.is("mean of dy") ? dy(i) : g_i;
            inner += hat(i) * (bare ? dy(i) : g_i);
            answer.y[i] = static_cast<double>(hat(i) * gain(i));
            dweight[k.parameter(i)] += hat(i) * dy(i);
            dbias[k.parameter(i)] += dy(i);
        }
        if (k.spread != "std") sum = 0;
        for (const std::size_t i : at) {
            const T direct = k.is("dy bare") ? dy(i) : gain(i) * dy(i);
            T dx = (direct - sum / n - factor * hat(i) * inner) / s.divisor;
            const T share = k.is("no skip") || k.is("skip inside") ? 0 : k.is("skip twice") ? 2 : 1;
            if (!k.skip.empty()) dx += share * static_cast<T>(k.skip[i]);
            answer.dx[i] = static_cast<double>(dx);
        }
    }
    answer.dweight.assign(dweight.begin(), dweight.end());
    answer.dbias.assign(dbias.begin(), dbias.end());
    return answer;
}

/// Files of that type, everything rounded to it once.
class Files {
public:
    explicit Files(std::string descr) : descr_(std::move(descr)) { files_.reserve(16); }
    sigprop::NamedTensor tensor(const Doubles& values, const Shape& shape, const char* name) {
        const int bits = descr_ == "<u2" ? 8 : descr_ == "<f2" ? 11 : descr_ == "<f4" ? 24 : 53;
        files_.push_back(npy(shape, bits < 53 ? weights_samples::rounded(values, bits) : values, descr_));
        return {sigprop::parse_npy(npy_samples::bytes_of(files_.back()), name, {.bfloat16 = true}), name};
    }

private:
    std::string descr_;
    std::vector<std::string> files_;
};

struct Asked {
    bool weight = true, dweight = false, y = true;
    std::string epsilon = {};  ///< empty: by the name
    std::optional<std::size_t> groups = {};
};

inline sigprop::JacobianMeasurement measure(const std::string& layer, const Kernel& k, const Outputs& answer,
                                            const std::string& descr = "<f8", const Asked& asked = {}) {
    Files files(descr);
    const Shape row = {k.parameters()};
    sigprop::JacobianTensors tensors = {.x = files.tensor(k.x, k.shape, "x.npy"),
                                        .dy = files.tensor(k.dy, k.shape, "dy.npy"),
                                        .dx = files.tensor(answer.dx, k.shape, "dx.npy")};
    if (asked.weight && !k.weight.empty()) tensors.weight = files.tensor(k.weight, row, "w.npy");
    if (asked.dweight) tensors.dweight = files.tensor(answer.dweight, row, "dw.npy");
    if (asked.dweight) tensors.dbias = files.tensor(answer.dbias, row, "db.npy");
    if (asked.y) tensors.y = files.tensor(answer.y, k.shape, "y.npy");
    if (!k.skip.empty()) tensors.dskip = files.tensor(k.skip, k.shape, "dskip.npy");
    return sigprop::measure_jacobian(tensors,
                                     {.layer = layer, .epsilon = asked.epsilon, .groups = asked.groups},
                                     {.digits = 6, .methods = "closed_form"});
}

/// Layers with their axes, and a kernel of each.
struct Layer {
    const char* name;
    const char* spread;
    const char* axes;
    Shape shape;
};

inline const Layer layers[] = {
    {"rms_norm", "rms", "features", {24, 32}},        {"layer_norm", "std", "features", {24, 32}},
    {"batch_norm", "std", "channels", {32, 8}},       {"batch_norm", "std", "channels", {6, 8, 16}},
    {"instance_norm", "std", "instance", {6, 8, 16}}, {"group_norm", "std", "example", {6, 8, 16}}};

inline Asked asked_of(const Layer& layer) {
    Asked asked = {.epsilon = "1e-5"};
    if (std::string(layer.name) == "group_norm") asked.groups = 1;
    return asked;
}

inline Kernel kernel_of(const Layer& layer, const std::string& mistake = "", bool with_skip = false) {
    Kernel k = {.spread = layer.spread, .axes = layer.axes, .shape = layer.shape, .mistake = mistake};
    k.fill(with_skip);
    return k;
}

inline std::string group_of(const Layer& layer) {
    const std::string axes = layer.axes;
    return axes == "channels"   ? "channel"
           : axes == "instance" ? "instance"
           : axes == "example"  ? "group"
                                : "row";
}

inline const sigprop::OutputMeasurement& output(const sigprop::JacobianMeasurement& found, const char* name) {
    for (const sigprop::OutputMeasurement& one : found.outputs) {
        if (one.output == name) return one;
    }
    throw std::logic_error(name);
}

}  // namespace kernel_samples
