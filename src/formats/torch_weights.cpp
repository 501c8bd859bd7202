#include "formats/torch_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <span>
#include <string_view>
#include <unordered_map>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

constexpr std::size_t most_levels = 32;  // dictionaries in each other
constexpr std::size_t most_tensors = 1'000'000;
constexpr std::size_t most_characters = 100'000'000;  // of all names

using Entry = TorchPickle::Entry;

/// Keys under which people keep state dicts.
bool is_weights_key(std::string_view key) {
    constexpr std::array known = {"state_dict", "model",     "module",  "net",       "network",
                                  "params",     "weights",   "ema",     "model_ema", "ema_model",
                                  "params_ema", "generator", "teacher", "student",   "model_state"};
    return std::ranges::find(known, key) != known.end() || key.starts_with("state_dict") ||
           key.ends_with("state_dict");
}

bool is_optimizer_key(std::string_view key) {
    constexpr std::array known = {"exp_avg", "exp_avg_sq", "max_exp_avg_sq", "momentum_buffer", "square_avg"};
    return key.starts_with("optim") || std::ranges::find(known, key) != known.end();
}

class WeightsFinder {
public:
    WeightsFinder(const TorchPickle& pickle, const std::string& path) : pickle_(pickle), path_(path) {}

    TorchWeights operator()(const std::string& name) {
        PickleId at = pickle_.root();
        if (pickle_.is_tensor(at)) return {.tensors = {{name, at}}, .notes = {}};
        if (count(at, 0) > most_tensors) refuse_nested();
        const Entry whole = {"the state of an optimizer", at};
        if (is_optimizer(whole)) {
            leave_out(whole, count(at, 0));
            refuse_empty();
        }
        std::string taken;
        std::vector<Entry> chosen = weights_of(at);
        while (chosen.size() == 1 && !pickle_.is_tensor(chosen[0].value)) {
            taken += (taken.empty() ? "" : ".") + shown_key(*chosen[0].key);
            at = chosen[0].value;
            chosen = weights_of(at);
        }
        for (const Entry& one : chosen) collect(one.value, *one.key, 1);
        if (found_.tensors.empty()) refuse_empty();
        if (taken.empty() && !left_out_.empty()) {
            constexpr std::size_t most_shown = 8;
            for (const Entry& one : std::span(chosen).first(std::min(most_shown, chosen.size())))
                taken += (taken.empty() ? "" : ", ") + shown_key(*one.key);
            if (chosen.size() > most_shown) taken += ", …";
        }
        if (!taken.empty()) found_.notes.emplace_back("taken", taken);
        if (!left_out_.empty()) found_.notes.emplace_back("left out", left_out_text());
        return std::move(found_);
    }

private:
    using LeftOut = std::pair<std::string, std::size_t>;  ///< a key, and how many tensors

    [[noreturn]] void refuse_nested() const {
        throw InputError(fmt::format(
            "{}: its dictionaries are nested too deeply or have too many tensors (limits: depth {}, {} "
            "tensors); save only the state dict: torch.save(model.state_dict(), 'model.pt')",
            path_, most_levels, most_tensors));
    }
    [[noreturn]] void refuse_empty() const {
        throw InputError(
            path_ +
            (left_out_.empty() ? ": it has no tensors" : ": it has no weights (" + left_out_text() + ")") +
            "; save the state dict of a model: torch.save(model.state_dict(), 'model.pt')");
    }

    /// How many tensors a value holds, those that stand in several places as often; at most one more than
    /// are read. A dictionary that holds itself is refused.
    std::size_t count(PickleId id, std::size_t depth) {
        if (pickle_.is_tensor(id)) return 1;
        const auto known = counts_.find(id);
        if (known != counts_.end() && known->second) return *known->second;
        if (known != counts_.end() || depth > most_levels) refuse_nested();
        counts_.emplace(id, std::nullopt);
        std::size_t sum = 0;
        for (const Entry& one : pickle_.entries(id))
            sum = std::min(most_tensors + 1, sum + count(one.value, depth + 1));
        counts_[id] = sum;
        return sum;
    }

    /// The state of an optimizer, however it is called, has these two.
    bool is_optimizer(const Entry& entry) {
        if (entry.key && is_optimizer_key(*entry.key)) return true;
        bool has_state = false, has_groups = false;
        for (const Entry& one : pickle_.entries(entry.value)) {
            has_state = has_state || one.key == "state";
            has_groups = has_groups || one.key == "param_groups";
        }
        return has_state && has_groups;
    }

    void leave_out(const Entry& entry, std::size_t tensors) {
        const std::string key = entry.key ? shown_key(*entry.key) : "a key that is not a string";
        constexpr std::size_t most = 20;
        const auto known = std::ranges::find(left_out_, key, &LeftOut::first);
        if (known != left_out_.end()) {
            known->second += tensors;
        } else if (left_out_.size() < most) {
            left_out_.emplace_back(key, tensors);
        } else {
            left_out_.back() = {"other keys", left_out_.back().second + tensors};
        }
    }

    /// "optimizer: 48 tensors, rng_state: 1 tensor"
    [[nodiscard]] std::string left_out_text() const {
        std::string text;
        for (const LeftOut& one : left_out_)
            text += fmt::format("{}{}: {} tensor{}", text.empty() ? "" : ", ", one.first, one.second,
                                one.second == 1 ? "" : "s");
        return text;
    }

    /// The entries that hold weights; the others that hold tensors are left out.
    std::vector<Entry> weights_of(PickleId id) {
        std::vector<Entry> all, named;
        const std::vector<Entry> entries = pickle_.entries(id);
        const auto is_named = [&](const Entry& one) {
            return is_weights_key(*one.key) && !pickle_.is_tensor(one.value);
        };
        for (const Entry& one : entries) {
            const std::size_t tensors = count(one.value, 1);
            if (tensors == 0) continue;
            if (!one.key || is_optimizer(one)) {
                leave_out(one, tensors);
            } else {
                all.push_back(one);
            }
        }
        std::ranges::copy_if(all, std::back_inserter(named), is_named);
        if (named.empty()) return all;
        for (const Entry& one : all)
            if (!is_named(one)) leave_out(one, count(one.value, 1));
        return named;
    }

    void collect(PickleId id, const std::string& name, std::size_t depth) {
        if (depth > most_levels) refuse_nested();
        if (pickle_.is_tensor(id)) {
            characters_ += name.size();
            if (found_.tensors.size() == most_tensors || characters_ > most_characters) refuse_nested();
            found_.tensors.push_back({name, id});
            return;
        }
        for (const Entry& one : pickle_.entries(id)) {
            const std::size_t tensors = count(one.value, 0);
            if (tensors == 0) continue;
            if (!one.key || is_optimizer(one)) {
                leave_out(one, tensors);
            } else {
                collect(one.value, name + "." + *one.key, depth + 1);
            }
        }
    }

    const TorchPickle& pickle_;
    const std::string& path_;
    TorchWeights found_;
    std::vector<LeftOut> left_out_;
    std::unordered_map<PickleId, std::optional<std::size_t>> counts_;  ///< none while it is counted
    std::size_t characters_ = 0;
};

}  // namespace

TorchWeights torch_weights(const TorchPickle& pickle, const std::string& path, const std::string& name) {
    return WeightsFinder(pickle, path)(name);
}

}  // namespace sigprop
