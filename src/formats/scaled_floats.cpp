#include "formats/scaled_floats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "formats/coded_elements.hpp"

namespace sigprop {
namespace {

constexpr std::string_view weight_end = "weight";

bool is_float8(const StoredTensor& one) {
    return one.type == ElementType::float8_e4m3 || one.type == ElementType::float8_e5m2;
}

/// The names that scales of a tensor may have.
std::vector<std::string> names_of_scales(const std::string& name) {
    std::vector<std::string> names = {name + "_scale_inv", name + "_scale"};
    if (name.ends_with(weight_end))
        names.push_back(name.substr(0, name.size() - weight_end.size()) + "scale_weight");
    return names;
}

/// How many elements along an axis share a scale; nothing where these do not divide it.
std::optional<std::size_t> block_of(std::size_t length, std::size_t scales) {
    constexpr std::size_t usual = 128;
    if (scales == length) return 1;
    if (scales == 1) return length;
    if (scales == 0) return std::nullopt;
    if ((length + usual - 1) / usual == scales) return usual;
    if (length % scales == 0) return length / scales;
    return std::nullopt;
}

std::optional<ScaleOf> scale_of(const StoredTensor& weights, const StoredTensor& scales, std::size_t i) {
    if (!scales.type || is_float8(scales) || scales.size() == 0) return std::nullopt;
    ScaleOf made{
        .tensor = i, .type = *scales.type, .numbers = *weights.type, .shape = scales.shape, .block = {}};
    if (scales.size() == 1) made.shape.assign(weights.shape.size(), 1);
    while (made.shape.size() < weights.shape.size()) made.shape.push_back(1);  // one for each row
    if (made.shape.size() != weights.shape.size()) return std::nullopt;
    for (std::size_t axis = 0; axis < weights.shape.size(); ++axis) {
        const std::optional<std::size_t> block = block_of(weights.shape[axis], made.shape[axis]);
        if (!block || *block == 0) return std::nullopt;
        made.block.push_back(*block);
    }
    return made;
}

/// What quantised checkpoints keep beside weights.
bool is_scale_of_activations(std::string_view name) {
    constexpr std::array ends = {".input_scale", ".output_scale", ".k_scale",
                                 ".v_scale",     ".q_scale",      ".scale_input"};
    return std::ranges::any_of(ends, [&](const char* end) { return name.ends_with(end); });
}

void mark_unread(StoredTensor& one, std::string why) {
    one.unread = std::move(why);
    one.type.reset();
}

/// Half a unit in the last place.
double half_unit(double value, bool is_e4m3) {
    if (value == 0 || !std::isfinite(value)) return std::ldexp(1.0, is_e4m3 ? -10 : -17);
    return is_e4m3 ? std::ldexp(1.0, std::max(std::ilogb(value), -6) - 4)
                   : std::ldexp(1.0, std::max(std::ilogb(value), -14) - 3);
}

}  // namespace

std::vector<std::optional<ScaleOf>> find_scales(std::vector<StoredTensor>& tensors, bool is_quantised,
                                                FileNotes& notes) {
    std::vector<std::optional<ScaleOf>> all(tensors.size());
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < tensors.size(); ++i) places.emplace(tensors[i].name, i);
    std::vector<std::size_t> lacking;
    std::vector<std::size_t> scales;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        StoredTensor& one = tensors[i];
        if (!is_float8(one) || one.same_as) continue;
        std::string why = "whose scales (" + names_of_scales(one.name).front() + ") are missing";
        for (const std::string& name : names_of_scales(one.name)) {
            const auto found = places.find(name);
            if (found == places.end()) continue;
            all[i] = scale_of(one, tensors[found->second], found->second);
            scales.push_back(found->second);
            if (!all[i]) why = "whose scales (" + name + ") have an unsupported type or shape";
            break;
        }
        if (all[i]) continue;
        one.unread = std::move(why);
        lacking.push_back(i);
    }
    // Without any scales, and with nobody who says that there were some, these are weights that were cast.
    const bool has_scales = is_quantised || !scales.empty();
    for (const std::size_t i : lacking) {
        if (has_scales)
            tensors[i].type.reset();
        else
            tensors[i].unread.clear();
    }
    if (!has_scales) return all;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (all[i]) tensors[i].is_coded = true;
        if (tensors[i].type && is_scale_of_activations(tensors[i].name))
            mark_unread(tensors[i], "a scale of activations");
    }
    for (const std::size_t i : scales) mark_unread(tensors[i], "scales of another tensor");
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (all[i]) tensors[i].type = ElementType::float32;
    if (!lacking.empty())
        notes.emplace_back("left out", std::to_string(lacking.size()) + " of " +
                                           tensors[lacking.front()].dtype + ", such as " +
                                           tensors[lacking.front()].name + ", " +
                                           tensors[lacking.front()].unread);
    return all;
}

TensorElements scaled_elements(const TensorView& numbers, const TensorView& scales, const ScaleOf& where,
                               const std::string& shown) {
    std::vector<double> factors(scales.numbers());
    scales.read(0, factors);
    const std::vector<std::size_t>& shape = numbers.shape();
    const bool is_e4m3 = numbers.type() == ElementType::float8_e4m3;
    std::vector<double> values;
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    return decoded_elements(
        shape, at_once, shown, [&](std::size_t first, std::span<float> out, std::span<float> reaches) {
            values.resize(out.size());
            numbers.read(first, values);
            std::vector<std::size_t> at(shape.size());
            std::size_t rest = first;
            for (std::size_t axis = shape.size(); axis-- > 0;) {
                at[axis] = rest % shape[axis];
                rest /= shape[axis];
            }
            for (std::size_t k = 0; k < out.size(); ++k) {
                std::size_t place = 0;
                for (std::size_t axis = 0; axis < shape.size(); ++axis)
                    place = place * where.shape[axis] + at[axis] / where.block[axis];
                const double factor = factors[place];
                out[k] = static_cast<float>(values[k] * factor);
                reaches[k] = static_cast<float>(half_unit(values[k], is_e4m3) * std::abs(factor));
                for (std::size_t axis = shape.size(); axis-- > 0 && ++at[axis] == shape[axis];) at[axis] = 0;
            }
        });
}

}  // namespace sigprop
