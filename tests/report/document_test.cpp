// Documents: each block in each form, the rows of the CSV, and that a file with one is known as ours.

#include <doctest/doctest.h>

#include <limits>
#include <sigprop/measure/attention/attention.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>

#include "measure/model/against.hpp"
#include "measure/model/model.hpp"
#include "report/measured.hpp"
#include "report/own_report.hpp"

using namespace sigprop;

namespace {

Document sample(const std::string& name) {
    Document document({"id"});
    document.add(
        Section{.title = {"things", Color::title}, .items = {{"x", name}, {"none", ""}}, .indent = 6});
    document.add(Markdown{"for *pages* alone\n"});
    document.add(Table{
        .grid = {{{"name"}, {"n", true}}, {{{name}, {"12"}}}}, .title = "numbers", .legend = "n: what"});
    document.add(Section{.title = {"below"}}, Shown::on_terminal, true);
    document.add(Notes{.items = {{name, "is off"}, {"", "all of it"}}, .color = Color::bad});
    document.add(Notes{.items = {{"", "a page says"}}}, Shown::in_markdown);
    document.add(Notes{});
    document.add_row({name}, {{"mean", 0.5}, {"std", std::numeric_limits<double>::quiet_NaN()}});
    document.add_row({"b"}, {{"mean", std::numeric_limits<double>::infinity()}, {"std", 2}});
    return document;
}

}  // namespace

TEST_CASE("a terminal, a page and a spreadsheet show the same document") {
    const Document document = sample("a_b");
    CHECK(text_of(document) ==
          "things\n  x   a_b\n\nnumbers\nname   n\na_b   12\nn: what\nbelow\n\na_b: is off\nall of it\n");
    CHECK(text_of(document, {.color = true}).find("\x1b[31ma_b: is off\x1b[0m\n") != std::string::npos);
    CHECK(markdown_of(document) ==
          "- x: a\\_b\n\nfor *pages* alone\n\nnumbers:\n\n| name | n |\n| --- | ---: |\n| a\\_b | 12 |\n\n"
          "n: what\n\n- `a_b`: is off\n- all of it\n\n- a page says\n");
    CHECK(csv_of(document) == "id,mean,std\na_b,0.5,\nb,,2\n");
}

TEST_CASE("no form obeys a name") {
    const Document document = sample("a\x1b[31mb");
    for (const std::string& text : {text_of(document), markdown_of(document), csv_of(document)}) {
        CHECK(text.find('\x1b') == std::string::npos);
        CHECK(text.find("x1b") != std::string::npos);
    }
}

TEST_CASE("the CSV of every measurement may be written over, and no other") {
    AttentionMeasurement attention;
    attention.q_shape = attention.k_shape = {1, 1};
    ElementwiseMeasurement elementwise;
    elementwise.records.resize(5);
    for (const Document& one :
         {document_of(attention), document_of(elementwise), document_of(JacobianMeasurement{}),
          document_of(ModelAudit{}), document_of(std::vector<TensorComparison>{})}) {
        CAPTURE(csv_of(one));
        CHECK(is_own_report(csv_of(one)));
        CHECK_FALSE(is_own_report("my_" + csv_of(one)));
    }
}
