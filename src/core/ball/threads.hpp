#pragma once
// The cleanup that a worker thread owes the underlying arithmetic: balls keep caches (pi, exponentials,
// limbs) per thread, which no other thread can free.

namespace sigprop {

/// Frees this thread's caches; a worker calls it last. Balls stay usable afterwards.
void release_thread_caches() noexcept;

}  // namespace sigprop
