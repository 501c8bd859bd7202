#include "formats/system_call.hpp"

#include <system_error>

namespace sigprop {
namespace {

std::atomic<const std::atomic<bool>*> asked_to_stop{nullptr};  // NOLINT: one process, one answer

const char* fix_for(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT: return ": make room, or write to another place";
        case EFBIG: return ": the limit of ulimit -f, or of the file system";
        case EMFILE: return ": the limit of ulimit -n";
        case EROFS: return ": write to another place";
        case ENOMEM: return ": out of memory";
        default: return "";
    }
}

}  // namespace

void interrupted_only_by(const std::atomic<bool>& asked) noexcept { asked_to_stop = &asked; }

bool is_call_repeated() noexcept {
    const std::atomic<bool>* const asked = asked_to_stop.load();
    return asked != nullptr && !asked->load();
}

std::string reason_of(int error) { return std::generic_category().message(error) + fix_for(error); }

}  // namespace sigprop
