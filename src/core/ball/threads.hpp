#pragma once
// What a worker thread owes the arithmetic underneath: balls keep caches (pi, exponentials, limbs) per
// thread, which nobody else can free.

namespace sigprop {

/// Frees this thread's caches; the last thing a worker does. Balls stay usable afterwards.
void release_thread_caches() noexcept;

}  // namespace sigprop
