#include "measure/kernel/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/short_number.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "measure/flag_value.hpp"
#include "measure/gradient/activation.hpp"

namespace sigprop {
namespace {

/// A result, and the arrays that it is computed from.
struct ResultRow {
    std::string_view name, needs, may_have;
};

struct OperationRow {
    std::string_view name;
    std::array<ResultRow, 4> results;  ///< the last ones may have no name
    [[nodiscard]] bool is_norm() const { return name.ends_with("_norm"); }
    [[nodiscard]] bool is_product() const { return name == "linear" || name == "matmul"; }
    [[nodiscard]] bool is_softmax() const { return name == "softmax" || name == "log_softmax"; }
};

constexpr std::array<ResultRow, 4> gated_results = {
    {{"y", "gate, up", ""}, {"dgate", "gate, up, dy", ""}, {"dup", "gate, up, dy", ""}}};
constexpr std::array<OperationRow, 18> operations = {
    {{"sum", {{{"y", "x", ""}}}},
     {"mean", {{{"y", "x", ""}}}},
     {"rms_norm",
      {{{"y", "x", "weight, bias"},
        {"dx", "x, dy", "weight, rstd"},
        {"dweight", "x, dy", "rstd"},
        {"dbias", "dy", ""}}}},
     {"layer_norm",
      {{{"y", "x", "weight, bias"},
        {"dx", "x, dy", "weight, mean, rstd"},
        {"dweight", "x, dy", "mean, rstd"},
        {"dbias", "dy", ""}}}},
     {"softmax", {{{"y", "x", ""}, {"dx", "y, dy", ""}}}},
     {"log_softmax", {{{"y", "x", ""}, {"dx", "y, dy", ""}}}},
     {"linear",
      {{{"y", "x, weight", "bias"},
        {"dx", "dy, weight", ""},
        {"dweight", "dy, x", ""},
        {"dbias", "dy", ""}}}},
     {"matmul", {{{"y", "a, b", "bias"}, {"da", "dy, b", ""}, {"db", "dy, a", ""}}}},
     {"attention",
      {{{"y", "q, k, v", "mask"},
        {"dq", "q, k, v, dy", "y, mask"},
        {"dk", "q, k, v, dy", "y, mask"},
        {"dv", "q, k, v, dy", "mask"}}}},
     {"cross_entropy", {{{"y", "x, target", ""}, {"dx", "x, target, dy", ""}}}},
     {"swiglu", gated_results},
     {"geglu", gated_results},
     {"tanh_geglu", gated_results},
     {"reglu", gated_results},
     {"rotary", {{{"y", "x, cos, sin", ""}, {"dx", "dy, cos, sin", ""}}}},
     {"rotary_interleaved", {{{"y", "x, cos, sin", ""}, {"dx", "dy, cos, sin", ""}}}},
     {"index_add", {{{"y", "x, index, source", ""}}}},
     {"embedding", {{{"dweight", "dy, index, weight", ""}}}}}};

std::vector<std::string> words_of(std::string_view list) {
    std::vector<std::string> words;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(", "), list.size());
        words.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 2, list.size()));
    }
    return words;
}

/// "q, k and v"
std::string listed(const std::vector<std::string>& words, std::string_view last = " and ") {
    if (words.size() < 2) return joined(words);
    const std::vector<std::string> first(words.begin(), words.end() - 1);
    return joined(first) + std::string(last) + words.back();
}

/// "linear" is an activation, too, but as a kernel it is the layer.
std::optional<Activation> activation_named(const std::string& name) {
    const bool is_in_table = std::ranges::find(operations, name, &OperationRow::name) != operations.end();
    return is_in_table ? std::nullopt : activation_layer(name);
}

/// Of every activation, by its name or as a formula in x.
constexpr OperationRow activation_row = {"activation", {{{"y", "x", ""}, {"dx", "x, dy", ""}}}};

const OperationRow& operation_named(const std::string& name, const std::optional<Activation>& activation) {
    if (activation) return activation_row;
    for (const OperationRow& one : operations)
        if (one.name == name) return one;
    const std::vector<std::string> known = kernel_operations();
    const std::optional<std::string> nearest = nearest_name(name, known);
    throw InputError("there is no operation '" + name + "'" +
                     (nearest
                          ? "; did you mean '" + *nearest + "'?"
                          : "; there are " + joined(known) + ", and every activation by name or formula"));
}

Dtype dtype_of_tensor(const NamedTensor& tensor) {
    switch (tensor.view.type()) {
        case ElementType::float16: return Dtype::float16;
        case ElementType::bfloat16: return Dtype::bfloat16;
        case ElementType::float32: return Dtype::float32;
        case ElementType::float64: return Dtype::float64;
        default: break;
    }
    throw InputError(tensor.name + " has elements of type " + std::string(to_string(tensor.view.type())) +
                     ": bounds are for float16, bfloat16 and float32");
}

class TaskReader {
public:
    TaskReader(const KernelTensors& tensors, const KernelQuestion& question, const Context& context,
               std::string_view asked)
        : tensors_(tensors),
          question_(question),
          context_(context),
          asked_(asked),
          activation_(activation_named(question.operation)),
          operation_(operation_named(question.operation, activation_)),
          task_{.operation = question.operation, .text = question.operation, .tensors = tensors} {
        if (activation_) take_activation();
        if (operation_.is_softmax()) take_softmax();
    }

    KernelTask task() {
        check_names();
        if (!asked_.empty()) check_asked();
        if (operation_.is_norm()) take_norm();
        if (operation_.is_product()) take_matrix();
        if (operation_.name == "attention") take_attention();
        if (operation_.name == "cross_entropy") take_loss();
        if (task_.is_gated()) take_gate();
        if (has("index")) take_index();
        if (has("cos") && has("sin")) check_rotary();
        take_vectors();
        for (const ResultRow& result : operation_.results) {
            if (result.name.empty() || !is_wanted(result.name)) continue;
            bool is_complete = true;
            for (const std::string& one : words_of(result.needs)) is_complete = is_complete && has(one);
            if (is_complete) {
                take_output(result);
            } else if (result.name != "y" || !asked_.empty() || !has_gradient()) {
                // y alone may be what a gradient is computed from
                throw InputError(fmt::format("{} of {} is computed from {}: give {}", result.name,
                                             question_.operation, listed(words_of(result.needs)),
                                             missing(result)));
            }
        }
        if (!task_.outputs.empty()) check_inputs(question_.dtype.value_or(task_.outputs.front().dtype));
        if (task_.outputs.empty())
            throw InputError("there is no result to check: give " + listed(names_of_results(), " or "));
        return std::move(task_);
    }

private:
    using Shape = std::vector<std::size_t>;

    [[nodiscard]] bool has(std::string_view role) const { return tensors_.contains(std::string(role)); }
    [[nodiscard]] const NamedTensor& tensor(std::string_view role) const {
        return tensors_.at(std::string(role));
    }
    [[nodiscard]] bool is_wanted(std::string_view result) const {
        return asked_.empty() ? has(result) : result == asked_;
    }
    void check_asked() const {
        const std::vector<std::string> names = names_of_results();
        if (std::ranges::find(names, asked_) == names.end())
            throw InputError(fmt::format("{} has no result '{}'; it has {}", question_.operation,
                                         asked_.substr(0, 60), listed(names)));
        if (has(asked_))
            throw InputError(fmt::format("the bounds of {} are asked for, and {} is given", asked_, asked_));
    }
    [[nodiscard]] std::vector<std::string> names_of_results() const {
        std::vector<std::string> names;
        for (const ResultRow& one : operation_.results)
            if (!one.name.empty()) names.emplace_back(one.name);
        return names;
    }
    [[nodiscard]] bool has_gradient() const {
        return std::ranges::any_of(operation_.results, [&](const ResultRow& one) {
            return one.name != "y" && !one.name.empty() && has(one.name);
        });
    }
    [[nodiscard]] std::string missing(const ResultRow& result) const {
        std::vector<std::string> left;
        for (const std::string& one : words_of(result.needs))
            if (!has(one)) left.push_back(one);
        return listed(left);
    }

    void check_names() const {
        std::vector<std::string> known;
        for (const ResultRow& result : operation_.results) {
            for (const std::string_view list : {result.needs, result.may_have, result.name})
                for (const std::string& one : words_of(list)) known.push_back(one);
        }
        for (const auto& [role, tensor] : tensors_) {
            if (std::ranges::find(known, role) == known.end())
                throw InputError(fmt::format("{} has no {} ({}): {}", operation_.name, role, tensor.name,
                                             kernel_operations_text()));
            if (tensor.view.is_complex()) throw InputError(tensor.name + " is complex");
            if (tensor.view.size() == 0)
                throw InputError(tensor.name + " is empty: its shape is " + list_text(tensor.view.shape()));
        }
    }

    /// A kernel of float32 has read float32 numbers, however they are stored here. Of a narrower type it may
    /// have been given wider numbers, such as logits.
    void check_inputs(Dtype storage) {
        if (storage == Dtype::float64) return;
        std::vector<double> some(std::size_t{1} << 16U);
        for (const auto& [role, tensor] : tensors_) {
            const bool is_result =
                std::ranges::find(task_.outputs, role, &JudgedKernelOutput::name) != task_.outputs.end();
            const ElementType type = tensor.view.type();
            const bool is_narrow = type == ElementType::bfloat16 || type == ElementType::float16;
            const bool fits = type == ElementType::float32 && storage == Dtype::float32;
            if (role == "target" || role == "index" || role == "mask" || role == "mean" || role == "rstd" ||
                is_result || fits ||
                (is_narrow && (storage == Dtype::float32 || dtype_of_tensor(tensor) == storage)))
                continue;
            for (std::size_t first = 0; first < tensor.view.size(); first += some.size()) {
                const std::size_t count = std::min(some.size(), tensor.view.size() - first);
                const std::span<double> part = std::span(some).first(count);
                tensor.view.read(first, part);
                for (const double one : part) {
                    if (!std::isfinite(one) || nearest_of(storage, one) == one) continue;
                    task_.wide_inputs = true;
                    if (nearest_of(Dtype::float32, one) == one) continue;
                    throw InputError(fmt::format(
                        "{} of {} holds {}, which is no number of float32: a kernel rounds it before it "
                        "computes; give the array that it computes with, such as {}.astype(numpy.float32)",
                        role, tensor.name, shortest_number(one), role));
                }
            }
        }
    }

    /// tanh and sigmoid may start from what the forward pass has saved: y in place of x.
    void take_activation() {
        task_.activation = activation_->formula;
        if (has("x") || !has("y") || !is_wanted("dx")) return;
        const Formula y = Formula::variable();
        if (activation_->name == "tanh") task_.slope_of_output = 1 - y * y;
        if (activation_->name == "sigmoid") task_.slope_of_output = y * (1 - y);
        if (!task_.slope_of_output) return;
        task_.text += ", dx from the saved y";
        operation_ = {"activation", {{{"y", "x", ""}, {"dx", "y, dy", ""}}}};
    }

    /// The gradient starts from the saved y, or from x where that is given in its place.
    void take_softmax() {
        if (!has("x") || has("y") || !has("dy") || !is_wanted("dx")) return;
        task_.from_input = true;
        task_.text += ", dx from x";
        operation_.results[1] = {"dx", "x, dy", ""};
    }

    void take_norm() {
        if (question_.epsilon.empty())
            throw InputError(fmt::format("{} needs its epsilon: give eps, such as 1e-6", operation_.name));
        task_.norm.centred = operation_.name == "layer_norm";
        task_.norm.epsilon = flag_value("eps", question_.epsilon, context_);
        if (!(task_.norm.epsilon >= 0) || !std::isfinite(task_.norm.epsilon))
            refuse_flag("eps", question_.epsilon, "must be a finite number, and not negative");
        task_.text += ", eps " + question_.epsilon;
        if (!question_.weight_offset.empty()) {
            task_.norm.weight_offset = flag_value("weight-offset", question_.weight_offset, context_);
            task_.text += ", gain " + question_.weight_offset + " + weight";
        }
    }

    void take_matrix() {
        const bool is_linear = operation_.name == "linear";
        const char* const left = is_linear ? "x" : "a";
        const char* const right = is_linear ? "weight" : "b";
        if (!has(left) || !has(right)) return;  // said with the result
        const std::vector<std::size_t>& shape = tensor(right).view.shape();
        if (shape.size() != 2)
            throw InputError(fmt::format("{} has the shape {}: two axes are needed", tensor(right).name,
                                         list_text(shape)));
        const std::size_t terms = is_linear ? shape[1] : shape[0];
        const std::size_t columns = is_linear ? shape[0] : shape[1];
        const std::vector<std::size_t>& of_left = tensor(left).view.shape();
        if (of_left.empty() || of_left.back() != terms) {
            throw InputError(fmt::format(
                "{} has the shape {} and {} the shape {}: {} must have {} numbers a row", tensor(left).name,
                list_text(of_left), tensor(right).name, list_text(shape), left, terms));
        }
        std::vector<double> stored(shape[0] * shape[1]);
        tensor(right).view.read(0, stored);
        if (is_linear) {  // W x: the columns of the right factor are the rows of W
            task_.matrix.resize(stored.size());
            for (std::size_t n = 0; n < columns; ++n)
                for (std::size_t k = 0; k < terms; ++k) task_.matrix[k * columns + n] = stored[n * terms + k];
        } else {
            task_.matrix = std::move(stored);
        }
        columns_ = columns;
    }

    [[nodiscard]] double number(const char* flag, const std::string& text, double otherwise) {
        if (text.empty()) return otherwise;
        const double value = flag_value(flag, text, context_);
        if (!std::isfinite(value)) refuse_flag(flag, text, "is beyond the range of float64");
        task_.text += fmt::format(", {} {}", flag, text);
        return value;
    }

    void take_attention() {
        for (const char* role : {"q", "k", "v"})
            if (!has(role)) return;  // said with the result
        const auto shape = [&](const char* role) -> const std::vector<std::size_t>& {
            const std::vector<std::size_t>& found = tensor(role).view.shape();
            if (found.size() < 2)
                throw InputError(fmt::format("{} has the shape {}: two axes or more are needed, [..., n, d]",
                                             tensor(role).name, list_text(found)));
            return found;
        };
        const std::vector<std::size_t>&q = shape("q"), &k = shape("k"), &v = shape("v");
        const auto heads = [](const std::vector<std::size_t>& of) {
            std::size_t product = 1;
            for (std::size_t i = 0; i + 2 < of.size(); ++i) product *= of[i];
            return product;
        };
        const std::size_t queries = q[q.size() - 2], keys = k[k.size() - 2];
        // [..., heads, n, d]: the axes before the heads are the same
        const auto before = [](const std::vector<std::size_t>& of) {
            return std::vector(of.begin(), of.end() - std::min<std::ptrdiff_t>(3, std::ssize(of)));
        };
        if (q.back() != k.back() || keys != v[v.size() - 2] || heads(k) != heads(v) ||
            heads(q) % heads(k) != 0 || q.size() != k.size() || k.size() != v.size() ||
            before(q) != before(k) || before(k) != before(v))
            throw InputError(
                fmt::format("q {}, k {} and v {} do not fit: q [..., M, d], k [..., N, d], v [..., N, c], "
                            "with heads of k and v whose number divides that of q",
                            list_text(q), list_text(k), list_text(v)));
        task_.causal = question_.causal;
        if (task_.causal && queries > keys)
            throw InputError(fmt::format("a causal mask needs as many keys as queries or more, not {} for {}",
                                         keys, queries));
        if (task_.causal) task_.text += ", causal";
        task_.attention.scale =
            number("scale", question_.scale, 1 / std::sqrt(static_cast<double>(q.back())));
        task_.attention.softcap = number("softcap", question_.softcap, 0);
        if (task_.attention.softcap < 0) refuse_flag("softcap", question_.softcap, "must be positive");
        take_window(queries, keys);
        if (has("mask")) take_mask(q, keys);
        for (const auto& [role, into] : {std::pair("k", &task_.keys), std::pair("v", &task_.values)}) {
            into->resize(tensor(role).view.size());
            tensor(role).view.read(0, *into);
        }
    }

    void take_window(std::size_t queries, std::size_t keys) {
        if (question_.window.empty()) return;
        const double window = number("window", question_.window, 0);
        if (!(window >= 1) || window != std::floor(window) || window > 0x1p53)
            refuse_flag("window", question_.window, "must be a number of keys, 1 or more");
        if (queries > keys)
            throw InputError(
                fmt::format("a window needs as many keys as queries or more, not {} for {}", keys, queries));
        task_.window = static_cast<std::size_t>(window);
    }

    /// [M, N], or with the axes of q before them, each of them as long as q's or 1.
    void take_mask(const std::vector<std::size_t>& q, std::size_t keys) {
        const NamedTensor& given = tensor("mask");
        std::vector<std::size_t> own = given.view.shape(), wanted = q;
        wanted.back() = keys;
        const bool fits = is_broadcast(own, wanted);
        if (!fits)
            throw InputError(
                fmt::format("{} has the shape {}: a mask has {}, where an axis may be 1 and "
                            "axes before the last two may be left out",
                            given.name, list_text(given.view.shape()), list_text(wanted)));
        std::vector<double> numbers(given.view.size());
        given.view.read(0, numbers);
        for (const double one : numbers)
            if (one != 0 && one != 1)
                throw InputError(fmt::format(
                    "{} holds {}: a mask has 1 where a query sees a key, and 0 elsewhere; one that is added "
                    "to scores has to be compared with 0 first",
                    given.name, shortest_number(one)));
        std::size_t all = 1;
        for (const std::size_t length : wanted) all *= length;
        task_.mask.resize(all);
        for (std::size_t at = 0; at < all; ++at)
            task_.mask[at] = numbers[broadcast_place(at, wanted, own)] == 1;
        task_.text += ", with a mask";
    }

    void take_gate() {
        const std::string_view name = operation_.name;
        const char* const of_gate = name == "swiglu"       ? "silu"
                                    : name == "geglu"      ? "gelu"
                                    : name == "tanh_geglu" ? "gelu_tanh"
                                                           : "relu";
        task_.activation = activation_layer(of_gate)->formula;
    }

    /// Rows of the result that others are added to.
    void take_index() {
        const bool is_embedding = operation_.name == "embedding";
        const char *const rows_of = is_embedding ? "weight" : "x", *const added =
                                                                       is_embedding ? "dy" : "source";
        if (!has(rows_of) || !has(added)) return;  // said with the result
        const Shape &shape = tensor(rows_of).view.shape(), &terms = tensor(added).view.shape();
        const Shape& index = tensor("index").view.shape();
        if (shape.empty()) throw InputError(tensor(rows_of).name + " has no axis of rows");
        Shape wanted = index;
        wanted.insert(wanted.end(), shape.begin() + 1, shape.end());
        if (terms != wanted)
            throw InputError(fmt::format("{} has the shape {}: rows of {} for an index of shape {} have {}",
                                         tensor(added).name, list_text(terms), tensor(rows_of).name,
                                         list_text(index), list_text(wanted)));
        const double ignored = is_embedding ? number("ignored", question_.ignored, -1) : -1;
        std::vector<double> numbers(tensor("index").view.size());
        tensor("index").view.read(0, numbers);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double one = numbers[i];
            const bool is_row = one >= 0 && one < static_cast<double>(shape[0]) && one == std::floor(one);
            if (!is_row && !(is_embedding && one == ignored))
                throw InputError(fmt::format("index {} of {} is {}: a row from 0 to {}", i,
                                             tensor("index").name, shortest_number(one), shape[0] - 1));
            task_.index.push_back(is_embedding && one == ignored ? SIZE_MAX : static_cast<std::size_t>(one));
        }
    }

    void check_rotary() const {
        const char* const turned = has("x") ? "x" : "dy";
        if (!has(turned)) return;
        const Shape& shape = tensor(turned).view.shape();
        if (shape.empty() || shape.back() % 2 != 0)
            throw InputError(fmt::format("{} has the shape {}: rows are rotated in pairs",
                                         tensor(turned).name, list_text(shape)));
        for (const char* role : {"cos", "sin"}) {
            Shape own = tensor(role).view.shape(), wanted = shape;
            const std::size_t width = own.empty() ? 0 : own.back();
            wanted.back() = width;
            const bool fits =
                (width == shape.back() || 2 * width == shape.back()) && is_broadcast(own, wanted);
            if (!fits || tensor("cos").view.shape() != tensor("sin").view.shape())
                throw InputError(fmt::format(
                    "{} has the shape {}: cos and sin of {} have rows of {} or {}, and axes before that are "
                    "as long as those of {}, 1 or left out; of rows that are rotated in part, give that part",
                    tensor(role).name, list_text(tensor(role).view.shape()), list_text(shape),
                    shape.back() / 2, shape.back(), turned));
        }
    }

    void take_loss() {
        if (!has("x") || !has("target")) return;
        task_.loss.smoothing = number("smoothing", question_.smoothing, 0);
        if (task_.loss.smoothing < 0 || task_.loss.smoothing >= 1)
            refuse_flag("smoothing", question_.smoothing, "must be in [0, 1)");
        task_.loss.z_loss = number("z-loss", question_.z_loss, 0);
        if (task_.loss.z_loss < 0) refuse_flag("z-loss", question_.z_loss, "must not be negative");
        task_.loss.ignored = number("ignored", question_.ignored, -100);
        std::vector<double>& targets = task_.targets;
        targets.resize(tensor("target").view.size());
        tensor("target").view.read(0, targets);
        const std::vector<std::size_t>& shape = tensor("x").view.shape();
        const double classes = shape.empty() ? 0 : static_cast<double>(shape.back());
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const bool is_class =
                targets[i] >= 0 && targets[i] < classes && targets[i] == std::floor(targets[i]);
            if (!is_class && targets[i] != task_.loss.ignored)
                throw InputError(
                    fmt::format("target {} of {} is {}: a class from 0 to {}, or {} for a row that does "
                                "not count",
                                i, tensor("target").name, targets[i], classes - 1, task_.loss.ignored));
        }
    }

    void take_vectors() {
        const auto take = [&](const char* role, std::vector<double>& into) {
            if (!has(role) || ((operation_.name == "linear" || operation_.name == "embedding") &&
                               std::string_view(role) == "weight"))
                return;
            into.resize(tensor(role).view.size());
            tensor(role).view.read(0, into);
        };
        take("weight", task_.weight);
        take("bias", task_.bias);
        take_saved();
    }

    void take_saved() {
        if (!has("rstd") && !has("mean")) return;
        const bool is_centred = operation_.name == "layer_norm";
        if (!has("rstd") || (is_centred && !has("mean")))
            throw InputError(fmt::format("a layer_norm saves both its mean and its rstd: give {}",
                                         has("mean") ? "rstd" : "mean"));
        std::vector<double> rstd(tensor("rstd").view.size()), mean(rstd.size());
        tensor("rstd").view.read(0, rstd);
        if (is_centred && tensor("mean").view.size() == mean.size()) tensor("mean").view.read(0, mean);
        for (std::size_t i = 0; i < rstd.size(); ++i) task_.saved.push_back({mean[i], rstd[i]});
        task_.text += ", from saved statistics";
    }

    /// The shape that an array has, by those that it is computed with; none where any will do.
    [[nodiscard]] std::optional<Shape> shape_of(std::string_view role, const ResultRow& result) const {
        const auto own = [&](std::string_view of) { return tensor(of).view.shape(); };
        const auto with_last = [](Shape shape, std::size_t last) {
            shape.back() = last;
            return shape;
        };
        if (operation_.name == "attention") {
            if (role == "mask") return std::nullopt;
            if (role == "y" || role == "dy") return with_last(own("q"), own("v").back());
            return own(role.starts_with("d") ? role.substr(1) : role);
        }
        const Shape first = own(words_of(result.needs).front());
        if (role == "dbias") return Shape{first.empty() ? 1 : first.back()};
        if (operation_.is_product()) return shape_of_product(role, result);
        const bool is_moved = role == "index" || role == "source" || role == "cos" || role == "sin";
        if (is_moved) return std::nullopt;  // checked before
        if (operation_.name == "embedding")
            return role == "dweight" ? std::optional(own("weight")) : std::nullopt;
        if (role == "dweight") return Shape{first.empty() ? 1 : first.back()};
        if (role == "mean" || role == "rstd") {
            // a number a row, with the last axis kept or not
            Shape rows(first.begin(), first.end() - (first.empty() ? 0 : 1));
            if (has(role) && own(role).size() == first.size()) rows.resize(first.size(), 1);
            return rows;
        }
        const bool is_row =
            operation_.name == "sum" || operation_.name == "mean" || operation_.name == "cross_entropy";
        if (first.empty() && is_row)
            throw InputError(tensor(words_of(result.needs).front()).name + " has no axis to sum over");
        if (is_row && (role == "y" || role == "dy" || role == "target"))
            return Shape(first.begin(), first.end() - 1);
        if (role == "weight" || role == "bias") return std::nullopt;  // any that has as many numbers as a row
        return first;
    }

    /// y = x W^T or a b; the gradients are products, too: dx = dy W, dW = dy^T x, da = dy b^T, db = a^T dy.
    [[nodiscard]] std::optional<Shape> shape_of_product(std::string_view role,
                                                        const ResultRow& result) const {
        const bool is_linear = operation_.name == "linear";
        const auto own = [&](std::string_view of) { return tensor(of).view.shape(); };
        const auto with_last = [](Shape shape, std::size_t last) {
            shape.back() = last;
            return shape;
        };
        const auto sides = [&](std::string_view of) {  // terms of a product, and its columns
            const Shape shape = own(of);
            if (shape.size() != 2)
                throw InputError(fmt::format("{} has the shape {}: two axes are needed", tensor(of).name,
                                             list_text(shape)));
            return is_linear ? std::pair(shape[1], shape[0]) : std::pair(shape[0], shape[1]);
        };
        if (role == "y") return with_last(own(is_linear ? "x" : "a"), columns_);
        if (result.name == "y") return std::nullopt;  // checked before
        const std::string_view right = is_linear ? "weight" : "b", left = is_linear ? "x" : "a";
        if (own("dy").empty()) throw InputError(tensor("dy").name + " has no axis of columns");
        if (result.name == "dx" || result.name == "da") {
            const auto [terms, columns] = sides(right);
            if (own("dy").back() != columns)
                throw InputError(fmt::format("{} has the shape {}, and {} {}: dy must have {} numbers a row",
                                             tensor("dy").name, list_text(own("dy")), tensor(right).name,
                                             list_text(own(right)), columns));
            return role == result.name ? std::optional(with_last(own("dy"), terms)) : std::nullopt;
        }
        if (own(left).empty()) throw InputError(tensor(left).name + " has no axis of terms");
        if (role == left) return with_last(own("dy"), own(left).back());
        return is_linear ? Shape{own("dy").back(), own(left).back()}
                         : Shape{own(left).back(), own("dy").back()};
    }

    void take_output(const ResultRow& result) {
        const bool is_given = asked_.empty();
        const std::string first = words_of(result.needs).front();
        const NamedTensor* const out = is_given ? &tensor(result.name) : nullptr;
        JudgedKernelOutput made{.name = std::string(result.name),
                                .tensor = out,
                                .shape = *shape_of(result.name, result),
                                .dtype = dtype_of_tensor(is_given ? *out : tensor(first))};
        const std::string name = is_given ? out->name : made.name;
        if (is_given && out->view.shape() != made.shape)
            throw InputError(fmt::format("{} has the shape {}: {} of {} has {}", name,
                                         list_text(out->view.shape()), result.name, tensor(first).name,
                                         list_text(made.shape)));
        for (const std::string_view list : {result.needs, result.may_have}) {
            for (const std::string& one : words_of(list)) {
                if (one == first || !has(one)) continue;
                const std::optional<Shape> wanted = shape_of(one, result);
                if (!wanted || tensor(one).view.shape() == *wanted) continue;
                throw InputError(
                    fmt::format("{} has the shape {}, and {} has {}: they must agree", tensor(one).name,
                                list_text(tensor(one).view.shape()),
                                one == "target" ? "the rows of " + tensor(first).name : tensor(first).name,
                                list_text(*wanted)));
            }
        }
        const bool is_by_row = result.name == "y" && made.shape.size() < tensor(first).view.shape().size();
        made.columns = is_by_row || made.shape.empty() ? 1 : made.shape.back();
        made.rows = 1;
        for (const std::size_t length : made.shape) made.rows *= length;
        made.rows /= made.columns;
        const std::size_t entries = is_by_row ? tensor(first).view.shape().back() : made.columns;
        for (const auto& [role, values] :
             {std::pair("weight", &task_.weight), std::pair("bias", &task_.bias)}) {
            const bool is_used = result.may_have.find(role) != result.may_have.npos;
            if (is_used && !values->empty() && values->size() != entries)
                throw InputError(fmt::format("{} has {} numbers, and a row of {} has {}", tensor(role).name,
                                             values->size(), name, entries));
        }
        task_.outputs.push_back(std::move(made));
    }

    const KernelTensors& tensors_;
    const KernelQuestion& question_;
    const Context& context_;
    std::string_view asked_;  ///< the result whose bounds are asked for; empty: those that are given
    std::optional<Activation> activation_;
    OperationRow operation_;
    KernelTask task_;
    std::size_t columns_ = 0;
};

}  // namespace

std::vector<std::string> kernel_operations() {
    std::vector<std::string> names;
    for (const OperationRow& one : operations) names.emplace_back(one.name);
    return names;
}

std::string kernel_operations_text() {
    std::string text;
    for (const OperationRow& one : operations) {
        text += (text.empty() ? "" : "; ") + std::string(one.name) + ": ";
        for (std::size_t i = 0; i < one.results.size(); ++i) {
            const ResultRow& result = one.results[i];
            if (result.name.empty()) continue;
            text += (i > 0 ? ", " : "") + std::string(result.name) + " of " + std::string(result.needs);
            if (!result.may_have.empty()) text += " [" + std::string(result.may_have) + "]";
        }
    }
    return text + "; an activation by name, or a formula in x: y of x and dx of x, dy";
}

KernelTask kernel_task(const KernelTensors& tensors, const KernelQuestion& question, const Context& context,
                       std::string_view asked) {
    return TaskReader(tensors, question, context, asked).task();
}

std::unique_ptr<KernelRows> kernel_rows(const KernelTask& task, const JudgedKernelOutput& output,
                                        const KernelContract& contract, const Context& context) {
    if (task.operation == "attention") return attention_kernel_rows(task, output, contract, context);
    if (task.operation == "linear" || task.operation == "matmul") return product_rows(task, output, contract);
    if (!task.index.empty() || task.operation.starts_with("rotary"))
        return moved_rows(task, output, contract);
    return independent_rows(task, output, contract);
}

}  // namespace sigprop
