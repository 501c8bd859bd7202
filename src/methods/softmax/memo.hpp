#pragma once
// The tables that were made, process-wide: one serves every n, so a sweep makes it once. A table depends on
// its law and precision alone, so what was asked before changes no result. Bounded in bytes, as of the last
// look-up: the table that was longest unused goes first, and lives on while a call still reads it.

#include <memory>

#include "methods/softmax/table.hpp"

namespace sigprop {

/// For columns with `bits` correct bits; null when a column would cost more than max_work (SoftmaxPlan).
[[nodiscard]] std::shared_ptr<const SoftmaxTable> remembered_table(const LogitLaw& law, long bits,
                                                                   double max_work);

/// Drops every table: for tests.
void forget_tables();

}  // namespace sigprop
