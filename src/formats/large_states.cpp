#include "formats/large_states.hpp"

#include <algorithm>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <system_error>

#include "formats/files.hpp"
#include "formats/mapped_file.hpp"
#include "formats/sha256.hpp"

namespace sigprop {
namespace {

constexpr std::size_t digest_size = 64;

[[noreturn]] void refuse_states(const std::string& path, const std::string& what) {
    throw InputError(path + ": " + what + ": sigprop does not use it. Delete it to start this part again",
                     Place{path, {}, 0, 1});
}

}  // namespace

LargeStates::LargeStates(std::string path, std::string library_version, Seal seal)
    : path_(std::move(path)), version_(std::move(library_version)), seal_(std::move(seal)) {}

std::string LargeStates::path_of(std::string_view name) const {
    constexpr std::size_t enough = 16;
    return path_ + "." + sha256_hex(name).substr(0, enough);
}

std::string LargeStates::head_of(std::string_view name) const {
    return std::string(seal_.is_signature() ? "sigprop signed state 1\n" : "sigprop state 1\n") + version_ +
           "\n" + std::string(name) + "\n";
}

std::optional<std::string> LargeStates::find(std::string_view name) const {
    const std::string path = path_of(name);
    if (!std::filesystem::exists(path)) return std::nullopt;
    const MappedFile file(path);
    const std::string_view all(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
    const std::string head = head_of(name);
    if (all.size() < head.size() + digest_size || all.substr(0, 8) != head.substr(0, 8))
        refuse_states(path, "the file was cut short or damaged, or it is not the state of a simulation");
    const std::string_view signed_part = all.substr(0, all.size() - digest_size);
    const bool is_signed = all.starts_with("sigprop signed ");
    if (is_signed && !seal_.is_signature())
        refuse_states(path, "the state is signed, but no key is given (--checkpoint-key FILE)");
    if (!is_signed && seal_.is_signature())
        refuse_states(path, "the state has no signature, although a key is given");
    if (seal_.of(signed_part) != all.substr(signed_part.size()))
        refuse_states(path, seal_.is_signature() ? "the state is damaged, or signed with another key"
                                                 : "the state is damaged (its checksum does not match)");
    if (!signed_part.starts_with(head))
        refuse_states(path, "the state belongs to another run or another version of sigprop");
    std::string state(signed_part.substr(head.size()));
    file.check_whole();
    return state;
}

bool LargeStates::is_due(std::string_view name, bool now) {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] =
        timers_.try_emplace(std::string(name), Timer{Clock::now() + first_pause, first_pause});
    Timer& timer = place->second;
    if (!now && Clock::now() < timer.next) return false;
    timer.pause = std::min<Clock::duration>(2 * timer.pause, longest_pause);
    timer.next = Clock::now() + timer.pause;
    return true;
}

void LargeStates::keep(std::string_view name, const SimulationStore::Writer& write, bool now) {
    if (!is_due(name, now)) return;
    const std::string head = head_of(name);
    const TextSource signed_part = [&](const TextSink& out) {
        out(head);
        write(out);
    };
    const std::string digest = seal_.of(signed_part);
    write_file_atomically(path_of(name), [&](const TextSink& out) {
        signed_part(out);
        out(digest);
    });
}

void LargeStates::drop(std::string_view name) {
    std::error_code error;
    std::filesystem::remove(path_of(name), error);  // one that stays is refused or overwritten
    const std::lock_guard lock(mutex_);
    if (const auto found = timers_.find(name); found != timers_.end()) timers_.erase(found);
}

}  // namespace sigprop
