#include "formats/field.hpp"

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse(std::size_t offset, const std::string& why) {
    throw InputError(why, Place{{}, {}, offset, 1});
}

/// What was probably meant, or all that there is.
std::string instead(std::string_view wrong, Names known) {
    const std::optional<std::string> nearest = nearest_name(wrong, known);
    return nearest ? ": did you mean '" + *nearest + "'?" : "; the known ones are " + joined(known);
}

}  // namespace

void refuse(const Json& at, const std::string& why) { refuse(at.offset(), why); }

void check_keys(const Json& object, Names known, std::string_view what) {
    if (!object.is_object()) refuse(object, std::string(what) + " must be an object {…}");
    for (const JsonMember& member : object.as_object()) {
        if (std::ranges::find(known, member.key) != known.end()) continue;
        refuse(member.key_offset,
               "unknown key '" + member.key + "' in " + std::string(what) + instead(member.key, known));
    }
}

const Json& needed(const Json& object, std::string_view key, std::string_view fix) {
    const Json* value = object.find(key);
    if (value == nullptr)
        refuse(object, "the key '" + std::string(key) + "' is missing" + (fix.empty() ? "" : ": ") +
                           std::string(fix));
    return *value;
}

const std::string& filled(const Json& json, std::string_view what) {
    if (!json.is_string() || json.as_string().find_first_not_of(" \t\r\n") == std::string::npos)
        refuse(json, std::string(what) + " must be a string that is not empty");
    return json.as_string();
}

const std::vector<Json>& items(const Json& json, std::string_view what) {
    if (!json.is_array()) refuse(json, std::string(what) + " must be a list [ … ]");
    if (json.size() == 0) refuse(json, "the list '" + std::string(what) + "' is empty");
    return json.as_array();
}

std::size_t one_of(const Json& json, std::string_view what, Names known) {
    const std::string& word = filled(json, what);
    const auto found = std::ranges::find(known, word);
    if (found == known.end())
        refuse(json, std::string(what) + " '" + word + "' is unknown" + instead(word, known));
    return static_cast<std::size_t>(found - known.begin());
}

std::size_t one_of(const Json& json, std::string_view what, std::span<const std::string> known) {
    return one_of(json, what, std::vector<std::string_view>(known.begin(), known.end()));
}

}  // namespace sigprop
