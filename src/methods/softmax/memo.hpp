#pragma once
// A process-wide memory of tables: one table serves every n, so a sweep makes it once. A table depends on its
// law and precision alone, so earlier calls change no result. Each look-up limits the memory in bytes: the
// least recently used table is dropped first, and is freed when no call reads it any more.

#include <memory>

#include "methods/softmax/table.hpp"

namespace sigprop {

/// A table for columns with `bits` correct bits; null when SoftmaxPlan::work exceeds max_work.
[[nodiscard]] std::shared_ptr<const SoftmaxTable> remembered_table(const LogitLaw& law, long bits,
                                                                   double max_work,
                                                                   const RowLengths& lengths = {});

/// The plan of that table.
[[nodiscard]] std::shared_ptr<const SoftmaxPlan> remembered_plan(const LogitLaw& law, long bits,
                                                                 const RowLengths& lengths = {});

/// Drops every table: for tests.
void forget_tables();

}  // namespace sigprop
