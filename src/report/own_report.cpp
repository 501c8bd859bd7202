#include "report/own_report.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace sigprop {
namespace {

/// Our reports begin so, white space left out.
constexpr std::array<std::string_view, 15> beginnings = {"<!--writtenbysigprop-->",
                                                         R"({"format":"sigpropcertificate)",
                                                         "|claim|stated|computed|digits|verdict|strength|",
                                                         "|expression|computed|status|",
                                                         "id,expression,verdict,",
                                                         "id,expression,method,kind,",
                                                         "id,expression,expected,status,reason",
                                                         "id,output,verdict,status,",
                                                         "feature,rms,alpha,dyt_error,",
                                                         // of sigprop list
                                                         R"({"quantities":[{"name":)",
                                                         R"({"activations":[{"name":)",
                                                         R"({"layers":[{"name":)",
                                                         R"({"claims":[{"name":)",
                                                         R"({"experiments":[{"name":)",
                                                         "<!DOCTYPEhtml><!--writtenbysigprop-->"};

}  // namespace

bool is_own_report(std::string_view beginning) {
    std::string dense(beginning);
    std::erase_if(dense, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    if (dense.empty()) return true;
    if (dense.starts_with(R"({"schema_version":")"))
        return dense.find(R"("tool":{"name":"sigprop")") != dense.npos;
    if (dense.starts_with("<?xml")) return dense.find(R"(<testsuitesname="sigprop")") != dense.npos;
    return std::ranges::any_of(beginnings, [&](std::string_view one) { return dense.starts_with(one); });
}

}  // namespace sigprop
