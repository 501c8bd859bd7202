#include "formats/checkpoint.hpp"

#include <optional>

#include "formats/json.hpp"
#include "formats/sha256.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {
namespace {

/// The document as whoever forges it would write it, with the checksum of what it says; nothing where there
/// is no document.
std::optional<std::string> forged(std::string_view bytes) {
    Json document, rest = Json::object();
    const auto read = [&] { document = parse_json(bytes, "checkpoint", {.depth = 8}); };
    if (!accepts(read, [](const InputError&) {}) || !document.is_object()) return std::nullopt;
    for (const JsonMember& one : document.as_object()) {
        if (one.key != "checksum") rest.set(one.key, one.value);
    }
    Json whole = rest;
    whole.set("checksum", sha256_hex(write_json(rest, JsonStyle::canonical)));
    return write_json(whole);
}

void run(const std::string& text) {
    const std::string path = "run.checkpoint";
    const CheckpointOwner owner{
        .version = "1", .command = "eval", .subjects = {"selu.alpha()", "x"}, .seed = 7, .samples = 1000};
    const auto read = [&] {
        Checkpoint checkpoint(path, owner, text, Checkpoint::Access::read_only);
        const Json document = parse_json(text, path);
        const auto& states = document.at("simulations").as_array();
        for (const Json& one : states) {
            const auto kept = checkpoint.find(one.at("name").as_string());
            require(kept.has_value(), "every state of an accepted checkpoint is there");
            require(*kept == one.at("state").as_string(), "a state is what was written");
        }
    };
    accepts(read, [&](const InputError& error) {
        require_told(error, path + ": ");
        require(error.place().source == path, "the place is the file");
    });
}

}  // namespace

/// A checkpoint whose bytes are not what would be written is refused; one with a right checksum is read as it
/// stands.
void run_checkpoint(std::string_view bytes) {
    if (bytes.empty()) return;  // stands for no checkpoint
    run(std::string(bytes));
    if (const auto text = forged(bytes)) run(*text);
}

}  // namespace sigprop::fuzz
