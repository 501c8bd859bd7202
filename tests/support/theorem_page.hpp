#pragma once
// docs/explanation/theorems.md as data: the theorems by name, each with its hypotheses; and what is wrong
// with it beside a catalogue and the sources. Tests run its calls.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/known_methods.hpp"
#include "quantities/quantity.hpp"

namespace theorem_page {

/// A call and what the page says of it: "value", "domain", "unable" or "refused", perhaps " by METHOD".
struct Said {
    std::string call, answer;
};

struct Hypothesis {
    std::string text;
    std::string file, function;  ///< that checks it
    Said without, with;          ///< violates this hypothesis alone; satisfies it
};

struct Theorem {
    std::string name, method;  ///< `method`: whose proof it is, where the page says that
    std::string statement;
    std::vector<Hypothesis> hypotheses;
};

inline std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(std::filesystem::path(SIGPROP_SOURCE_DIR) / path).rdbuf();
    return text.str();
}

/// The lines of the cells of a row of a table, without the backticks of those that are code alone.
inline std::vector<std::string> lines_of_cells(std::string row) {
    static const std::regex line_end("<br>|\\|");
    std::vector<std::string> all;
    row.erase(0, 1);
    for (std::sregex_token_iterator one(row.begin(), row.end(), line_end, -1), end; one != end; ++one) {
        std::string cell = *one;
        const auto first = cell.find_first_not_of(' ');
        const auto last = cell.find_last_not_of(' ');
        cell = first == std::string::npos ? "" : cell.substr(first, last - first + 1);
        const bool is_code = cell.size() > 1 && cell.front() == '`' && cell.find('`', 1) == cell.size() - 1;
        all.push_back(is_code ? cell.substr(1, cell.size() - 2) : cell);
    }
    return all;
}

inline std::vector<Theorem> read(const std::string& page) {
    static const std::regex place("`([^`]+)` `([^`]+)`");
    static const std::regex method("Method: `([^`]+)`");
    std::vector<Theorem> all;
    std::istringstream in(page);
    for (std::string line; std::getline(in, line);) {
        std::smatch found;
        if (line.starts_with("### ")) {
            all.push_back({line.substr(4), {}, {}, {}});
        } else if (line.starts_with("## ") || all.empty()) {
            continue;
        } else if (!line.starts_with("| ") && !line.starts_with("|---")) {
            all.back().statement += line + "\n";
            if (std::regex_search(line, found, method)) all.back().method = found[1];
        } else if (!line.starts_with("|---") && !line.starts_with("| hypothesis ")) {
            std::vector<std::string> row = lines_of_cells(line);
            // hypothesis, its place; a call without it, its answer; a call with it, its answer
            row.resize(6);
            std::regex_match(row[1], found, place);
            all.back().hypotheses.push_back({row[0],
                                             found.empty() ? "" : found[1].str(),
                                             found.empty() ? "" : found[2].str(),
                                             {row[2], row[3]},
                                             {row[4], row[5]}});
        }
    }
    return all;
}

/// What the text of a quantity cites, by words of the proofs that the routes' notes tell of; "" for nothing.
inline std::string cited_by(const sigprop::Quantity& quantity) {
    static const std::regex words(
        "because|theorem|[Mm]ehler|Stein|monoton|does not fall|falls strictly|rises with|Cauchy|inequality|"
        "trapezoidal|interval Newton|Taylor|a proof\\b|proved errors|is proved|unique|branch and bound|by "
        "parts|"
        "recurrence|Tricomi|digamma|gamma functions?|geometric series|hypergeometric|the "
        "integrals?\\b|integrated|"
        "coefficient by coefficient|equioscillation|the root|signs? at two ends|chi-square|0F1|elimination|"
        "grows up to|density's discriminant|Stieltjes|solved|moments of");
    std::string text = quantity.summary + "\n" + quantity.units;
    for (const std::string& note : quantity.formula_notes) text += "\n" + note;
    for (const std::string& note : quantity.route_notes)
        if (!note.starts_with("simulation:")) text += "\n" + note;
    std::smatch found;
    return std::regex_search(text, found, words) ? found.str() : "";
}

/// Quantities of which nothing is proved: their routes' notes tell of samples alone.
inline bool is_only_sampled(const sigprop::Quantity& quantity) {
    return std::ranges::none_of(quantity.route_notes, [](const std::string& note) {
        return note.starts_with("closed_form") || note.starts_with("definition");
    });
}

using Faults = std::vector<std::string>;

/// Names without a section, sections without a use, quantities that cite a theorem and name none.
inline Faults faults_of_names(const std::vector<Theorem>& page,
                              const std::vector<sigprop::Quantity>& quantities) {
    Faults faults;
    std::set<std::string> known, used;
    for (const Theorem& one : page)
        if (!known.insert(one.name).second) faults.push_back(one.name + " has two sections");
    for (const sigprop::Quantity& quantity : quantities) {
        for (const std::string& name : quantity.theorems) {
            used.insert(name);
            if (!known.contains(name)) faults.push_back(quantity.name + " rests on " + name + ": no section");
        }
        const std::string cited = is_only_sampled(quantity) ? "" : cited_by(quantity);
        if (!cited.empty() && quantity.theorems.empty())
            faults.push_back(quantity.name + " says '" + cited + "', and rests on nothing");
    }
    for (const Theorem& one : page) {
        if (!one.method.empty() && !sigprop::is_known_method(one.method))
            faults.push_back(one.name + ": no method is called " + one.method);
        if (!used.contains(one.name) && one.method.empty()) faults.push_back("nothing rests on " + one.name);
    }
    return faults;
}

/// Sections without a statement, a reference or a hypothesis, and places in the sources that are not there.
inline Faults faults_of_rows(const std::vector<Theorem>& page) {
    Faults faults;
    for (const Theorem& theorem : page) {
        if (theorem.statement.find("Reference: ") == std::string::npos)
            faults.push_back(theorem.name + " has no reference");
        if (theorem.hypotheses.empty()) faults.push_back(theorem.name + " has no hypothesis");
        for (const Hypothesis& one : theorem.hypotheses) {
            const std::regex function("\\b" + one.function + "\\(");
            if (!one.function.empty() && std::regex_search(text_of(one.file), function)) continue;
            faults.push_back(theorem.name + ", " + one.text + ": no function " + one.function + " in " +
                             one.file);
        }
    }
    return faults;
}

}  // namespace theorem_page
