// The answer in C++: which evidence proves the value, which status and which reason it has.

#include <doctest/doctest.h>

#include <sigprop/core/evidence/result.hpp>

using namespace sigprop;

namespace {

Evidence evidence(Kind kind, Status status, double value, double radius) {
    Evidence one;
    one.kind = kind;
    one.status = status;
    one.value = Ball(value).at_precision(100).widened(Ball(radius));
    return one;
}

Evidence because(std::string reason, Kind kind, Status status) {
    Evidence one = evidence(kind, status, 0, 0);
    one.reason = std::move(reason);
    return one;
}

}  // namespace

TEST_CASE("only an enclosure with status ok proves a value") {
    const Evidence wide = evidence(Kind::enclosure, Status::ok, 1.25, 1e-3);
    const Evidence narrow = evidence(Kind::enclosure, Status::ok, 1.25, 1e-9);
    const Evidence sample = evidence(Kind::sample, Status::ok, 1.25, 0);
    const Evidence broken = evidence(Kind::enclosure, Status::unable, 7, 0);
    const Evidence domain = evidence(Kind::enclosure, Status::domain, 7, 0);
    const Result result({sample, wide, broken, narrow}, 30);
    CHECK(result.enclosure() == &result.evidence()[3]);
    CHECK(result.status() == Status::ok);
    CHECK(result.value() == 1.25);
    CHECK(result.decimal().substr(0, 8) == "1.250000");
    CHECK(result.decimal().size() < 12);
    CHECK(result.reason().empty());
    CHECK(Result({sample, broken}, 30).status() == Status::unable);
    CHECK_FALSE(Result({sample, broken}, 30).value().has_value());
    CHECK(Result({sample, broken}, 30).decimal().empty());
    CHECK(Result({broken, sample}, 30, true).status() == Status::ok);
    CHECK(Result({broken}, 30, true).status() == Status::unable);
    CHECK(Result({domain, sample}, 30).status() == Status::domain);
    CHECK(Result({evidence(Kind::sample, Status::domain, 0, 0)}, 30).status() == Status::unable);
    CHECK(Result({}, 30).reason() == "none of its methods is selected");
}

TEST_CASE("the narrowest enclosure is found wherever it stands, and of two as narrow the first") {
    const Evidence wide = evidence(Kind::enclosure, Status::ok, 1, 1e-3);
    const Evidence narrow = evidence(Kind::enclosure, Status::ok, 1, 1e-9);
    const Evidence point = evidence(Kind::estimate, Status::ok, 1, 0);
    const Evidence failed = evidence(Kind::enclosure, Status::internal, 1, 0);
    const auto place = [](const std::vector<Evidence>& all) { return narrowest_enclosure(all) - all.data(); };
    CHECK(place({wide, narrow}) == 1);
    CHECK(place({narrow, wide}) == 0);
    CHECK(place({narrow, narrow}) == 0);
    CHECK(place({point, failed, wide, failed, narrow, wide, point}) == 4);
    CHECK(narrowest_enclosure({}) == nullptr);
    CHECK(narrowest_enclosure({point, failed}) == nullptr);
}

TEST_CASE("what is not proved has the status and the reason of the evidence that tells most") {
    const Evidence domain = because("a pole inside", Kind::enclosure, Status::domain);
    const Evidence estimate_of_domain = because("a guess", Kind::estimate, Status::domain);
    const Evidence unable = because("no budget", Kind::enclosure, Status::unable);
    const Evidence silent = because("", Kind::enclosure, Status::unable);
    const Evidence sample = because("", Kind::sample, Status::ok);
    const Evidence estimate = because("", Kind::estimate, Status::ok);
    const Evidence lost = because("", Kind::sample, Status::unreliable);
    Evidence fault = because("map::at", Kind::enclosure, Status::internal);
    fault.method = "recursion";
    struct Row {
        std::vector<Evidence> evidence;
        bool by_simulation;
        Status status;
        std::string reason;
    };
    const std::vector<Row> rows = {
        {{}, false, Status::unable, "none of its methods is selected"},
        {{}, true, Status::unable, "none of its methods is selected"},
        {{sample}, false, Status::unable, "the selected methods give no proof"},
        {{sample}, true, Status::ok, ""},
        {{lost}, true, Status::unable, "the selected methods give no proof"},
        {{estimate}, true, Status::unable, "the selected methods give no proof"},
        {{sample, silent, unable}, false, Status::unable, "no budget"},
        {{estimate_of_domain, unable}, false, Status::unable, "no budget"},
        {{unable, sample, domain, estimate_of_domain}, false, Status::domain, "a pole inside"},
        {{unable, fault}, false, Status::internal, "internal error: recursion (definition): map::at"},
        {{fault, domain}, false, Status::domain, "a pole inside"},
        {{fault, sample}, true, Status::ok, ""},
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(i);
        const Result result(rows[i].evidence, 30, rows[i].by_simulation);
        CHECK(result.status() == rows[i].status);
        CHECK(result.reason() == rows[i].reason);
        CHECK_FALSE(result.proved_decimal().has_value());
        CHECK_FALSE(result.value().has_value());
    }
}

TEST_CASE("the words of reports") {
    for (const auto& [route, word] :
         {std::pair{RouteKind::closed_form, "closed_form"}, std::pair{RouteKind::definition, "definition"},
          std::pair{RouteKind::simulation, "simulation"}, std::pair{RouteKind::measurement, "measurement"}})
        CHECK(to_string(route) == word);
    for (const auto& [kind, word] :
         {std::pair{Kind::enclosure, "enclosure"}, std::pair{Kind::estimate, "estimate"},
          std::pair{Kind::sample, "sample"}})
        CHECK(to_string(kind) == word);
    for (const auto& [status, word] :
         {std::pair{Status::ok, "ok"}, std::pair{Status::domain, "domain"},
          std::pair{Status::unable, "unable"}, std::pair{Status::unreliable, "unreliable"},
          std::pair{Status::internal, "internal"}})
        CHECK(to_string(status) == word);
}
