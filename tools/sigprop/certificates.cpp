#include "certificates.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "destinations.hpp"
#include "engine/certificate/certificate.hpp"
#include "formats/files.hpp"
#include "terminal.hpp"

namespace sigprop::tool {

void check_certificate(const Invocation& call) {
    const std::optional<std::string> path = call.flags.one("certificate");
    if (!path) return;
    if (call.words.size() > 1)
        throw InputError("--certificate takes one expression, not " + std::to_string(call.words.size()));
    if (*path == "-") throw InputError("--certificate needs a file: standard output has the result");
    check_destination(call, "--certificate", *path);
}

Exit write_certificate(const Invocation& call, const BoundExpression& bound, const Record& record) {
    const std::optional<std::string> path = call.flags.one("certificate");
    if (!path) return Exit::ok;
    const Certificate certificate = certificate_of(bound, record, call.options.context);
    if (certificate.text.empty()) {
        complain("no certificate: " + certificate.refusal);
        return Exit::undecided;
    }
    write_file_atomically(*path, certificate.text);
    return Exit::ok;
}

void prepare_certificates(const Invocation& call) {
    const std::optional<std::string> path = call.flags.one("certificates");
    if (!path) return;
    std::error_code error;
    std::filesystem::create_directories(*path, error);
    const bool empty = !error && std::filesystem::is_empty(*path, error);
    if (error) throw IoError("--certificates: " + *path + ": " + error.message());
    if (!empty && !call.flags.has("force"))
        throw InputError("--certificates: the folder " + *path +
                         " is not empty: give another folder, or --force");
}

void write_certificates(const Invocation& call, std::span<const BoundClaim> claims,
                        const std::vector<Record>& records) {
    const std::optional<std::string> path = call.flags.one("certificates");
    if (!path) return;
    const std::filesystem::path folder = *path;
    std::string reasons;
    std::size_t written = 0, none = 0;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        if (!claims[i].expression) continue;
        const std::string& id = claims[i].claim.id;
        const Certificate one = certificate_of(*claims[i].expression, records[i], call.options.context);
        if (one.text.empty()) {
            ++none;
            reasons += id + ": " + one.refusal + "\n";
        } else {
            ++written;
            write_file_atomically((folder / (id + ".json")).string(), one.text);
        }
    }
    write_file_atomically((folder / "none.txt").string(), reasons);
    if (!call.options.quiet)
        complain(fmt::format("{} certificates in {}; {} claims have no certificate, for the reasons in {}",
                             written, *path, none, (folder / "none.txt").string()));
}

}  // namespace sigprop::tool
