// Boost's and GSL's I_nu against balls: within the error that they promise, or no number at all.

#include "methods/bessel/bessel.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/ball/bessel.hpp"
#include "methods/mean/gsl.hpp"
#include "methods/mean/mean.hpp"

using namespace sigprop;

namespace {

/// e^-z I_nu(z), proved.
Ball reference(double order, double z) {
    const long bits = 256;
    const Ball x = Ball(z).at_precision(bits), nu = Ball(order).at_precision(bits);
    return exp(nu * log(x / 2) - log_gamma(nu + 1) - x) * hypergeometric_0f1(nu + 1, pow(x, 2) / 4);
}

using Bessel = Answer (*)(double, double);

struct Library {
    std::string name;
    Bessel bessel;
    double widest;  ///< largest allowed relative radius; GSL's goes up to 1 where it is right to 12 digits
};

std::vector<Library> libraries() {
    std::vector<Library> all = {{"boost", boost_bessel_i_scaled, 1e-12}};
    if (gsl_is_available()) all.push_back({"gsl", gsl_bessel_i_scaled, 100});
    return all;
}

}  // namespace

TEST_CASE("the balls hold the value") {
    for (const Library& library : libraries()) {
        for (const double order : {0.0, 0.5, 1.0, 3.5, 31.0, 31.5, 32.0, 127.0, 511.5}) {
            for (const double z : {0x1p-6, 0.5, 2.0, 8.0, 64.0, 100.0, 512.0, 700.0}) {
                const Answer found = library.bessel(order, z);
                if (found.status != Status::ok || found.value.to_double() < 1e-290) continue;
                CAPTURE(library.name);
                CAPTURE(order);
                CAPTURE(z);
                const Ball right = reference(order, z);
                CHECK(found.value.overlaps(right));
                CHECK(found.value.radius_double() <= library.widest * right.to_double());
                const Ball wrong = right * Ball(1 + 1e-9) + 3 * Ball(found.value.radius_double());
                CHECK_FALSE(found.value.overlaps(wrong));
            }
        }
    }
}

TEST_CASE("most orders and arguments of a mean field have a value") {
    for (const Library& library : libraries()) {
        CAPTURE(library.name);
        int values = 0;
        for (const double dim : {2.0, 3.0, 8.0, 64.0, 65.0, 128.0, 256.0}) {
            for (const double scale : {0.125, 0.5, 1.0, 2.0}) {
                values += library.bessel(dim / 2 - 1, scale * dim).status == Status::ok ? 1 : 0;
            }
        }
        CHECK(values == 28);
    }
}

TEST_CASE("what a double cannot hold is said") {
    const Answer over = boost_bessel_i_scaled(1, 800);
    CHECK(over.status == Status::unable);
    CHECK(over.reason.find("overflows") != std::string::npos);
    const Answer under = boost_bessel_i_scaled(500, 1e-3);
    CHECK(under.status == Status::unable);
    CHECK(under.reason.find("underflows") != std::string::npos);
    CHECK(boost_bessel_i_scaled(-0.5, 3).value.overlaps(reference(-0.5, 3)));
    if (!gsl_is_available()) return;
    CHECK(gsl_bessel_i_scaled(1, 800).value.overlaps(reference(1, 800)));
    CHECK(gsl_bessel_i_scaled(-0.5, 3).status == Status::unable);  // refused without aborting the process
    CHECK(gsl_bessel_i_scaled(500, 1e-3).status == Status::unable);
}
