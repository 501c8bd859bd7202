// Measured attention as text, Markdown and CSV: aligned, within 80 columns, no value where there is none.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/measure/attention/attention.hpp>

#include "report/measured.hpp"

#include "report/text_width.hpp"

using namespace sigprop;

namespace {

HeadMeasurement head(std::vector<std::size_t> indices) {
    HeadMeasurement one;
    one.head = indices;
    one.key_head = std::move(indices);
    AttentionStatistics& found = one.statistics;
    found.rows = 64;
    found.entropy = 3.21843;
    found.entropy_quantiles = {2.5, 2.75, 3.125, 3.5, 4.0625};
    found.entropy_at = {3, 3.25, 2.75, 3.5, 3.375};
    found.entropy_share = 0.77386;
    found.effective_keys = 17.312;
    found.max_weight = 0.43211;
    found.above_half = 0;
    found.above_99 = 0.015625;
    found.jacobian_norm = 0.04567;
    found.logit_mean = -0.0123;
    found.logit_std = 0.998765;
    one.record.id = "q.npy";
    one.record.expression = "attention.entropy(64, std=0.998765)";
    one.record.computed.value = 3.2201;
    one.record.computed.decimal = "3.22010000000";
    one.record.status = Status::ok;
    one.record.measured = {{"entropy", found.entropy}, {"entropy_max", std::nan("")}};
    return one;
}

AttentionMeasurement measured() {
    AttentionMeasurement all;
    all.q_name = "q.npy";
    all.k_name = "k.npy";
    all.q_shape = {2, 64, 32};
    all.k_shape = {1, 64, 32};
    all.q_type = ElementType::float32;
    all.k_type = ElementType::bfloat16;
    all.logits = "q.k / sqrt(32), the default scale";
    all.heads = {head({0}), head({1})};
    AttentionStatistics& bad = all.heads[1].statistics;
    bad = {};
    bad.bad_rows = 64;
    bad.first_bad = 0;
    for (double* one :
         {&bad.entropy, &bad.entropy_share, &bad.effective_keys, &bad.max_weight, &bad.above_half,
          &bad.above_99, &bad.jacobian_norm, &bad.logit_mean, &bad.logit_std}) {
        *one = std::nan("");
    }
    bad.entropy_quantiles.fill(std::nan(""));
    bad.entropy_at.fill(std::nan(""));
    all.heads[1].record.computed = {};
    all.heads[1].record.reason = "64 of 64 rows are not finite; the first is at q[1, 0]: k[0, 3, 7] is NaN";
    return all;
}

}  // namespace

TEST_CASE("the tables, the legend, the bad rows") {
    const std::string text = text_of(document_of(measured()), {.width = 80});
    const std::string expected =
        "  q        q.npy [2, 64, 32] float32\n  k        k.npy [1, 64, 32] bfloat16\n  heads    2 heads of "
        "64 queries and 64 keys, each head of k serves 2\n  logits   q.k / sqrt(32), the default "
        "scale\n\nhead  entropy  /log n    iid  keys  max a  >0.5  >0.99  |J|^2  std x\n[0]     3.218   "
        "77.4%  3.220  17.3  0.432    0%  1.56%  0.046  0.999\n[1]         -       -      -     -      -     "
        "-      -      -      -\nentropy: mean over rows";
    CHECK(text.starts_with(expected));
    CHECK(
        text.ends_with("head    min    5 %   50 %   95 %    max  first    1/4    1/2    3/4   last\n[0]   "
                       "2.500  2.750  3.125  3.500  4.062  3.000  3.250  2.750  3.500  3.375\n[1]       -    "
                       "  -      -      -      -      -      -      -      -      -\n\nq.npy: 64 of 64 rows "
                       "are not finite; the first is at q[1, 0]: k[0, 3, 7] is NaN\n"));
}

TEST_CASE("more heads than positions are asked about") {
    const auto asks = [](std::vector<std::size_t> q, std::vector<std::size_t> k) {
        AttentionMeasurement all = measured();
        all.q_shape = std::move(q);
        all.k_shape = std::move(k);
        return text_of(document_of(all), {.width = 80}).find("keys; is the order of axes [n, heads, d]?") !=
               std::string::npos;
    };
    CHECK(asks({2, 64, 4, 32}, {2, 64, 4, 32}));
    CHECK_FALSE(asks({2, 4, 64, 32}, {2, 4, 64, 32}));
    CHECK_FALSE(asks({2, 64, 1, 32}, {2, 64, 128, 32}));  // one query of a decoder
    CHECK_FALSE(asks({64, 32}, {64, 32}));
}

TEST_CASE("80 columns suffice for long indices and large numbers") {
    AttentionMeasurement all = measured();
    all.heads[0] = head({31, 127});
    AttentionStatistics& found = all.heads[0].statistics;
    found.effective_keys = 123456;
    found.entropy = 13.8629;
    found.entropy_quantiles.fill(13.8629);
    found.entropy_at.fill(13.8629);
    found.logit_mean = -123456;
    found.logit_std = 0.00123456;
    found.jacobian_norm = 1.2e-15;
    found.above_half = 0.9876;
    const std::string text = text_of(document_of(all), {.width = 80});
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        CHECK_MESSAGE(columns(line) <= 80, line);
        begin = end + 1;
    }
}

TEST_CASE("names of files do not reach the terminal or the page as they are") {
    AttentionMeasurement all = measured();
    all.q_name = "a\x1b[31m|b.npy";
    all.heads[1].record.id = "a\x1b[31m`|b.npy[1]";
    CHECK(text_of(document_of(all)).find('\x1b') == std::string::npos);
    CHECK(markdown_of(document_of(all)).find("\x1b") == std::string::npos);
}

TEST_CASE("Markdown and CSV") {
    const std::string page = markdown_of(document_of(measured()));
    CHECK(page.find("| head | entropy | /log n | iid |") != std::string::npos);
    CHECK(page.find("3.218 | 77.4% | 3.220 | 17.3 | 0.432 | 0% | 1.56% | 0.046 | 0.999 |") !=
          std::string::npos);
    CHECK(page.find("64 of 64 rows are not finite") != std::string::npos);
    CHECK(
        csv_of(document_of(measured())) ==
        "id,expression,expected,status,reason,entropy,entropy_max\nq.npy,\"attention.entropy(64, "
        "std=0.998765)\",3.22010000000,ok,,3.21843,\nq.npy,\"attention.entropy(64, std=0.998765)\",,ok,\"64 "
        "of 64 rows are not finite; the first is at q[1, 0]: k[0, 3, 7] is NaN\",3.21843,\n");
}
