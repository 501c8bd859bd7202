#include "report/table.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/base/words.hpp"
#include "report/diagnosis.hpp"
#include "report/document.hpp"
#include "report/outcome.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

constexpr std::size_t min_number = 14;
constexpr std::size_t min_id = 20;

Color color_of(const Record& record) { return is_judged(record) ? verdict_color(record) : Color::none; }

Cell verdict_cell(const Record& record) {
    if (is_external(record)) return {"external"};
    const bool unexpected = is_unexpected(record);
    std::string text = word(record.verdict);
    if (record.verdict == Verdict::refuted && !unexpected) text += " (expected)";
    if (record.verdict == Verdict::confirmed && unexpected) text += " (unexpected)";
    text += distance_text(record);
    return {std::move(text), color_of(record)};
}

/// The number as stated, with the bound or tolerance that belongs to it.
std::string short_stated_text(const Record& record) {
    if (!record.stated) return {};
    const std::string& convention = record.stated->convention;
    if (convention == "upper bound") return "<= " + record.stated->text;
    if (convention == "lower bound") return ">= " + record.stated->text;
    const bool plain = convention.find(' ') == std::string::npos;  // rounded, truncated, exact, a dtype
    return plain ? record.stated->text : record.stated->text + ", " + convention;
}

constexpr std::size_t item_indent = 14;

std::string item(const char* name, const std::string& text, std::size_t width) {
    return list_item(name, text, item_indent, width);
}

std::string cut_to(const std::string& number, const TextOptions& options) {
    constexpr std::size_t narrowest = 40;
    return cut_number(number, std::max(options.width, narrowest + item_indent) - item_indent);
}

/// "    ^ first wrong digit, 2nd after the point" under the digit; the words come before the mark where there
/// is more room.
std::string mark_line(std::size_t at, const std::string& words, std::size_t width) {
    std::string line(item_indent + at, ' ');
    if (line.size() + 2 + words.size() <= width) return line + "^ " + words + "\n";
    if (line.size() > words.size() + 1) line.replace(line.size() - words.size() - 1, words.size(), words);
    return line + "^\n";
}

/// The stated number with its first wrong digit marked: the rest in red, or a caret below.
std::string stated_item(const Record& record, const TextOptions& options) {
    if (!record.stated) return {};
    std::string number = cut_to(record.stated->text, options);
    const std::string& convention = record.stated->convention;
    std::string rest = convention.empty() ? "" : " (" + convention + ")";
    if (const std::string error = error_text(record); !error.empty()) rest += "; " + error;
    const auto at = wrong_digit(record);
    const bool shown = at && number.compare(0, *at + 1, record.stated->text, 0, *at + 1) == 0;
    if (!shown) return item("stated", number + rest, options.width);
    const bool fits = item_indent + columns(number + rest) <= options.width;
    std::string text = padded("  stated", item_indent);
    text += number.substr(0, *at) + colored(number.substr(*at), Color::bad, options.color);
    text += (fits ? printable(rest) : "") + "\n";
    const std::string words = "first wrong digit, " + wrong_digit_text(record);
    if (!options.color) text += mark_line(*at, words, options.width);
    return text + (fits ? "" : item("", rest, options.width));
}

std::string identified_items(const Record& record, const TextOptions& options) {
    std::string text;
    for (const IdentifiedRecord& one : record.identified)
        text += item(text.empty() ? "is" : "or", identified_text(one), options.width);
    return text;
}

std::string heading(const Record& record, const std::string& verdict, const TextOptions& options) {
    return "\n" + colored(printable(record.id), Color::title, options.color) + ": " +
           colored(verdict, color_of(record), options.color) + "\n";
}

/// What is wrong with a number that is refuted as expected, in a few lines.
std::string short_body(const Record& record, const TextOptions& options) {
    return stated_item(record, options) +
           item("proved", cut_to(proved_text(record), options), options.width) +
           identified_items(record, options);
}

/// A wrong number stated in several places is explained once, below the claims that state it.
std::string short_blocks(const std::vector<Record>& records, const TextOptions& options) {
    struct Block {
        std::string headings, body;
    };
    std::vector<Block> blocks;
    std::unordered_map<std::string, std::size_t> known;  // by body
    for (const Record& record : records) {
        if (is_unexpected(record) || !has_diagnosis(record)) continue;
        const auto [at, fresh] = known.emplace(short_body(record, options), blocks.size());
        if (fresh) blocks.push_back({{}, at->first});
        std::string& headings = blocks[at->second].headings;
        const std::string one = heading(record, verdict_cell(record).text, options);
        headings += headings.empty() ? one : one.substr(1);
    }
    std::string text;
    for (const Block& block : blocks) text += block.headings + block.body;
    return text;
}

std::string block(const Record& record, const TextOptions& options) {
    std::string text = heading(record, unexpected_text(record), options);
    text += item("statement", record.statement, options.width);
    text += item("expression", record.expression, options.width);
    text += stated_item(record, options);
    text += item("computed", cut_to(record.computed.decimal.value_or(computed_text(record)), options),
                 options.width);
    text += item("limit", record.limit, options.width);
    for (const std::string& one : record.warnings) text += item("warning", one, options.width);
    text += identified_items(record, options);
    text += item("reason", record.reason, options.width);
    text += item("says", quote_text(record), options.width);
    text += item("source", source_text(record.source), options.width);
    text += item("note", record.note, options.width);
    return text;
}

/// "1 FAILED: model.gain (src/init.py:12)", what the reader of a gate looks for; empty when there is none.
template <class Selects>
std::string last_line(const std::vector<Record>& records, const char* word, const Selects& selects,
                      const TextOptions& options) {
    constexpr std::size_t most = 10;
    std::size_t count = 0;
    std::string names;
    for (const Record& record : records) {
        if (!is_unexpected(record) || !selects(record)) continue;
        if (++count > most) continue;
        names += (names.empty() ? "" : ", ") + printable(record.id);
        if (!record.read_from.empty()) names += " (" + printable(record.read_from) + ")";
    }
    if (count == 0) return {};
    if (count > most) names += " and " + std::to_string(count - most) + " more";
    return colored(std::to_string(count) + " " + word + ": " + names, Color::bad, options.color) + "\n";
}

std::string not_run_text(const TextOptions& options) {
    const std::size_t count = options.experiments_not_run;
    if (count == 0) return {};
    return "; " + counted(count, "experiment") + " not run: sigprop verify --experiments";
}

}  // namespace

std::string summary_line(const std::vector<Record>& records) {
    const Summary summary = summarise(records);
    const std::size_t judged = summary.total - summary.external;
    std::string counts;
    const auto count = [&counts](std::size_t n, const char* verdict) {
        if (n > 0) counts += (counts.empty() ? ": " : ", ") + std::to_string(n) + " " + verdict;
    };
    count(summary.confirmed, "confirmed");
    count(summary.refuted, "refuted");
    count(summary.undecided, "undecided");
    count(summary.inconsistent, "inconsistent");
    count(summary.measured, "measured");
    count(summary.compared, "compared");
    // Such as biases that are all zero, of which a claim about random weights says nothing.
    const std::size_t with_verdict = summary.confirmed + summary.refuted + summary.undecided +
                                     summary.inconsistent + summary.measured + summary.compared;
    count(judged - with_verdict, "not judged");
    std::string text = counted(judged, "claim") + counts;
    if (with_verdict > 0) {
        const std::size_t unexpected = with_verdict - summary.as_expected;
        text += unexpected == 0 ? "; all as expected" : "; " + std::to_string(unexpected) + " unexpected";
    }
    if (summary.external > 0) text += "; " + std::to_string(summary.external) + " external";
    return text;
}

std::string verify_text(const std::vector<Record>& records, const TextOptions& options) {
    TextGrid grid;
    grid.columns = {{"claim", false, false, min_id},
                    {"stated", false, true, min_number},
                    {"computed", false, true, min_number},
                    {"digits", true},
                    {"verdict"},
                    {"strength"}};
    for (const Record& record : records) {
        grid.rows.push_back({{record.id},
                             {short_stated_text(record)},
                             {is_external(record) ? "" : computed_text(record)},
                             {record.agreeing_digits ? shortest(*record.agreeing_digits) : ""},
                             verdict_cell(record),
                             {word(record.strength)}});
    }
    std::string text = records.empty() ? "" : text_of(std::move(grid), options.width, options.color);
    for (const Record& record : records) {
        if (is_unexpected(record)) text += block(record, options);
    }
    text += short_blocks(records, options);
    text += (records.empty() ? "" : "\n") + summary_line(records) + not_run_text(options) + "\n";
    return text + failures_text(records, options);
}

std::string failures_text(const std::vector<Record>& records, const TextOptions& options) {
    const auto is_open = [](const Record& record) { return record.verdict == Verdict::undecided; };
    const auto has_failed = [&](const Record& record) { return !is_open(record); };
    return last_line(records, "FAILED", has_failed, options) +
           last_line(records, "UNDECIDED", is_open, options);
}

}  // namespace sigprop
