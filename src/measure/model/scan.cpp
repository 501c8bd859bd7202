#include "measure/model/scan.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "measure/model/tables.hpp"

namespace sigprop {
namespace {

/// GPT-2 as transformers has it stores [fan_in, fan_out] under names that others use for [fan_out, fan_in].
bool is_conv1d_name(const std::string& name) {
    return std::ranges::any_of(std::array{"c_attn.weight", "c_proj.weight", "c_fc.weight", "q_attn.weight"},
                               [&](const char* end) { return name.ends_with(end); });
}

bool has_conv1d(const std::vector<StoredTensor>& tensors) {
    return std::ranges::any_of(tensors, [](const StoredTensor& one) {
        const bool widens = one.name.ends_with("c_attn.weight") || one.name.ends_with("c_fc.weight");
        return widens && one.shape.size() == 2 && one.shape[1] > one.shape[0];
    });
}

WeightLayout layout_of(const StoredTensor& tensor, const TensorRole& role, bool conv1d) {
    if (role.layout) return *role.layout;
    if (tensor.name.ends_with("kernel") || (conv1d && is_conv1d_name(tensor.name)))
        return WeightLayout::keras;
    return WeightLayout::torch;
}

struct Piece {
    std::string role;
    TensorSlice slice;
};

/// The matrices of a fused tensor; empty when its shape does not say where they lie.
std::vector<Piece> pieces_of(const TensorRole& role, const std::vector<std::size_t>& shape,
                             WeightLayout layout) {
    if (role.fusion == Fusion::none || shape.size() != 2) return {};
    const std::size_t axis = layout == WeightLayout::torch ? 0 : 1;
    const std::size_t out = shape[axis];
    const std::size_t in = shape[1 - axis];
    if (role.fusion == Fusion::gate_up) {
        if (out % 2 != 0 || out == 0) return {};
        return {{"hidden", {axis, 0, out / 2}}, {"up", {axis, out / 2, out / 2}}};
    }
    // Queries as wide as the model; keys and values may be fewer.
    if (out <= in || (out - in) % 2 != 0) return {};
    const std::size_t shared = (out - in) / 2;
    return {{"query", {axis, 0, in}}, {"key", {axis, in, shared}}, {"value", {axis, in + shared, shared}}};
}

std::string why_skipped(const StoredTensor& tensor, const std::vector<StoredTensor>& all) {
    if (tensor.same_as)
        return "it is " + all[*tensor.same_as].name + ", saved under two names: they are tied";
    if (!tensor.unread.empty()) return "dtype " + tensor.dtype + ", " + tensor.unread;
    if (!tensor.type) return "dtype " + tensor.dtype + " is not a floating-point type";
    if (tensor.size() == 0) return "it has no elements";
    if (*tensor.type == ElementType::complex64 || *tensor.type == ElementType::complex128)
        return "complex numbers";
    return "";
}

class Scanner {
public:
    Scanner(const TensorFiles& files, const RoleRules& rules, std::optional<WeightLayout> layout,
            const Context& context, const std::function<void(std::size_t, std::size_t)>& done)
        : files_(files), rules_(rules), layout_(layout), context_(context), done_(done) {}

    ModelScan operator()() {
        const bool conv1d = has_conv1d(files_.tensors());
        for (std::size_t i = 0; i < files_.tensors().size(); ++i) plan(i, conv1d);
        scan_.family = static_cast<double>(std::max<std::size_t>(scan_.parts.size(), 1));
        for (std::size_t first = 0; first < scan_.parts.size();) first = read(first);
        return std::move(scan_);
    }

private:
    void plan(std::size_t i, bool conv1d) {
        const StoredTensor& tensor = files_.tensors()[i];
        const TensorRole role = rules_.role_of(tensor.name, tensor.shape);
        std::string why = why_skipped(tensor, files_.tensors());
        if (why.empty() && role.is_mask) why = "a mask, not weights";
        if (!why.empty()) {
            if (tensor.same_as) scan_.shared.emplace_back(i, *tensor.same_as);
            scan_.skipped.push_back({tensor.name, std::move(why)});
            return;
        }
        ++scan_.tensors;
        scan_.weights += tensor.size();
        scan_.bytes += tensor.size() * size_of(*tensor.type);
        const LayerName name = layer_name(tensor.name);
        if (name.layer) scan_.layers = std::max(scan_.layers, *name.layer + 1);
        ModelPart part{.tensor = i,
                       .slice = {},
                       .group = name.group,
                       .layer = name.layer,
                       .role = {},
                       .layout = {},
                       .fans = {},
                       .whole_fans = {},
                       .seen = {},
                       .look = {},
                       .law = {},
                       .likely = {},
                       .coded = tensor.is_coded ? tensor.dtype : ""};
        part.role = role;
        part.layout = layout_.value_or(layout_of(tensor, part.role, conv1d));
        part.whole_fans = fans_of_role(part.role.role, tensor.shape, part.layout);
        part.seen = {.name = tensor.name, .shape = tensor.shape, .type = *tensor.type};
        const std::vector<Piece> pieces = pieces_of(part.role, tensor.shape, part.layout);
        if (pieces.empty()) {
            part.fans = part.whole_fans;
            scan_.parts.push_back(std::move(part));
            return;
        }
        for (const Piece& piece : pieces) {
            ModelPart one = part;
            one.slice = piece.slice;
            one.role.role = piece.role;
            one.role.rule += ", " + piece.role + " of a fused tensor";
            one.group += "[" + piece.role + "]";
            one.seen.name += "[" + piece.role + "]";
            one.seen.shape[piece.slice.axis] = piece.slice.count;
            one.fans = fans_of(one.seen.shape, one.layout);
            scan_.parts.push_back(std::move(one));
        }
    }

    /// Of a part of a tensor the mean square of the distances is not known: each counts as the largest.
    static void add_grid(ModelPart& part, const StoredGrid& grid) {
        part.seen.statistics.grid_rms = part.slice ? grid.max : grid.rms;
        part.seen.statistics.grid_max = grid.max;
    }

    /// Reads the parts of one tensor; returns the next.
    std::size_t read(std::size_t first) {
        const std::size_t tensor = scan_.parts[first].tensor;
        const OpenTensor open = files_.open(tensor);
        const std::size_t element = size_of(open.view().type());
        std::size_t next = first;
        for (; next < scan_.parts.size() && scan_.parts[next].tensor == tensor; ++next) {
            ModelPart& part = scan_.parts[next];
            const TensorView view = view_of(part, open);
            const bool whole = !part.slice;
            part.seen = measured_weights(view, part.seen.name, 0, context_, [&](std::size_t numbers) {
                if (whole) open.done_with(numbers);
                if (done_) done_(read_ + numbers * element, scan_.bytes);
            });
            part.seen.family = scan_.family;
            add_grid(part, open.grid());
            part.law = law_seen(part.statistics(), part.rounding(), scan_.family);
            leave_out_strays(part, view);
            if (part.is_coarse() && part.law.is_fresh())
                part.law.text += ", as far as " + part.coded + " tells";
            const std::uint64_t strays = part.look.strays;
            part.look = look_closer(view, part.statistics(), part.law, part.role, part.seen.name);
            part.look.strays = strays;
            if (part.look.at_limits > 0) find_spikes(part, view);
            if (part.law.form != SeenLaw::Form::normal && is_informative(part.seen)) find_table(part, view);
            read_ += view.numbers() * element;
        }
        open.done_with(open.view().numbers());
        if (done_) done_(read_, scan_.bytes);
        context_.check_interrupted();
        return next;
    }

    void leave_out_strays(ModelPart& part, const TensorView& view) const {
        if (part.law.is_fresh()) return;
        const WithoutStrays without = without_strays(view, part.statistics());
        if (without.strays == 0) return;
        const SeenLaw law = law_seen(without.statistics, part.rounding(), scan_.family);
        if (!law.is_fresh()) return;  // training may leave such an entry
        part.seen.statistics = without.statistics;
        part.law = law;
        part.look.strays = without.strays;
    }

    void find_spikes(ModelPart& part, const TensorView& view) const {
        std::optional<Spikes> spikes = spikes_of(view, part.statistics(), context_);
        if (!spikes || spikes->cause == Spikes::Cause::unknown) return;
        part.law = {SeenLaw::Form::spiked, spikes->text()};
        part.look.spikes = std::move(spikes);
    }
    static void find_table(ModelPart& part, const TensorView& view) {
        std::string table = fixed_table(view, part.statistics());
        if (table.empty()) return;
        part.law = {SeenLaw::Form::table, std::move(table)};
        part.look.at_limits = 0;
    }

    const TensorFiles& files_;
    const RoleRules& rules_;
    std::optional<WeightLayout> layout_;
    const Context& context_;
    const std::function<void(std::size_t, std::size_t)>& done_;
    ModelScan scan_;
    std::size_t read_ = 0;
};

}  // namespace

bool ModelPart::is_matrix() const {
    return role.role != "norm_gain" && role.role != "layer_scale" && role.role != "bias" &&
           !(role.role == "other" && seen.shape.size() < 2);
}

std::string numberless(const std::string& name) {
    static const RE2 number(R"((^|\.)[0-9]+(\.|$))");
    std::string pattern = name;
    while (RE2::Replace(&pattern, number, R"(\1*\2)")) continue;
    return pattern;
}

TensorView view_of(const ModelPart& part, const OpenTensor& tensor) {
    if (!part.slice) return tensor.view();
    return tensor.view().sliced(part.slice->axis, part.slice->first, part.slice->count);
}

ModelScan scan_model(const TensorFiles& files, const RoleRules& rules, std::optional<WeightLayout> layout,
                     const Context& context, const std::function<void(std::size_t, std::size_t)>& done) {
    return Scanner(files, rules, layout, context, done)();
}

}  // namespace sigprop
