#include "formats/pickle.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

using Kind = PickleValue::Kind;

/// Values that need no memory of their own, the first of each pickle.
enum Shared : PickleId { none_id, false_id, true_id, other_id };

class PickleMachine {
public:
    PickleMachine(std::string_view bytes, const std::string& shown, const PickleRules& rules,
                  std::deque<PickleValue>& values)
        : bytes_(bytes.substr(0, rules.limits.bytes)), shown_(shown), rules_(rules), values_(values) {
        for (const Kind kind : {Kind::none, Kind::boolean, Kind::boolean, Kind::other})
            values_.push_back({.kind = kind});
        values_[true_id].integer = 1;
    }

    /// The value at the top, and the byte behind STOP.
    std::pair<PickleId, std::size_t> operator()() {
        for (std::size_t steps = 0; steps < rules_.limits.opcodes; ++steps) {
            opcode_at_ = at_;
            const auto opcode = number<std::uint8_t>();
            if (opcode == '.') {
                const PickleId top = pop();
                if (!stack_.empty() || !marks_.empty()) refuse("it stops with unused values");
                return {top, at_};
            }
            if (!scalar(opcode) && !text(opcode) && !container(opcode) && !memo(opcode) && !call(opcode))
                refuse(
                    fmt::format("opcode 0x{:02x} is not one that protocols 2 to 5 need for tensors", opcode));
        }
        refuse(fmt::format("it has more than {} opcodes, the limit of what sigprop reads",
                           rules_.limits.opcodes));
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const {
        throw InputError(fmt::format("{}, byte {}: {}", shown_, opcode_at_, problem));
    }

    std::string_view take(std::uint64_t count) {
        if (count > bytes_.size() - at_) {
            refuse(bytes_.size() == rules_.limits.bytes
                       ? fmt::format("it has more than {} bytes, the limit of what sigprop reads",
                                     rules_.limits.bytes)
                       : "it ends before its STOP: it was cut short, or is not a pickle");
        }
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }
    template <class Number>
    Number number() {
        Number read;
        std::memcpy(&read, take(sizeof read).data(), sizeof read);
        return read;
    }
    /// A line without its end.
    std::string_view line() {
        const std::size_t end = bytes_.find('\n', at_);
        if (end == std::string_view::npos) refuse("a name does not end");
        const std::string_view read = take(end - at_);
        ++at_;
        return read;
    }

    PickleId add(PickleValue value) {
        if (values_.size() == rules_.limits.values)
            refuse(fmt::format("it has more than {} values, the limit of what sigprop reads",
                               rules_.limits.values));
        values_.push_back(std::move(value));
        return static_cast<PickleId>(values_.size() - 1);
    }
    bool push(PickleId id) {
        stack_.push_back(id);
        return true;
    }
    bool push(PickleValue value) { return push(add(std::move(value))); }
    PickleId pop() {
        if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) refuse("its stack is empty");
        const PickleId top = stack_.back();
        stack_.pop_back();
        return top;
    }
    std::vector<PickleId> pop_last(std::size_t count) {
        std::vector<PickleId> items(count);
        for (std::size_t i = count; i-- > 0;) items[i] = pop();
        return items;
    }
    std::vector<PickleId> pop_to_mark() {
        if (marks_.empty()) refuse("its stack has no mark");
        std::vector<PickleId> items = pop_last(stack_.size() - marks_.back());
        marks_.pop_back();
        return items;
    }

    bool scalar(std::uint8_t opcode) {
        const auto integer = [&](std::int64_t value) {
            return push({.kind = Kind::integer, .integer = value});
        };
        switch (opcode) {
            case 'N': return push(none_id);
            case 0x88: return push(true_id);
            case 0x89: return push(false_id);
            case 'K': return integer(number<std::uint8_t>());
            case 'M': return integer(number<std::uint16_t>());
            case 'J': return integer(number<std::int32_t>());
            case 0x8a: return long_integer(number<std::uint8_t>());
            case 0x8b: return long_integer(number<std::uint32_t>());
            case 'G': take(8); return push(other_id);
            case 'B': take(number<std::uint32_t>()); return push(other_id);
            case 'C': take(number<std::uint8_t>()); return push(other_id);
            case 0x8e:
            case 0x96: take(number<std::uint64_t>()); return push(other_id);
            default: return false;
        }
    }

    /// Little-endian, of two's complement.
    bool long_integer(std::uint32_t count) {
        const std::string_view read = take(count);
        if (count > sizeof(std::int64_t)) return push(other_id);
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < read.size(); ++i)
            bits |= std::uint64_t{static_cast<std::uint8_t>(read[i])} << (8U * i);
        if (count > 0 && count < sizeof bits && (static_cast<std::uint8_t>(read.back()) & 0x80U) != 0)
            bits |= ~std::uint64_t{0} << (8U * count);
        return push({.kind = Kind::integer, .integer = static_cast<std::int64_t>(bits)});
    }

    bool text(std::uint8_t opcode) {
        std::uint64_t length = 0;
        switch (opcode) {
            case 'U':
            case 0x8c: length = number<std::uint8_t>(); break;
            case 'T':
            case 'X': length = number<std::uint32_t>(); break;
            case 0x8d: length = number<std::uint64_t>(); break;
            default: return false;
        }
        return push({.kind = Kind::text, .text = take(length)});
    }

    bool container(std::uint8_t opcode) {
        const auto made = [&](Kind kind, std::vector<PickleId> items) {
            return push({.kind = kind, .items = std::move(items)});
        };
        switch (opcode) {
            case '(': marks_.push_back(stack_.size()); return true;
            case ')': return made(Kind::tuple, {});
            case ']': return made(Kind::list, {});
            case '}': return made(Kind::mapping, {});
            case 't': return made(Kind::tuple, pop_to_mark());
            case 0x85:
            case 0x86:
            case 0x87: return made(Kind::tuple, pop_last(opcode - 0x84U));
            case 'a': return append(pop_last(1));
            case 'e': return append(pop_to_mark());
            case 's': return set_items(pop_last(2));
            case 'u': return set_items(pop_to_mark());
            case 0x8f: return push(other_id);
            case 0x90:  // items of a set, which no tensor is in
                static_cast<void>(pop_to_mark());
                return push(pop());
            case 0x91: static_cast<void>(pop_to_mark()); return push(other_id);
            default: return false;
        }
    }

    bool append(const std::vector<PickleId>& items) {
        const PickleId id = pop();
        PickleValue& list = values_[id];
        if (list.kind != Kind::list) refuse("it appends to something other than a list");
        list.items.insert(list.items.end(), items.begin(), items.end());
        return push(id);
    }

    bool set_items(const std::vector<PickleId>& items) {
        const PickleId id = pop();
        PickleValue& mapping = values_[id];
        const bool is_mapping =
            mapping.kind == Kind::mapping ||
            (mapping.kind == Kind::call && rules_.known[row_of(mapping.callee)].has_items);
        if (!is_mapping) refuse("it sets items of something other than a dictionary");
        if (items.size() % 2 != 0) refuse("it sets a key without a value");
        mapping.items.insert(mapping.items.end(), items.begin(), items.end());
        return push(id);
    }

    [[nodiscard]] std::size_t row_of(PickleId global) const {
        return static_cast<std::size_t>(values_[global].integer);
    }

    bool memo(std::uint8_t opcode) {
        switch (opcode) {
            case 'q': return put(number<std::uint8_t>());
            case 'r': return put(number<std::uint32_t>());
            case 0x94: return put(memo_size_);
            case 'h': return get(number<std::uint8_t>());
            case 'j': return get(number<std::uint32_t>());
            case '0': static_cast<void>(pop()); return true;
            case '1': static_cast<void>(pop_to_mark()); return true;
            case '2': {
                const PickleId top = pop();
                return push(top) && push(top);
            }
            case 0x80: {
                const auto protocol = number<std::uint8_t>();
                if (protocol > 5)
                    refuse(fmt::format("protocol {} is unknown: sigprop reads 2 to 5", protocol));
                return true;
            }
            case 0x95: take(8); return true;  // the length of a frame
            default: return false;
        }
    }

    bool put(std::size_t i) {
        if (i >= rules_.limits.values)
            refuse(fmt::format("it stores value {}; at most {} are allowed", i, rules_.limits.values));
        if (i >= memo_.size()) memo_.resize(i + 1, nothing);
        const PickleId top = pop();
        if (memo_[i] == nothing) ++memo_size_;
        memo_[i] = top;
        return push(top);
    }
    bool get(std::size_t i) {
        if (i >= memo_.size() || memo_[i] == nothing)
            refuse(fmt::format("it reads value {}, which it has not stored", i));
        return push(memo_[i]);
    }

    bool call(std::uint8_t opcode) {
        switch (opcode) {
            case 'c': {
                const std::string_view module = line();
                return global(module, line());
            }
            case 0x93: {
                const std::vector<PickleId> both = pop_last(2);
                for (const PickleId one : both)
                    if (values_[one].kind != Kind::text) refuse("it asks for a name that is not a string");
                return global(values_[both[0]].text, values_[both[1]].text);
            }
            case 'R':
            case 0x81: {
                const std::vector<PickleId> both = pop_last(2);
                if (values_[both[0]].kind != Kind::global) refuse("it calls something that is not a name");
                if (values_[both[1]].kind != Kind::tuple)
                    refuse("its call has something other than a tuple of arguments");
                return push({.kind = Kind::call, .callee = both[0], .argument = both[1]});
            }
            case 'b': {  // attributes, such as the versions of a state dict
                static_cast<void>(pop());
                const PickleId built = pop();
                if (values_[built].kind != Kind::call) refuse("it sets attributes of a plain value");
                return push(built);
            }
            case 'Q': return push({.kind = Kind::external, .argument = pop()});
            default: return false;
        }
    }

    bool global(std::string_view module, std::string_view name) {
        constexpr std::size_t longest = 200;
        const std::string asked =
            std::string(module.substr(0, longest)) + "." + std::string(name.substr(0, longest));
        const auto row = std::ranges::find(rules_.known, asked, &PickleGlobal::name);
        if (row == rules_.known.end()) {
            throw InputError(fmt::format("{} asks for {} (byte {}): {}", shown_, shown_text(asked),
                                         opcode_at_, rules_.fix));
        }
        return push({.kind = Kind::global, .integer = row - rules_.known.begin()});
    }

    static constexpr PickleId nothing = std::numeric_limits<PickleId>::max();
    std::string_view bytes_;
    const std::string& shown_;
    const PickleRules& rules_;
    std::deque<PickleValue>& values_;
    std::vector<PickleId> stack_, memo_;
    std::vector<std::size_t> marks_;
    std::size_t at_ = 0, opcode_at_ = 0, memo_size_ = 0;
};

}  // namespace

Pickle::Pickle(std::string_view bytes, const std::string& shown, const PickleRules& rules) {
    std::tie(root_, end_) = PickleMachine(bytes, shown, rules, values_)();
}

}  // namespace sigprop
