#include "core/ball/memory.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/ball/arb.hpp"

namespace sigprop {
namespace {

void (*end_process)(std::size_t bytes) noexcept =
    nullptr;  // NOLINT: FLINT and GMP call functions without a state

void* given(void* memory, std::size_t bytes) {
    if (memory == nullptr && bytes > 0) {
        end_process(bytes);
        std::abort();
    }
    return memory;
}

void* allocate(std::size_t bytes) { return given(std::malloc(bytes), bytes); }

void* allocate_zeros(std::size_t count, std::size_t bytes) {
    return given(std::calloc(count, bytes), std::max(count, bytes));
}

void* reallocate(void* memory, std::size_t bytes) { return given(std::realloc(memory, bytes), bytes); }

void* reallocate_of(void* memory, std::size_t, std::size_t bytes) { return reallocate(memory, bytes); }

void release(void* memory) { std::free(memory); }

void release_of(void* memory, std::size_t) { std::free(memory); }

}  // namespace

void end_without_memory(void (*end)(std::size_t bytes) noexcept) noexcept {
    end_process = end;
    __flint_set_memory_functions(allocate, allocate_zeros, reallocate, release);
    mp_set_memory_functions(allocate, reallocate_of, release_of);
}

}  // namespace sigprop
