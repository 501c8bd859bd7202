#pragma once
// The rows of src/quantities/catalogue/*.json, read and checked. Nothing of sigprop is linked with this
// program, because the library is made from what it writes.

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace catalogue {

/// A row that cannot be what was meant; the message begins with the file and the place in it.
class WrongRow : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct ParameterRow {
    std::string name;
    std::string type = "real";  ///< real, integer, choice, activation, family, reals
    std::optional<std::string> fallback = {};
    std::string meaning = {};
    std::vector<std::string> choices = {};
    std::string words = {};  ///< the enumeration whose words the choices are; none: they stay text
    bool optional = false;
    bool gated = false;
    std::string range = {};
    std::string when_default = {};
    std::string sample = {};
    std::string only_with = {};

    bool operator==(const ParameterRow&) const = default;
};

struct RelationRow {
    std::string left, sign, right;
};

struct QuantityRow {
    std::string name;
    std::vector<std::string> aliases = {};
    std::string summary = {};
    std::string formula = {};
    std::vector<std::string> notes = {};
    std::string units = {};
    std::string limit = {};
    std::string source = {};
    std::vector<ParameterRow> parameters = {};
    std::vector<RelationRow> relations = {};
    std::string values = {};
    std::vector<std::string> routes = {};
    std::vector<std::string> theorems = {};
    std::string arguments = {};  ///< the struct that its mathematics takes; none: the map of strings
    std::vector<std::string> signature = {};  ///< a framework's arguments in its order, "name=usual value"
    std::vector<std::pair<std::string, std::string>> terms = {}, laws = {};  ///< names and expressions
    std::string file = {};                                                   ///< without its ending
};

struct ActivationRow {
    std::string name;
    std::vector<std::string> aliases = {};
    std::string formula = {};  ///< in x and the parameters, in the expression language
    std::string source = {};
    std::vector<ParameterRow> parameters = {};
    bool gated = false;
};

/// What words say which enumerator. Without a header the build writes the enumeration, too.
struct WordsRow {
    std::string name;
    std::string header = {};
    std::vector<std::pair<std::string, std::string>> enumerators = {};  ///< word and enumerator
};

/// Parameters that are a struct of their own, which is a member of the structs of rows.
struct GroupRow {
    std::string name, member;
    std::vector<std::string> parameters = {};  ///< by their names
    std::vector<std::string> in = {};          ///< the structs that it is a part of
    std::string options = {};                  ///< the struct of C++ options; none: these stay flat
};

struct Rows {
    std::vector<QuantityRow> quantities;
    std::vector<ActivationRow> activations;
    std::vector<WordsRow> words;
    std::vector<GroupRow> groups;
};

/// The rows of all files, given by name, in the order of the names; shared.json holds what several of them
/// use by name, words.json and groups.json what their mathematics takes.
/// Errors   WrongRow
[[nodiscard]] Rows rows_of(const std::map<std::string, std::string>& files);

/// The *.json of the folder by name.
/// Errors   WrongRow where one cannot be read
[[nodiscard]] std::map<std::string, std::string> files_of(const std::filesystem::path& folder);

}  // namespace catalogue
