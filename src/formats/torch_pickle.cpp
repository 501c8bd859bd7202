#include "formats/torch_pickle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

constexpr std::array torch_types = {
    TorchType{"float32", 4, ElementType::float32, "FloatStorage"},
    TorchType{"bfloat16", 2, ElementType::bfloat16, "BFloat16Storage"},
    TorchType{"float16", 2, ElementType::float16, "HalfStorage"},
    TorchType{"float64", 8, ElementType::float64, "DoubleStorage"},
    TorchType{"float8_e4m3fn", 1, ElementType::float8_e4m3},
    TorchType{"float8_e5m2", 1, ElementType::float8_e5m2},
    TorchType{"complex64", 8, ElementType::complex64, "ComplexFloatStorage"},
    TorchType{"complex128", 16, ElementType::complex128, "ComplexDoubleStorage"},
    TorchType{"int64", 8, {}, "LongStorage"},
    TorchType{"int32", 4, {}, "IntStorage"},
    TorchType{"int16", 2, {}, "ShortStorage"},
    TorchType{"int8", 1, {}, "CharStorage"},
    TorchType{"uint8", 1, {}, "ByteStorage"},
    TorchType{"bool", 1, {}, "BoolStorage"},
    TorchType{"uint16", 2, {}},
    TorchType{"uint32", 4, {}},
    TorchType{"uint64", 8, {}},
    TorchType{"complex32", 4, {}},
    TorchType{"float8_e4m3fnuz", 1, {}},
    TorchType{"float8_e5m2fnuz", 1, {}},
    TorchType{"float8_e8m0fnu", 1, {}},
    TorchType{"float4_e2m1fn_x2", 1, {}},
    TorchType{"bytes", 1, {}, "UntypedStorage"},
};

/// What a name of Python is to us.
enum class Meaning : std::uint8_t {
    mapping,
    tensor,        ///< of storage, offset, size, strides, requires_grad, hooks, metadata
    typed_tensor,  ///< the same, with its type before the metadata
    parameter,     ///< of a tensor, …
    subclass,      ///< of a name, a class, and what the name is called with, …
    size,          ///< of a tuple
    storage,       ///< of a row of torch_types
    dtype,         ///< the same
    value,         ///< plain, and not looked at
};

struct KnownGlobal {
    std::string name;
    Meaning meaning;
    const TorchType* type = nullptr;
};

std::vector<KnownGlobal> known_globals() {
    using enum Meaning;
    std::vector<KnownGlobal> known = {
        {"collections.OrderedDict", mapping},
        {"torch._utils._rebuild_tensor_v2", tensor},
        {"torch._utils._rebuild_tensor", tensor},
        {"torch._utils._rebuild_tensor_v3", typed_tensor},
        {"torch._utils._rebuild_parameter", parameter},
        {"torch._utils._rebuild_parameter_with_state", parameter},
        {"torch._tensor._rebuild_from_type_v2", subclass},
        {"torch.Size", size},
    };
    for (const char* const name :
         {"torch.Tensor", "torch.nn.parameter.Parameter", "torch.nn.parameter.Buffer", "torch.device",
          "collections.Counter", "_codecs.encode"})
        known.push_back({name, value});
    for (const char* const module : {"builtins.", "__builtin__."})
        for (const char* const name : {"set", "frozenset", "bytearray", "complex"})
            known.push_back({std::string(module) + name, value});
    for (const TorchType& one : torch_types) {
        known.push_back({"torch." + std::string(one.name), dtype, &one});
        if (one.storage.empty()) continue;
        for (const char* const module : {"torch.", "torch.cuda.", "torch.storage.", "torch.storage._"})
            known.push_back({module + std::string(one.storage), storage, &one});
    }
    return known;
}

const std::vector<KnownGlobal>& globals() {
    static const std::vector<KnownGlobal> known = known_globals();
    return known;
}

const KnownGlobal& global_row(const PickleValue& global) {
    return globals()[static_cast<std::size_t>(global.integer)];
}

bool is_global(const PickleValue& value, Meaning meaning) {
    return value.kind == PickleValue::Kind::global && global_row(value).meaning == meaning;
}

std::vector<PickleGlobal> pickle_globals() {
    std::vector<PickleGlobal> made;
    for (const KnownGlobal& one : globals()) made.push_back({one.name, one.meaning == Meaning::mapping});
    return made;
}

PickleRules torch_rules() {
    static const std::vector<PickleGlobal> names = pickle_globals();
    return {
        names,
        "sigprop reads tensors and runs no code; save only the state dict: torch.save(model.state_dict(), "
        "'model.pt'), or convert it: safetensors.torch.save_file(model.state_dict(), 'model.safetensors')"};
}

[[noreturn]] void refuse_value(const std::string& called, const std::string& problem) {
    throw InputError(called + ": " + problem);
}

/// The product of a shape; no more than any memory holds.
std::size_t checked_size(const std::vector<std::size_t>& shape, std::size_t bytes,
                         const std::string& called) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::uint64_t all = bytes;
    for (const std::size_t length : shape) {
        if (length > 1 && all > most / length)
            refuse_value(called, "its shape has more elements than fit into any memory");
        all *= std::max<std::size_t>(length, 1);
    }
    return std::ranges::find(shape, 0U) != shape.end() ? 0 : all / bytes;
}

/// How many elements lie from the first to the last of a view that has some; `most` is never exceeded.
std::size_t checked_extent(const TorchTensor& view, std::size_t most, const std::string& called) {
    const auto outside = [&] {
        refuse_value(called,
                     fmt::format("its offset, shape and strides exceed storage '{}', which has {} elements",
                                 shown_key(view.storage.key), most));
    };
    if (view.size == 0) return 0;
    if (view.offset >= most) outside();
    std::size_t left = most - view.offset - 1;
    std::size_t last = 0;
    for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
        const std::size_t steps = view.shape[axis] - 1;
        if (steps == 0) continue;
        if (view.strides[axis] > left / steps) outside();
        left -= steps * view.strides[axis];
        last += steps * view.strides[axis];
    }
    return last + 1;
}

}  // namespace

std::string shown_key(std::string_view key) { return shown_text(key.substr(0, 60)); }

TorchPickle::TorchPickle(std::string_view bytes, std::string shown)
    : shown_(std::move(shown)), pickle_(bytes, shown_, torch_rules()) {}

TorchPickle::Call TorchPickle::tensor_call(PickleId id) const {
    if (pickle_[id].kind != PickleValue::Kind::call) return {};
    Call call{&pickle_[pickle_[id].callee], &pickle_[pickle_[id].argument].items};
    constexpr int deepest = 8;  // of parameters and subclasses around a tensor
    for (int depth = 0; depth < deepest; ++depth) {
        const std::vector<PickleId>& given = *call.arguments;
        switch (global_row(*call.global).meaning) {
            case Meaning::tensor:
            case Meaning::typed_tensor: return call;
            case Meaning::parameter:
                if (given.empty() || pickle_[given[0]].kind != PickleValue::Kind::call) return {};
                call = {&pickle_[pickle_[given[0]].callee], &pickle_[pickle_[given[0]].argument].items};
                break;
            case Meaning::subclass:
                if (given.size() < 3 || pickle_[given[0]].kind != PickleValue::Kind::global ||
                    pickle_[given[2]].kind != PickleValue::Kind::tuple)
                    return {};
                call = {&pickle_[given[0]], &pickle_[given[2]].items};
                break;
            default: return {};
        }
    }
    return {};
}

std::vector<std::size_t> TorchPickle::lengths(PickleId id, const std::string& called,
                                              std::string_view what) const {
    const PickleValue* value = &pickle_[id];
    if (value->kind == PickleValue::Kind::call && is_global(pickle_[value->callee], Meaning::size)) {
        const std::vector<PickleId>& given = pickle_[value->argument].items;
        if (given.size() == 1) value = &pickle_[given[0]];
    }
    constexpr std::size_t max_axes = 64;
    if (value->kind != PickleValue::Kind::tuple && value->kind != PickleValue::Kind::list)
        refuse_value(called, fmt::format("its {} are not a tuple", what));
    if (value->items.size() > max_axes)
        refuse_value(
            called, fmt::format("it has {} {}; at most {} are allowed", value->items.size(), what, max_axes));
    std::vector<std::size_t> all;
    for (const PickleId one : value->items) {
        const PickleValue& length = pickle_[one];
        if (length.kind != PickleValue::Kind::integer || length.integer < 0)
            refuse_value(called, fmt::format("one of its {} is not a number from 0 to 2^63 - 1", what));
        all.push_back(static_cast<std::size_t>(length.integer));
    }
    return all;
}

TorchStorage TorchPickle::storage(PickleId id, const std::string& called) const {
    const auto refuse = [&](const std::string& problem) { refuse_value(called, problem); };
    if (pickle_[id].kind != PickleValue::Kind::external)
        refuse("it is a view of something other than a storage");
    const PickleValue& parts = pickle_[pickle_[id].argument];
    // ("storage", torch.FloatStorage, "0", "cpu", 4), and in the old format what it is a view of
    if (parts.kind != PickleValue::Kind::tuple || parts.items.size() < 5 || parts.items.size() > 6 ||
        pickle_[parts.items[0]].text != "storage" || pickle_[parts.items[2]].kind != PickleValue::Kind::text)
        refuse("a storage does not have the form that torch.save writes");
    if (parts.items.size() == 6 && pickle_[parts.items[5]].kind != PickleValue::Kind::none)
        refuse(
            "its storage is a view of another storage, a form that PyTorch has not written since 2017 and "
            "sigprop does not read; save it again with a newer PyTorch");
    if (!is_global(pickle_[parts.items[1]], Meaning::storage))
        refuse("the type of a storage is not a PyTorch type");
    const PickleValue& elements = pickle_[parts.items[4]];
    const TorchType* const type = global_row(pickle_[parts.items[1]]).type;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 16;
    if (elements.kind != PickleValue::Kind::integer || elements.integer < 0 || elements.integer > most)
        refuse("a storage has more elements than fit into any memory");
    return {.key = pickle_[parts.items[2]].text,
            .type = type,
            .bytes = static_cast<std::size_t>(elements.integer) * type->bytes};
}

std::vector<TorchStorage> TorchPickle::storages() const {
    std::vector<TorchStorage> all;
    for (PickleId id = 0; id < pickle_.size(); ++id)
        if (pickle_[id].kind == PickleValue::Kind::external) all.push_back(storage(id, shown_));
    return all;
}

void TorchPickle::refuse_unlike_bits(PickleId metadata, const std::string& called) const {
    for (const Entry& one : entries(metadata)) {
        const bool is_set =
            pickle_[one.value].kind == PickleValue::Kind::boolean && pickle_[one.value].integer != 0;
        if (is_set && one.key)
            refuse_value(called, fmt::format("it is a view with its bit '{}' set, so its numbers differ from "
                                             "those of its storage; save its clone()",
                                             shown_key(*one.key)));
    }
}

TorchTensor TorchPickle::tensor(PickleId id, const std::string& called) const {
    const Call call = tensor_call(id);
    const std::vector<PickleId>& given = *call.arguments;
    const bool is_typed = global_row(*call.global).meaning == Meaning::typed_tensor;
    if (given.size() < (is_typed ? 7 : 4) || given.size() > (is_typed ? 8 : 7))
        refuse_value(called, fmt::format("{} is called with {} arguments", global_row(*call.global).name,
                                         given.size()));
    TorchTensor made{.storage = storage(given[0], called), .type = nullptr, .shape = {}, .strides = {}};
    made.type = made.storage.type;
    if (is_typed) {
        if (!is_global(pickle_[given[6]], Meaning::dtype))
            refuse_value(called, "its type is not a PyTorch type");
        made.type = global_row(pickle_[given[6]]).type;
    }
    if (given.size() == (is_typed ? 8 : 7)) refuse_unlike_bits(given.back(), called);
    const PickleValue& offset = pickle_[given[1]];
    if (offset.kind != PickleValue::Kind::integer || offset.integer < 0)
        refuse_value(called, "its offset is not a number from 0 to 2^63 - 1");
    made.offset = static_cast<std::size_t>(offset.integer);
    made.shape = lengths(given[2], called, "axes");
    made.strides = lengths(given[3], called, "strides");
    if (made.shape.size() != made.strides.size())
        refuse_value(called,
                     fmt::format("it has {} axes and {} strides", made.shape.size(), made.strides.size()));
    made.size = checked_size(made.shape, made.type->bytes, called);
    made.extent = checked_extent(made, made.storage.bytes / made.type->bytes, called);
    return made;
}

std::vector<TorchPickle::Entry> TorchPickle::entries(PickleId id) const {
    std::vector<Entry> all;
    const auto add = [&](PickleId key, PickleId value) {
        const PickleValue& named = pickle_[key];
        all.push_back({{}, value});
        if (named.kind == PickleValue::Kind::text) all.back().key = std::string(named.text);
        if (named.kind == PickleValue::Kind::integer) all.back().key = std::to_string(named.integer);
    };
    const PickleValue& value = pickle_[id];
    if (value.kind == PickleValue::Kind::list || value.kind == PickleValue::Kind::tuple) {
        for (const PickleId one : value.items) all.push_back({std::to_string(all.size()), one});
        return all;
    }
    const bool is_mapping =
        value.kind == PickleValue::Kind::call && is_global(pickle_[value.callee], Meaning::mapping);
    if (is_mapping) {  // Python 2 gives an OrderedDict a list of its pairs
        const std::vector<PickleId>& given = pickle_[value.argument].items;
        for (const PickleId pair : given.empty() ? given : pickle_[given[0]].items)
            if (pickle_[pair].items.size() == 2) add(pickle_[pair].items[0], pickle_[pair].items[1]);
    }
    if (is_mapping || value.kind == PickleValue::Kind::mapping)
        for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) add(value.items[i], value.items[i + 1]);
    return all;
}

}  // namespace sigprop
