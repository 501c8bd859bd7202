#include "report/own_report.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace sigprop {
namespace {

/// Our reports begin so, white space left out.
constexpr std::array<std::string_view, 12> beginnings = {"<!--writtenbysigprop-->",
                                                         R"({"format":"sigpropcertificate)",
                                                         "|claim|stated|computed|digits|verdict|strength|",
                                                         "|expression|computed|status|",
                                                         "id,expression,verdict,",
                                                         "id,expression,method,kind,",
                                                         "id,expression,expected,status,reason",
                                                         "id,output,verdict,status,",
                                                         "feature,rms,alpha,dyt_error,",
                                                         "tensor,role,group,shape,dtype,",
                                                         "tensor,change,what",
                                                         "<!DOCTYPEhtml><!--writtenbysigprop-->"};

/// What sigprop list writes: sections, of which those before the first entry are empty.
bool is_list(std::string_view dense) {
    if (!dense.starts_with('{')) return false;
    dense.remove_prefix(1);
    for (const std::string key : {"quantities", "activations", "layers", "claims", "experiments"}) {
        const std::string empty = '"' + key + "\":[],";
        if (dense.starts_with(empty)) dense.remove_prefix(empty.size());
        if (dense.starts_with('"' + key + R"(":[{"name":")"))
            return dense.find(R"(","about":")") != dense.npos;
    }
    return false;
}

/// The points of a sweep begin with the names of its axes.
bool is_points(std::string_view beginning) {
    std::string_view line = beginning.substr(0, beginning.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line.ends_with(",value,lower,upper,kind");
}

}  // namespace

bool is_own_report(std::string_view beginning) {
    if (is_points(beginning)) return true;
    std::string dense(beginning);
    std::erase_if(dense, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    if (dense.empty()) return true;
    if (dense.starts_with(R"({"schema_version":")"))
        return dense.find(R"("tool":{"name":"sigprop")") != dense.npos;
    if (dense.starts_with("<?xml")) return dense.find(R"(<testsuitesname="sigprop")") != dense.npos;
    if (is_list(dense)) return true;
    return std::ranges::any_of(beginnings, [&](std::string_view one) { return dense.starts_with(one); });
}

}  // namespace sigprop
