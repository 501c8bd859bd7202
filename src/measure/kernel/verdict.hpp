#pragma once
// The record of one output of a kernel, in words.

#include <sigprop/measure/kernel/kernel.hpp>

namespace sigprop {

/// Fills in the record: refuted where an element is outside, undecided where nothing was claimed.
void describe_kernel_output(KernelOutput& one, const KernelMeasurement& measured, const Context& context);

}  // namespace sigprop
