#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <sigprop/core/base/errors.hpp>
#include <system_error>

#include "formats/checkpoint.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "formats/seal.hpp"

namespace sigprop {
namespace {

constexpr std::string_view schema_version = "1.0";
/// A file holds the states, a little text around each, and the subjects.
constexpr std::size_t max_checkpoint_bytes = 4 * Checkpoint::max_bytes;

[[noreturn]] void refuse_checkpoint(const std::string& path, const std::string& what) {
    throw InputError(path + ": " + what, Place{path, {}, 0, 1});
}

[[noreturn]] void refuse_damaged(const std::string& path, const std::string& what) {
    refuse_checkpoint(
        path,
        what +
            ": sigprop does not use it. Give --checkpoint another file, or delete this one to start again");
}

Json document_of(const CheckpointOwner& owner, std::vector<Json> simulations) {
    std::vector<Json> subjects(owner.subjects.begin(), owner.subjects.end());
    Json document = Json::object();
    document.set("schema_version", schema_version);
    document.set("kind", "checkpoint");
    document.set("version", owner.version);
    document.set("command", owner.command);
    document.set("subjects", Json::array(std::move(subjects)));
    document.set("seed", owner.seed);
    document.set("samples", owner.samples);
    document.set("simulations", Json::array(std::move(simulations)));
    return document;
}

const char* key_of(const Seal& seal) { return seal.is_signature() ? "signature" : "checksum"; }

/// The seal of everything but the seal itself.
std::string sealed(const Json& document, const Seal& seal) {
    Json rest = Json::object();
    for (const JsonMember& member : document.as_object()) {
        if (member.key != key_of(seal)) rest.set(member.key, member.value);
    }
    return seal.of(write_json(rest, JsonStyle::canonical));
}

void check_kind_of_seal(const Json& document, const Seal& seal, const std::string& path) {
    const bool is_signed = document.find("signature") != nullptr;
    if (is_signed && !seal.is_signature())
        refuse_checkpoint(path,
                          "the checkpoint is signed: give its key (--checkpoint-key FILE), or give "
                          "--checkpoint another file");
    if (!is_signed && seal.is_signature()) {
        refuse_damaged(
            path, "the checkpoint has no signature, although you gave a key: anyone may have written it");
    }
    if (!is_signed && document.find("checksum") == nullptr)
        refuse_damaged(path, "the file is not a checkpoint of sigprop");
}

/// Parses a text that must be what was written, to the byte: a change that JSON does not see is still damage.
Json undamaged(std::string_view text, const std::string& path, const Seal& seal) {
    const auto parsed = [&] {
        try {
            return parse_json(text, path, {.depth = 8, .bytes = max_checkpoint_bytes});
        } catch (const InputError&) {
            refuse_damaged(path, "the file was cut short or damaged, or it is not a checkpoint");
        }
    };
    Json document = parsed();
    const Json* const kind = document.find("kind");
    if (kind == nullptr || *kind != Json("checkpoint"))
        refuse_damaged(path, "the file is not a checkpoint of sigprop");
    check_kind_of_seal(document, seal, path);
    if (document.at(key_of(seal)) != Json(sealed(document, seal)) || write_json(document) != text) {
        refuse_damaged(path, seal.is_signature() ? "the checkpoint is damaged, or signed with another key"
                                                 : "the checkpoint is damaged (its checksum does not match)");
    }
    return document;
}

/// A window of a text for messages: the beginning that two long texts share is left out.
std::string quoted(const std::string& text, std::size_t shared) {
    constexpr std::size_t most = 80;
    constexpr std::size_t before = 20;
    const std::size_t start = text.size() > most && shared > before ? shared - before : 0;
    const std::string shown = (start > 0 ? "..." : "") + text.substr(start, most);
    return "'" + shown + (start + most < text.size() ? "..." : "") + "'";
}

/// Throws when the two differ.
void compare(const std::string& path, const std::string& what, const std::string& there,
             const std::string& here) {
    if (there == here) return;
    const auto apart = std::mismatch(there.begin(), there.end(), here.begin(), here.end()).first;
    const auto shared = static_cast<std::size_t>(apart - there.begin());
    refuse_checkpoint(path, "the checkpoint belongs to another run: " + what + " there is " +
                                quoted(there, shared) + ", here " + quoted(here, shared) +
                                ". Give --checkpoint another file, or delete this one to start again");
}

void compare_subjects(const std::string& path, const std::vector<Json>& there,
                      const std::vector<std::string>& here) {
    const std::size_t both = std::min(there.size(), here.size());
    for (std::size_t i = 0; i < both; ++i) {
        const std::string which =
            both == 1 ? "what is computed" : "expression or claim " + std::to_string(i + 1);
        compare(path, which, there[i].as_string(), here[i]);
    }
    compare(path, "the number of expressions or claims", std::to_string(there.size()),
            std::to_string(here.size()));
}

void compare_owner(const std::string& path, const Json& document, const CheckpointOwner& owner) {
    compare(path, "the format", document.at("schema_version").as_string(), std::string(schema_version));
    compare(path, "the version of sigprop", document.at("version").as_string(), owner.version);
    compare(path, "the command", document.at("command").as_string(), owner.command);
    compare_subjects(path, document.at("subjects").as_array(), owner.subjects);
    compare(path, "the seed", document.at("seed").as_number_text(), std::to_string(owner.seed));
    compare(path, "the number of samples", document.at("samples").as_number_text(),
            std::to_string(owner.samples));
}

}  // namespace

Checkpoint::Checkpoint(std::string path, CheckpointOwner owner, std::string_view text, Access access,
                       Seal seal)
    : path_(std::move(path)),
      owner_(std::move(owner)),
      access_(access),
      seal_(std::move(seal)),
      large_(path_, owner_.version, seal_),
      changed_(text.empty()),
      next_write_(Clock::now()),
      pause_(first_pause) {
    if (!text.empty()) read(text);
    if (changed_ && access_ == Access::read_write) write_file_atomically(path_, this->text());
}

void Checkpoint::read(std::string_view text) {
    const Json document = undamaged(text, path_, seal_);
    try {
        compare_owner(path_, document, owner_);
        for (const Json& one : document.at("simulations").as_array()) {
            put(one.at("name").as_string(), one.at("state").as_string());
        }
        // Whoever puts in what is never written, a state twice or an unknown key, can write a fitting
        // checksum, too.
        if (this->text() != text)
            refuse_damaged(path_, "the file has entries that no checkpoint of sigprop has");
    } catch (const InputError& error) {
        if (error.place().source == path_) throw;
        refuse_damaged(path_, std::string("the file is not a checkpoint of sigprop (") + error.what() + ")");
    }
}

void Checkpoint::put(std::string_view name, std::string state) {
    State& mine = states_[std::string(name)];
    bytes_ += state.size() - mine.text.size();
    mine.text = std::move(state);
    mine.age = kept_++;
    while (bytes_ > max_bytes && states_.size() > 1) {
        const auto oldest =
            std::min_element(states_.begin(), states_.end(),
                             [](const auto& a, const auto& b) { return a.second.age < b.second.age; });
        bytes_ -= oldest->second.text.size();
        states_.erase(oldest);
    }
}

std::optional<std::string> Checkpoint::find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto found = states_.find(name);
    return found == states_.end() ? std::nullopt : std::optional(found->second.text);
}

void Checkpoint::keep(std::string_view name, std::string state, bool now) {
    const std::lock_guard lock(mutex_);
    const auto known = states_.find(name);
    if (known == states_.end() || known->second.text != state) {
        put(name, std::move(state));
        changed_ = true;
    }
    if (now || Clock::now() >= next_write_) write();
}

std::optional<std::string> Checkpoint::find_large(std::string_view name) { return large_.find(name); }

void Checkpoint::keep_large(std::string_view name, const Writer& write, bool now) {
    large_.keep(name, write, now);
}

void Checkpoint::drop_large(std::string_view name) { large_.drop(name); }

void Checkpoint::save() {
    const std::lock_guard lock(mutex_);
    write();
}

void Checkpoint::write() {
    if (!changed_ || access_ == Access::read_only) return;
    write_file_atomically(path_, text());
    changed_ = false;
    next_write_ = Clock::now() + pause_;
    pause_ = std::min<Clock::duration>(2 * pause_, longest_pause);
}

std::string Checkpoint::text() const {
    std::vector<Json> simulations;
    simulations.reserve(states_.size());
    for (const auto& [name, state] : states_) {
        Json one = Json::object();
        one.set("name", name);
        one.set("state", state.text);
        simulations.push_back(std::move(one));
    }
    Json document = document_of(owner_, std::move(simulations));
    document.set(key_of(seal_), sealed(document, seal_));
    return write_json(document);
}

std::string read_checkpoint(const std::string& path) {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) {
        if (errno == ENOENT) return "";
        throw IoError("cannot read " + path + ": " + std::generic_category().message(errno));
    }
    if (!S_ISREG(about.st_mode)) throw IoError("cannot write " + path + ": a checkpoint is a regular file");
    if (::access(path.c_str(), W_OK) != 0) {
        throw IoError("cannot write " + path + ": " + std::generic_category().message(errno));
    }
    std::string text = read_file(path, max_checkpoint_bytes);
    if (text.empty()) refuse_damaged(path, "the checkpoint is empty");
    return text;
}

}  // namespace sigprop
