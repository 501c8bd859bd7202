#pragma once
// Finished work of long simulations in a file, so that a run that was killed can be resumed. The file is one
// JSON document: what it belongs to, the state of each simulation by name, and a seal of all that: a
// checksum, or with a key a signature (formats/seal.hpp). A checksum shows damage; it stops nobody who means
// to forge. It is replaced as a whole (formats/files.hpp), soon after the first state and then less and less
// often, down to every 10 seconds. A file that is not byte for byte what was written, or that belongs to
// other work, is refused: nothing of it is used. States are opaque here; only the simulations know what they
// mean.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/simulation.hpp"
#include "formats/large_states.hpp"
#include "formats/seal.hpp"

namespace sigprop {

/// Everything that must be the same for a checkpoint to be usable.
struct CheckpointOwner {
    std::string version;                ///< of the library: another version may draw or add differently
    std::string command;                ///< "eval"
    std::vector<std::string> subjects;  ///< canonical expressions, claims, axes: in the order requested
    std::uint64_t seed = 0;
    std::uint64_t samples = 0;

    friend bool operator==(const CheckpointOwner&, const CheckpointOwner&) = default;
};

class Checkpoint final : public SimulationStore {
public:
    /// States beyond this size are dropped, oldest first; those simulations then start again.
    static constexpr std::size_t max_bytes = std::size_t{64} << 20;
    enum class Access : std::uint8_t { read_write, read_only };

    /// `text` is a checkpoint that was written to `path`; "" is one without any work, which is written at
    /// once, so that an unusable destination is found before the work starts. If several processes share
    /// their work, all of them know the text and one writes.
    /// Errors   InputError naming the path, what is wrong or which value differs, and the fix; IoError
    /// With a seal that signs, a text without its signature is refused, and without one a text that is
    /// signed.
    Checkpoint(std::string path, CheckpointOwner owner, std::string_view text, Access access, Seal seal = {});

    [[nodiscard]] std::optional<std::string> find(std::string_view name) override;
    void keep(std::string_view name, std::string state, bool now) override;
    // Large states are in files beside this one (formats/large_states.hpp), whoever writes the checkpoint
    // itself.
    [[nodiscard]] std::optional<std::string> find_large(std::string_view name) override;
    void keep_large(std::string_view name, const Writer& write, bool now) override;
    void drop_large(std::string_view name) override;
    /// Writes what has not been written yet.
    /// Errors   IoError naming the path; an older file is untouched
    void save();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] const CheckpointOwner& owner() const noexcept { return owner_; }

private:
    struct State {
        std::string text;
        std::uint64_t age = 0;  ///< the number of states kept before it
    };
    using Clock = std::chrono::steady_clock;

    void read(std::string_view text);
    void put(std::string_view name, std::string state);
    void write();
    [[nodiscard]] std::string text() const;

    const std::string path_;
    const CheckpointOwner owner_;
    const Access access_;
    const Seal seal_;
    std::mutex mutex_;
    std::map<std::string, State, std::less<>> states_;
    LargeStates large_;
    std::size_t bytes_ = 0;
    std::uint64_t kept_ = 0;
    bool changed_;
    Clock::time_point next_write_;
    Clock::duration pause_;
};

/// The text of a checkpoint, or "" when there is no such file.
/// Errors   InputError if it is too large to be one; IoError if it is not a regular file, or cannot be read
///          or replaced
[[nodiscard]] std::string read_checkpoint(const std::string& path);

}  // namespace sigprop
