#include "methods/quadrature/gsl_adapter.hpp"

#include <gsl/gsl_errno.h>
#include <cmath>
#include <exception>
#include <memory>
#include <new>

namespace sigprop {
namespace {

constexpr std::size_t max_bisections = 1000;

struct FreeWorkspace {
    void operator()(gsl_integration_workspace* workspace) const { gsl_integration_workspace_free(workspace); }
};

/// The data and state of the callback.
struct GslCallback {
    WeightedIntegrand& f;
    std::size_t intervals;
    bool absolute = false;
    bool positive = false;
    bool negative = false;
    std::exception_ptr stopped = nullptr;
};

double call_from_gsl(double x, void* parameter) noexcept {
    auto& self = *static_cast<GslCallback*>(parameter);
    if (self.stopped) return 0;  // lets GSL finish without further evaluations
    try {
        const double value = self.f(x);
        self.positive = self.positive || value > 0;
        self.negative = self.negative || value < 0;
        return self.absolute ? std::fabs(value) : value;
    } catch (...) {
        self.stopped = std::current_exception();
        return 0;
    }
}

Integral run(GslCallback& callback, double tolerance, const std::function<int(const GslCall&)>& routine) {
    const std::unique_ptr<gsl_integration_workspace, FreeWorkspace> workspace(
        gsl_integration_workspace_alloc(callback.intervals));
    if (workspace == nullptr) throw std::bad_alloc();
    gsl_function function{call_from_gsl, &callback};
    Integral integral;
    const double absolute = tolerance * callback.f.rough_magnitude();
    const int status = routine({&function, absolute, tolerance, callback.intervals, workspace.get(),
                                &integral.value, &integral.error});
    if (callback.stopped) std::rethrow_exception(callback.stopped);
    if (status != GSL_SUCCESS && status != GSL_EROUND) {
        throw Stop{std::string("GSL: ") + gsl_strerror(status)};
    }
    return integral;
}

}  // namespace

void switch_gsl_handler_off() {
    [[maybe_unused]] static gsl_error_handler_t* const previous = gsl_set_error_handler_off();
}

Integral gsl_integrate(WeightedIntegrand& f, std::size_t pieces,
                       const std::function<int(const GslCall&)>& routine) {
    switch_gsl_handler_off();
    GslCallback callback{f, pieces + max_bisections};
    Integral integral = run(callback, wanted_error, routine);
    integral.magnitude = std::fabs(integral.value);
    if (callback.positive && callback.negative) {
        callback.absolute = true;
        integral.magnitude = run(callback, 0x1p-10, routine).value;
    }
    return integral;
}
}  // namespace sigprop
