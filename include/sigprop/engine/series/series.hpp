#pragma once
// Curves as data: which expressions over which grid, so that anyone can recompute what a plot shows. A series
// file is read as strictly as a claims file: every key is known, every id is unique, every axis and
// expression is understood, or the file is refused with the place at fault. The series shipped with the
// library are src/series/*.json; each file makes one report with the same name in results/series.

#include <cstddef>
#include <cstdint>
#include <sigprop/core/base/method_filter.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Expressions over one grid.
struct SeriesPlan {
    std::string id;
    std::string statement;                 ///< what the curves show, in a sentence
    std::vector<std::string> expressions;  ///< every axis except samples and seed is a free variable in each
    std::vector<Axis> axes;
    std::int64_t digits = 15;    ///< significant digits to prove at each point
    MethodFilter methods = "*";  ///< the methods that give evidence
    std::string file;            ///< where the plan is written
    std::size_t line = 0;
};

/// The plans of one file, in its order; every expression binds at the first point of its grid.
/// Errors   InputError "file:line:column: series 'id': what, and the fix"
[[nodiscard]] std::vector<SeriesPlan> read_series(std::string_view json_text, std::string_view file_name);

struct SeriesFile {
    std::string name;  ///< the name of the file, without folder and ".json"
    std::vector<SeriesPlan> plans;
};

/// The series shipped with the library, in order of file name; ids are unique over all files.
[[nodiscard]] std::vector<SeriesFile> builtin_series();

}  // namespace sigprop
