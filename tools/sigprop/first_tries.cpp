#include "first_tries.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/record.hpp>
#include <utility>

#include "core/base/digit.hpp"
#include "core/base/embedded.hpp"
#include "core/base/lower_case.hpp"
#include "core/base/shell_word.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "engine/binding/binder.hpp"
#include "engine/binding/call_arguments.hpp"
#include "engine/binding/catalogue.hpp"

#include "command.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop::tool {
namespace {

using Words = std::vector<std::string>;

/// What other programs call our commands.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> other_commands = {
    {{"evaluate", "eval"},
     {"compute", "eval"},
     {"calc", "eval"},
     {"calculate", "eval"},
     {"value", "eval"},
     {"validate", "verify"},
     {"test", "verify"},
     {"gate", "verify"},
     {"audit", "verify"},
     {"compare", "diff"},
     {"plot", "report"},
     {"page", "report"},
     {"html", "report"},
     {"search", "list"},
     {"find", "list"},
     {"grep", "list"},
     {"ls", "list"},
     {"describe", "show"},
     {"info", "show"},
     {"doc", "show"},
     {"explain", "show"},
     {"curve", "sweep"},
     {"root", "solve"},
     {"recipes", "recipe"},
     {"completion", "completions"}}};

/// What a file of each kind is for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> commands_of_files = {
    {{".safetensors", "measure model"},
     {".pt", "measure model"},
     {".pth", "measure model"},
     {".bin", "measure model"},
     {".ckpt", "measure model"},
     {".npz", "measure model"},
     {".gguf", "measure model"},
     {".npy", "measure weights"},
     {".py", "init"},
     {".ipynb", "init"},
     {".cpp", "init"},
     {".cu", "init"},
     {".c", "init"},
     {".hpp", "init"},
     {".h", "init"},
     {".jl", "init"}}};

std::string_view command_of_file(std::string_view path) {
    const std::string ending = ending_of_path(path);
    for (const auto& [one, command] : commands_of_files)
        if (one == ending) return command;
    return {};
}

Words with_front(const Words& front, const Words& rest, const Words& flags) {
    Words all = front;
    all.insert(all.end(), rest.begin(), rest.end());
    all.insert(all.end(), flags.begin(), flags.end());
    return all;
}

bool binds(const std::string& expression) {
    try {
        static_cast<void>(bind_expression(expression));
        return true;
    } catch (const InputError&) {
        return false;
    }
}

/// "activation.gain(gelu)" of `gain gelu`: the first quantity of that name that takes the words.
std::optional<std::string> call_by_member(const std::string& member, const Words& arguments) {
    for (const Quantity& quantity : catalogue()) {
        const bool is_named = quantity.name == member || quantity.name.ends_with("." + member);
        const std::string call = quantity.name + "(" + joined(arguments) + ")";
        if (is_named && binds(call)) return call;
    }
    return std::nullopt;
}

bool is_member(const std::string& word) {
    return std::ranges::any_of(catalogue(),
                               [&](const Quantity& one) { return one.name.ends_with("." + word); });
}

bool is_recipe(const std::string& word) {
    return std::ranges::any_of(embedded::recipes(),
                               [&](const embedded::File& one) { return one.name == word; });
}

/// The words with another one in place i.
Words replaced(Words words, std::size_t i, std::string by) {
    words[i] = std::move(by);
    return words;
}

}  // namespace

std::string ending_of_path(std::string_view path) {
    const std::size_t dot = path.find_last_of("./");
    return dot == path.npos || path[dot] == '/' ? "" : lower_case(std::string(path.substr(dot)));
}

std::string shell_line(const std::vector<std::string>& words) {
    std::string line = "sigprop";
    for (const std::string& word : words) line += " " + shell_word(word);
    return line;
}

std::string misspelt_command(const std::vector<std::string>& words, const std::vector<std::string>& flags) {
    Words names;
    for (const Command& one : commands()) names.emplace_back(one.name);
    for (const auto& [other, command] : other_commands) names.emplace_back(other);
    const std::optional<std::string> near = nearest_name(words.front(), names);
    if (!near) return {};
    const auto other = std::ranges::find(other_commands, std::string_view(*near),
                                         &std::pair<std::string_view, std::string_view>::first);
    return shell_line(with_front({other == other_commands.end() ? *near : std::string(other->second)},
                                 Words(words.begin() + 1, words.end()), flags));
}

std::string training_argument(const std::string& flag, const std::string& value) {
    Words names;
    for (const Parameter& one : find_quantity("training.validation_loss")->parameters)
        names.push_back(one.name);
    std::string name = flag;
    std::ranges::replace(name, '-', '_');
    if (std::ranges::find(names, name) == names.end()) {
        const std::optional<std::string> meant = parameter_meant(name, names);
        if (!meant) return {};
        name = *meant;
    }
    return name + "=" + (value.empty() || value.starts_with("--") ? "…" : value);
}

std::string file_meant(const std::string& path) {
    if (path == "checkpoint") return shell_line({"measure", "model", "FILE"});
    const std::string_view command = command_of_file(path);
    if (!command.starts_with("measure ")) return {};
    return shell_line({"measure", std::string(command.substr(command.find(' ') + 1)), path});
}

void refuse_hub_name(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return;
    const bool is_address = path.find("://") != std::string::npos;
    const std::string ending = ending_of_path(path);
    const bool is_file =
        !ending.empty() && std::ranges::none_of(ending, [](char c) { return is_digit(c) || c == '-'; });
    const bool is_name = std::ranges::count(path, '/') == 1 && !path.starts_with('/') &&
                         !path.starts_with('.') && !path.ends_with('/') && !is_file &&
                         !std::filesystem::exists(path.substr(0, path.find('/')), ignored);
    if (is_address || is_name)
        throw InputError("there is no " + path +
                         ": measure model reads files and downloads nothing; of a hub's model give the "
                         "folder that 'hf download " +
                         (is_address ? "OWNER/NAME" : path) + "' prints");
    if (is_recipe(path))
        throw InputError("measure model reads a file or a folder: " +
                         shell_line({"measure", "model", "FOLDER", "--recipe", path}) +
                         "; how a fresh model is initialised: " + shell_line({"recipe", path}));
}

std::string command_meant(const std::vector<std::string>& words, const std::vector<std::string>& flags) {
    const std::string& first = words.front();
    const Words rest(words.begin() + 1, words.end());
    for (const auto& [other, command] : other_commands)
        if (other == first) return shell_line(with_front({std::string(command)}, rest, flags));
    constexpr std::array<std::string_view, 6> subjects = {"model",    "weights", "checkpoint",
                                                          "jacobian", "kernel",  "elementwise"};
    if (std::ranges::find(subjects, first) != subjects.end() && !rest.empty())
        return shell_line(with_front({"measure", first == "checkpoint" ? "model" : first}, rest, flags));
    if (const std::string_view command = command_of_file(first); !command.empty()) {
        Words front = {std::string(command)};
        if (const std::size_t blank = front[0].find(' '); blank != std::string::npos)
            front = {front[0].substr(0, blank), front[0].substr(blank + 1)};
        return shell_line(with_front(front, words, flags));
    }
    if (first.ends_with(".json")) return shell_line(with_front({"report"}, words, {"--html", "page.html"}));
    if (find_activation(first) != nullptr && rest.empty()) return shell_line({"show", first});
    if (is_recipe(first)) return shell_line(with_front({"recipe"}, words, flags));
    if (const std::string whole = joined(words, " "); binds(whole))
        return shell_line(with_front({"eval", whole}, {}, flags));
    if (const auto call = call_by_member(first, rest))
        return shell_line(with_front({"eval", *call}, {}, flags));
    return is_member(first) ? shell_line({"list", "quantities", first}) : "";
}

void refuse_code_as_claims(const std::string& path) {
    if (command_of_file(path) != "init") return;
    throw InputError(
        "--claims " + path + ": this is code, not a file of claims: " + shell_line({"init", path}) +
        " writes claims.json from its constants, and sigprop verify --claims claims.json verifies them");
}

void refuse_as_report(const std::string& path, const std::string& reader) {
    const std::string_view command = command_of_file(path);
    if (command.starts_with("measure"))
        throw InputError(reader + " reads reports in JSON, and " + path + " holds arrays: sigprop " +
                         std::string(command) + " " +
                         shell_line({path}).substr(std::string("sigprop ").size()) +
                         " --json report.json makes a report of it");
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw InputError(reader + " reads reports in JSON, and " + path +
                         " is a folder: name the files in it, " +
                         (std::filesystem::path(path) / "*.json").string());
    constexpr std::array<std::string_view, 6> shown = {".html", ".htm", ".csv", ".md", ".xml", ".txt"};
    if (std::ranges::find(shown, ending_of_path(path)) == shown.end()) return;
    throw InputError(reader + " needs reports in JSON, but " + path +
                     " is a page or table for reading: write the report with --json, as in sigprop verify "
                     "--json new.json");
}

void refuse_as_reports(const std::vector<std::string>& words) {
    const bool are_models =
        std::ranges::all_of(words, [](const auto& one) { return command_of_file(one) == "measure model"; });
    if (are_models && words.size() > 1)
        throw InputError("diff compares reports; two checkpoints: " +
                         shell_line({"measure", "model", words[1], "--against", words[0]}));
    for (const std::string& word : words) refuse_as_report(word, "diff");
    if (words.size() == 1)
        throw InputError("diff needs two reports: " + shell_line({"diff", words[0], "new.json"}));
    if (std::ranges::all_of(words, is_recipe))
        throw InputError("diff compares reports; to compare two recipes: " +
                         shell_line({"diff", "recipe:" + words[0], "recipe:" + words[1]}));
}

void refuse_other_names(const std::vector<std::string>& words) {
    const Quantity* run = find_quantity("training.validation_loss");
    Words names;
    for (const Parameter& one : run->parameters) names.push_back(one.name);
    const std::string first = words.empty() ? "" : words[0].substr(words[0].find(':') + 1);
    if (is_recipe(first))
        throw InputError(
            "train takes a design, not a recipe: " + shell_line({"recipe", first, "--emit", "train"}) +
            " prints the call that starts as it does");
    if (!words.empty() && is_digits(words[0])) {
        throw InputError("train takes the residual scheme before the layers: write " +
                         shell_line(with_front({"train", "pre_norm"}, words, {})));
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        const std::string name = words[i].substr(0, equals);
        if (i >= 2 && equals == std::string::npos && std::ranges::find(names, name) != names.end())
            throw InputError("'" + name + "' has no value: write " + name + "=…, such as steps=100");
        if (equals != std::string::npos && name == "seed") {
            Words line = words;
            line.erase(line.begin() + static_cast<std::ptrdiff_t>(i));
            line.insert(line.begin(), "train");
            line.insert(line.end(), {"--seed", words[i].substr(equals + 1)});
            throw InputError("the seed is a flag: write " + shell_line(line));
        }
        if (name == "epochs")
            throw InputError("train has no epochs, as each step draws new sequences: write steps=…");
        if (equals == std::string::npos || std::ranges::find(names, name) != names.end()) continue;
        const std::optional<std::string> meant = parameter_meant(name, names);
        if (!meant) continue;
        Words line = replaced(words, i, *meant + words[i].substr(equals));
        line.insert(line.begin(), "train");
        throw InputError("train has no '" + name + "': write " + shell_line(line));
    }
}

}  // namespace sigprop::tool
