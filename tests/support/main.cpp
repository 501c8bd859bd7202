// The `main` of every test program. A run that selects no test or checks nothing is a failure: a mistyped
// filter or an emptied file must not look like success.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <iostream>

namespace {

doctest::TestRunStats totals;

class Totals : public doctest::IReporter {
public:
    explicit Totals(const doctest::ContextOptions&) {}
    void test_run_end(const doctest::TestRunStats& stats) override { totals = stats; }

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};

REGISTER_LISTENER("totals", 1, Totals);

}  // namespace

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int result = context.run();
    if (context.shouldExit() || result != 0) return result;  // --help, --list-test-cases, or a failure
    if (totals.numTestCasesPassingFilters == 0) {
        std::cerr << "no test was selected (a file with slow tests alone is named *_slow.cpp)\n";
        return 1;
    }
    if (totals.numAsserts == 0) {
        std::cerr << "the selected tests checked nothing\n";
        return 1;
    }
    return 0;
}
