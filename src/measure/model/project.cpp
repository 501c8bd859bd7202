#include "measure/model/project.hpp"

#include <array>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "formats/field.hpp"
#include "formats/files.hpp"
#include "formats/place.hpp"
#include "formats/toml.hpp"
#include "measure/model/findings.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 3> project_keys = {"ignore", "baseline", "unused"};
constexpr std::array<std::string_view, 2> unused_words = {"refuse", "allow"};

std::string line_of(std::string_view text, const std::string& path, const Json& value) {
    return path + ":" + std::to_string(line_column(text, value.offset()).line);
}

ProjectSettings settings_of(const Json& table, std::string_view text, const std::string& path) {
    check_keys(table, project_keys, "[tool.sigprop]");
    ProjectSettings settings{.path = path, .ignored = {}, .baseline = {}, .baseline_place = {}};
    const Json* const unused = table.find("unused");
    const bool refuses = unused == nullptr || one_of(*unused, "unused", unused_words) == 0;
    if (const Json* const ignore = table.find("ignore")) {
        if (!ignore->is_array())
            refuse(*ignore,
                   "ignore must be a list of findings, such as [\"zero-rows:wte.weight\", \"orthogonal\"]");
        for (const Json& one : ignore->as_array()) {
            const std::string& written = filled(one, "a finding to ignore");
            IgnoredFindings ignored = told_at(one, [&] { return read_ignored(written, ""); });
            ignored.from = line_of(text, path, one);
            if (refuses) ignored.place = place_in(text, one.offset(), written.size() + 2, path);
            settings.ignored.push_back(std::move(ignored));
        }
    }
    if (const Json* const baseline = table.find("baseline")) {
        const std::filesystem::path beside = std::filesystem::path(path).parent_path();
        settings.baseline = (beside / filled(*baseline, "baseline")).lexically_normal().string();
        settings.baseline_place = line_of(text, path, *baseline);
    }
    return settings;
}

}  // namespace

std::optional<ProjectSettings> read_project(std::string_view text, const std::string& path) {
    const Json root = parse_toml(text, path);
    const Json* const tool = root.find("tool");
    const Json* const table = tool == nullptr ? nullptr : tool->find("sigprop");
    if (table == nullptr) return std::nullopt;
    try {
        return settings_of(*table, text, path);
    } catch (const InputError& error) {
        throw located(error, text, path);
    }
}

std::optional<ProjectSettings> find_project(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code none;
    const fs::path start = fs::absolute(folder, none).lexically_normal();
    for (fs::path here = start; !none; here = here.parent_path()) {
        const fs::path file = here / "pyproject.toml";
        if (fs::is_regular_file(file, none)) {
            const std::string path = file.lexically_relative(start).string();
            const std::string text = read_stored_file(file.string(), max_file_bytes);
            if (text.find("sigprop") != std::string::npos)
                if (std::optional<ProjectSettings> found = read_project(text, path)) return found;
        }
        none.clear();
        if (here == here.parent_path()) break;
    }
    return std::nullopt;
}

}  // namespace sigprop
