#include <doctest/doctest.h>

#include "report/outcome.hpp"
#include "report/table.hpp"

#include "tests/report/report_samples.hpp"

using namespace sigprop;

TEST_CASE("eval: the proved digits in full, then the evidence") {
    Record doubtful = samples::value("truncated_normal.variance(-2, 2)", "0.773741303549923247179911367677");
    // An estimate that is missing takes nothing from a proof; one that is there and odd is shown.
    CHECK(eval_text({doubtful}) ==
          "truncated_normal.variance(-2, 2) = 0.773741303549923247179911367677\n"
          "  1 proof gives 30 digits; 1 sample agrees; 1 other is unable, and --evidence tells why\n");
    doubtful.evidence[2].status = Status::unreliable;
    CHECK(eval_text({doubtful}) ==
          "truncated_normal.variance(-2, 2) = 0.773741303549923247179911367677\n"
          "  closed_form  closed_form  enclosure  0.77374130354992324717991136767701  ± 5.01e-33  ok\n"
          "  definition   monte_carlo  sample     0.7738                              ± 1e-4      ok          95 "
          "%: 0.773604 to 0.773996\n"
          "  definition   gsl_qagi     estimate                                                   unreliable "
          " did "
          "not converge\n");
    const std::string digits(10000, '3');
    CHECK(eval_text({samples::value("pi", "0." + digits)}).find("pi = 0." + digits + "\n") == 0);
}

TEST_CASE("eval: the evidence is cut to fit, its reasons are not") {
    Record record = samples::value("1/3", "0.3");
    record.evidence[0].midpoint = "0." + std::string(200, '3');
    record.evidence[2].reason = std::string(90, 'r');
    record.evidence[2].status = Status::unreliable;
    const std::string text = eval_text({record}, {.width = 80});
    const std::size_t line = text.find("  closed_form");
    CHECK(text.substr(line, text.find('\n', line) - line) ==
          "  closed_form  closed_form  enclosure  0.33333333333333…  ± 5.01e-33  ok");
    CHECK(text.find(std::string(90, 'r') + "\n") != std::string::npos);
}

TEST_CASE("eval: no value, and a value that nothing proves") {
    CHECK(eval_text({samples::without_value("1/0", Status::domain)}) ==
          "1/0: domain: the integral diverges\n  definition  arb_integral  enclosure      domain  grows too "
          "fast\n");
    Record record = samples::without_value("network.q(1)", Status::unable);
    record.reason = "only a sample";
    record.evidence.push_back(
        {RouteKind::simulation, "network", Kind::sample, Status::ok, "", "0.250", "1e-3", 0.25012, 0, 64});
    CHECK(eval_text({record}).starts_with("network.q(1) ≈ 0.250, not proved: only a sample\n"));
    record.evidence.erase(record.evidence.begin(), record.evidence.end() - 1);
    record.status = Status::ok;
    record.reason = "";
    CHECK(eval_text({record}).starts_with("network.q(1) ≈ 0.250 ± 1e-3, by simulation alone\n"));
    EvidenceRecord& sample = record.evidence.front();  // beyond doubles
    sample.midpoint = "2.50e400";
    sample.radius = "1e398";
    sample.value.reset();
    CHECK(eval_text({record}).starts_with("network.q(1) ≈ 2.50e400 ± 1e398, by simulation alone\n"));
    CHECK(eval_text({}).empty());
    const std::string two = eval_text({samples::value("1", "1"), samples::value("2", "2")});
    CHECK(two.find("\n\n2 = 2\n") != std::string::npos);
    CHECK(eval_text({record}, {.color = true}).find("\x1b[32mok\x1b[0m") != std::string::npos);
    CHECK(two.find('\x1b') == std::string::npos);
}

TEST_CASE("a fault of the library is told, though other methods have the number") {
    const Record sound = samples::value("1/3", "0.3");
    Record faulty = samples::report_with_faults().records.back();
    CHECK(faults_text({sound}).empty());
    CHECK(faults_text({sound, faulty}) ==
          "1/2: network ended in an internal error, which is a bug in sigprop: map::at");
    CHECK(faults_text({faulty, sound, faulty}).ends_with(": map::at; 1 more"));
}

TEST_CASE("sweep: one row per point") {
    CHECK(series_text({samples::series("c")}) ==
          "attention.entropy(n, std=s) by arb_trapezoid (enclosure)\n"
          "    n      s  value  radius   status\n"
          "   64    1/3  1.5    ± 1e-09  ok\n"
          "   64    0.5  2.5    ± 1e-09  ok\n"
          "   64  1e400  3.5    ± 1e-09  ok\n"
          "  128    1/3  4.5    ± 1e-09  ok\n"
          "  128    0.5  5.5    ± 0.5    ok\n"
          "  128  1e400                  unable\n");
}

TEST_CASE("sweep: one method stands for all that agree") {
    const auto curves = [](const std::vector<Series>& series) {
        std::string text;
        write_curves_text(series, {}, [&](std::string_view piece) { text += piece; });
        return text;
    };
    const Series proof = samples::series("c");
    Series estimate = proof;
    estimate.method = "boost_tanh_sinh";
    estimate.kind = Kind::estimate;
    CHECK(curves({proof}) == series_text({proof}));
    CHECK(curves({estimate, proof}) ==
          series_text({proof}) + "  1 other method agrees; --evidence shows it\n");
    Series sample = estimate;
    sample.kind = Kind::sample;
    sample.status[0] = Status::unable;
    CHECK(curves({proof, estimate, sample}) ==
          series_text({proof}) + "  2 other methods agree, 1 of them at all points; --evidence shows them\n");
    // whatever speaks against the proof, or knows more, is seen
    estimate.status[1] = Status::unreliable;
    CHECK(curves({proof, estimate}) == series_text({proof, estimate}));
    estimate = sample;
    estimate.status.back() = Status::ok;
    CHECK(curves({proof, estimate}) == series_text({proof, estimate}));
    Series other = proof;
    other.id = "d";
    CHECK(curves({proof, other}) == series_text({proof, other}));
    Series nothing = proof;
    nothing.status.assign(proof.status.size(), Status::domain);
    CHECK(curves({nothing, nothing}) == series_text({nothing}));
}
