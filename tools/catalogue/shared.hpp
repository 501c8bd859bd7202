#pragma once
// What rows use by name: single parameters and lists of them.

#include <map>

#include "fields.hpp"

namespace catalogue {

inline const std::set<std::string> parameter_keys = {
    "name",     "like",  "type",  "default",      "meaning", "choices",   "words",
    "optional", "gated", "range", "when_default", "sample",  "only_with", "source"};

/// Of one file, and below it of shared.json.
class Shared {
public:
    explicit Shared(Shared* of_all_files = nullptr) : of_all_files_(of_all_files) {}

    void add(const Json& file, const Place& place) {
        add(file, "parameters", &Shared::parameters_, place);
        add(file, "lists", &Shared::lists_, place);
    }

    /// The object of a parameter with what it takes over from another one.
    [[nodiscard]] Json resolved(const Json& parameter, const Place& place) {
        if (parameter.is_string()) {
            const Opened opened(used(&Shared::parameters_, parameter, "parameter", place), parameter, place);
            return with_name(opened.value(), parameter, place);
        }
        check_keys(parameter, parameter_keys, place);
        const auto like = parameter.find("like");
        if (like == parameter.end()) return parameter;
        Json whole = resolved(*like, place);
        for (const auto& [key, value] : parameter.items())
            if (key != "like") whole[key] = value;
        return whole;
    }

    /// All elements of a list of parameters: objects, names, and @names of lists.
    void each(const Json& list, const Place& place, const auto& take) {
        if (!list.is_array()) place.fail("parameters must be a list");
        for (const Json& one : list) {
            if (one.is_string() && one.get<std::string>().starts_with("@")) {
                const std::string name = one.get<std::string>().substr(1);
                const Opened opened(used(&Shared::lists_, name, "list", place), name, place);
                each(opened.value(), place, take);
            } else {
                take(resolved(one, place));
            }
        }
    }

    void check_all_are_used() const {
        for (const auto* all : {&parameters_, &lists_})
            for (const auto& [name, entry] : *all)
                if (!entry.used) entry.place.fail("'" + name + "' is used by no row: remove it");
    }

private:
    struct Entry {
        Json value;
        Place place;
        bool used = false;
        bool open = false;  ///< while what it says is looked up
    };

    /// Refuses what says itself in the end.
    class Opened {
    public:
        Opened(Entry& entry, const std::string& name, const Place& place) : entry_(entry) {
            if (entry.open) place.fail("what is shared as '" + name + "' takes over from itself");
            entry.open = true;
        }
        ~Opened() { entry_.open = false; }
        Opened(const Opened&) = delete;
        Opened& operator=(const Opened&) = delete;
        [[nodiscard]] const Json& value() const { return entry_.value; }

    private:
        Entry& entry_;
    };

    using Entries = std::map<std::string, Entry>;

    void add(const Json& file, const char* key, Entries Shared::*all, const Place& place) {
        if (!file.contains(key)) return;
        for (const auto& [name, value] : file.at(key).items()) {
            if (of_all_files_ != nullptr && (of_all_files_->*all).contains(name))
                place.fail(std::string(key) + " has '" + name + "', which shared.json has, too");
            (this->*all).emplace(name, Entry{value, place.in(key)});
        }
    }

    Entry& used(Entries Shared::*all, const std::string& name, const char* what, const Place& place) {
        const auto found = (this->*all).find(name);
        if (found == (this->*all).end()) {
            if (of_all_files_ == nullptr)
                place.fail("there is no shared " + std::string(what) + " '" + name + "'");
            return of_all_files_->used(all, name, what, place);
        }
        found->second.used = true;
        return found->second;
    }

    /// The name of a shared parameter ends before a dot, behind which its variant is named.
    Json with_name(const Json& value, const std::string& key, const Place& place) {
        Json whole = Json::object();
        whole["name"] = key.substr(0, key.find('.'));
        const Json rest = resolved(value, place.in(key));
        for (const auto& [name, one] : rest.items()) whole[name] = one;
        return whole;
    }

    Entries parameters_, lists_;
    Shared* of_all_files_;
};

}  // namespace catalogue
