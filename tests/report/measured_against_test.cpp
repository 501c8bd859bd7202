// What changed between two checkpoints, as each report shows it.

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "measure/model/against.hpp"
#include "report/measured.hpp"

using namespace sigprop;

namespace {

TensorComparison compared(const std::string& name, TensorChange change, double rms, double before,
                          double moved, double cosine, const std::string& text) {
    return {.name = name,
            .change = change,
            .count = 4,
            .rms = rms,
            .rms_before = before,
            .relative_change = moved,
            .cosine = cosine,
            .factor = {},
            .text = text};
}

/// The line that begins with this, without the spaces at its end.
std::string line_of(const std::string& text, const std::string& begin) {
    const std::size_t at = text.find("\n" + begin);
    if (at == text.npos) return "none";
    std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

/// The same with one space where there are many.
std::string squeezed(const std::string& line) {
    std::string text;
    for (const char c : line) {
        if (c != ' ' || !text.ends_with(' ')) text += c;
    }
    return text;
}

const double infinite = std::numeric_limits<double>::infinity();
const TensorComparison same = compared("same", TensorChange::unchanged, 1, 1, 0, 1, "the same numbers");
const TensorComparison moved =
    compared("moved", TensorChange::trained, 0.5, 0.25, 1.5, 0.75, "it was trained");
const TensorComparison drawn =
    compared("drawn", TensorChange::redrawn, 0.5, 0.25, 2, 0, "it was drawn again");
const TensorComparison gone =
    compared("gone", TensorChange::missing, 0, 0, 0, 0, "only the other file has it");
const TensorComparison grown =
    compared("grown", TensorChange::rescaled, 0.5, 0, infinite, 1, "it is 2 times what it was");
const TensorComparison shaped = compared("shaped", TensorChange::reshaped, 0, 0, 0, 0, "another shape");
const TensorComparison coarse =
    compared("coarse", TensorChange::rounded, 0.5, 0.5, 0.001, 1, "rounded to float16");
using Compared = std::vector<TensorComparison>;
const Compared all = {same, moved, drawn, gone, grown, shaped, coarse};

}  // namespace

TEST_CASE("nothing but unchanged tensors: their number, and no table") {
    CHECK(text_of(document_of(Compared{same, same})) == "2 tensors: 2 unchanged\n");
    CHECK(markdown_of(document_of(Compared{same})) == "1 tensors: 1 unchanged.\n\n");
}

TEST_CASE("numbers stand where there are some, and words where a change is more than training") {
    const std::string text = text_of(document_of(all));
    CHECK(text.starts_with(
        "7 tensors: 1 unchanged, 1 rounded, 1 rescaled, 1 trained, 1 redrawn, 1 reshaped, 1 missing\n"));
    CHECK(line_of(text, "same") == "none");
    CHECK(squeezed(line_of(text, "moved")) == "moved trained 0.25 0.5 150 % 0.75");
    CHECK(squeezed(line_of(text, "gone")) == "gone missing - - - -");
    CHECK(squeezed(line_of(text, "grown")) == "grown rescaled 0 0.5 - 1");
    CHECK(squeezed(line_of(text, "coarse")) == "coarse rounded 0.5 0.5 0.1 % 1");
    for (const TensorComparison* one : {&drawn, &gone, &grown, &shaped}) {
        CHECK(text.find(one->name + ": " + one->text) != std::string::npos);
    }
    for (const TensorComparison* one : {&same, &moved, &coarse})
        CHECK(text.find(one->text) == std::string::npos);
    // what was drawn again is coloured, what was trained is not
    CHECK(text_of(document_of(Compared{drawn}), {.color = true}).find("mredrawn\x1b") != std::string::npos);
    CHECK(text_of(document_of(Compared{gone}), {.color = true}).find("mmissing\x1b") != std::string::npos);
    CHECK(text_of(document_of(Compared{moved}), {.color = true}).find("mtrained\x1b") == std::string::npos);
    CHECK(text_of(document_of(Compared{moved})).ends_with("0.75\n"));  // no words below the table
}

TEST_CASE("the same in Markdown and CSV") {
    const std::string markdown = markdown_of(document_of(all));
    CHECK(markdown.find("| moved | trained | 0.25 | 0.5 | 150 % | 0.75 |") != std::string::npos);
    CHECK(markdown.find("| gone | missing | - | - | - | - |") != std::string::npos);
    CHECK(markdown.ends_with("- shaped: another shape\n"));
    const std::string csv = csv_of(document_of(Compared{moved, same}));
    CHECK(csv.starts_with("tensor,change,what,"));
    CHECK(csv.find("\nmoved,trained,it was trained,") != std::string::npos);
    CHECK(csv.find("\nsame,unchanged,the same numbers,") != std::string::npos);
}
