#include "endings.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <new>
#include <string_view>

#include "core/ball/memory.hpp"
#include "formats/temporary_file.hpp"

#include "exit_code.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

[[noreturn]] void end_saying(std::string_view message) noexcept {
    say("sigprop: ");
    say(message);
    say("\n");
    remove_temporaries();
    _exit(static_cast<int>(Exit::internal));
}

void end_without_memory_now(std::size_t) noexcept { end_saying(out_of_memory); }

/// An exception in a thread or in a function that must not throw.
[[noreturn]] void end_of_exception() noexcept {
    try {
        if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
        end_saying("internal error: terminated");
    } catch (const std::bad_alloc&) {
        end_saying(out_of_memory);
    } catch (const std::exception& error) {
        say("sigprop: internal error: ");
        say(error.what());
        say("\n");
    } catch (...) {
        end_saying("internal error");  // no code throws this
    }
    remove_temporaries();
    _exit(static_cast<int>(Exit::internal));
}

/// The next file that is opened would otherwise be standard output, say, and a report would be printed into
/// it. What is opened here fails as a closed descriptor does: with EBADF.
void take_closed_streams() noexcept {
    constexpr std::array wrong_ways = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int number = 0; number < 3; ++number) {
        if (::fcntl(number, F_GETFD) == -1 && errno == EBADF)
            static_cast<void>(::open("/dev/null", wrong_ways.at(static_cast<std::size_t>(number))));
    }
}

}  // namespace

void prepare_endings() noexcept {
    take_closed_streams();
    std::set_terminate(end_of_exception);
    end_without_memory(end_without_memory_now);
}

}  // namespace sigprop::tool
