#pragma once
// Files of torch.save, put together by hand so that any part of them can be wrong. A pickle is the sum of its
// values' texts: pickled(mapping({{"w", tensor({.shape = {2}})}})).

#include <string>
#include <utility>
#include <vector>

#include "tests/support/checkpoint_samples.hpp"

namespace sigprop::testing::torch_samples {

inline std::string global(const std::string& module, const std::string& name) {
    return "c" + module + "\n" + name + "\n";
}
inline std::string text(const std::string& value) { return "X" + little(value.size(), 4) + value; }
inline std::string integer(std::int64_t value) {
    return "\x8a\x08" + little(static_cast<std::uint64_t>(value), 8);
}
inline std::string tuple(const std::vector<std::string>& items) {
    std::string all = "(";
    for (const std::string& one : items) all += one;
    return all + "t";
}
inline std::string integers(const std::vector<std::int64_t>& values) {
    std::vector<std::string> items;
    for (const std::int64_t one : values) items.push_back(integer(one));
    return tuple(items);
}
inline std::string call(const std::string& callee, const std::vector<std::string>& arguments) {
    return callee + tuple(arguments) + "R";
}
using Items = std::vector<std::pair<std::string, std::string>>;
inline std::string items_of(const Items& items) {
    std::string all = "(";
    for (const auto& [key, value] : items) all += text(key) + value;
    return all + "u";
}
inline std::string mapping(const Items& items) { return "}" + items_of(items); }
inline std::string ordered(const Items& items) {
    return call(global("collections", "OrderedDict"), {}) + items_of(items);
}

struct Tensor {
    std::string key = "0";
    std::string storage = "FloatStorage";
    std::int64_t elements = 2;  ///< of the storage
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape = {2}, strides = {1};
};
inline std::string storage(const Tensor& one) {
    return tuple({text("storage"), global("torch", one.storage), text(one.key), text("cpu"),
                  integer(one.elements)}) +
           "Q";
}
inline std::string tensor(const Tensor& one) {
    return call(
        global("torch._utils", "_rebuild_tensor_v2"),
        {storage(one), integer(one.offset), integers(one.shape), integers(one.strides), "\x89", ordered({})});
}
inline std::string pickled(const std::string& value) { return "\x80\x02" + value + "."; }

/// An archive of torch.save, of a pickle and storages with the keys "0", "1", …
inline std::string archive(const std::string& pickle, const std::vector<std::string>& storages,
                           const std::string& byteorder = "little", bool pack = false) {
    std::vector<SampleEntry> entries = {{.name = "archive/data.pkl", .text = pickle, .pack = pack},
                                        {.name = "archive/byteorder", .text = byteorder, .pack = pack}};
    for (std::size_t i = 0; i < storages.size(); ++i)
        entries.push_back({.name = "archive/data/" + std::to_string(i), .text = storages[i], .pack = pack});
    entries.push_back({.name = "archive/version", .text = "3\n", .pack = pack});
    return zip_of(entries);
}

/// As torch.save wrote before version 1.6; `storages` are keys, numbers of elements and bytes.
struct Stored {
    std::string key;
    std::uint64_t elements;
    std::string bytes;
};
inline std::string stream(const std::string& value, const std::vector<Stored>& storages,
                          std::int64_t protocol = 1001) {
    std::string keys = "](";
    for (const Stored& one : storages) keys += text(one.key);
    std::string all = std::string("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15) +
                      pickled(integer(protocol)) + pickled(mapping({{"little_endian", "\x88"}})) +
                      pickled(value) + pickled(keys + "e");
    for (const Stored& one : storages) all += little(one.elements, 8) + one.bytes;
    return all;
}

}  // namespace sigprop::testing::torch_samples
