// Short rows against sums over all their logits: mpmath 1.2.1 at 45 digits, 36 printed, by trapezoids over
// every normal logit (steps 0.07 … 0.18), midpoints in the angle on a sphere of even dimension, quad over the
// triangular difference of two uniform logits (the sphere in three dimensions) and two nested quads (in
// seven). They share no code with the library.

#include "tests/methods/softmax/rows.hpp"

using namespace softmax_rows;

namespace {

struct Reference {
    LogitLaw law;
    std::uint64_t n;
    RowMean what;
    const char* value;
};

const std::vector<Reference>& references() {
    using enum RowMean;
    static const std::vector<Reference> all = {
        {capped("2", "3"), 2, log_partition, "1.12178553333520214893928887111860896"},
        {capped("2", "3"), 2, mean_logit, "0.687267018373421769803767281701708747"},
        {capped("2", "3"), 2, participation, "0.7182454595949346751486394606111489"},
        {capped("2", "3"), 2, sum_cubes, "0.577368189392402012722959190916723351"},
        {capped("2", "3"), 2, sum_fourth_powers, "0.489287016513043943726521506718529862"},
        {capped("2", "3"), 2, participation_squared, "0.542083113836218537155764092214761923"},
        {sphere(3, "2"), 2, log_partition, "0.96749159019271396160783343620832062"},
        {sphere(3, "2"), 2, mean_logit, "0.4671341118416371730672710766270144"},
        {sphere(3, "2"), 2, participation, "0.668749313160533892265562200792605671"},
        {sphere(3, "2"), 2, sum_cubes, "0.503123969740800838398343301188908506"},
        {sphere(3, "2"), 2, sum_fourth_powers, "0.402387794702091672635965621704557742"},
        {sphere(3, "2"), 2, participation_squared, "0.467276963083115560740806841823904143"},
        {sphere(6, "5"), 2, log_partition, "1.36778023031855163980093543014571863"},
        {sphere(6, "5"), 2, mean_logit, "1.00665159206406269189253398359247132"},
        {sphere(6, "5"), 2, participation, "0.770400761454842783464601835132259877"},
        {sphere(6, "5"), 2, sum_cubes, "0.655601142182264175196902752698389815"},
        {sphere(6, "5"), 2, sum_fourth_powers, "0.582106356495429402328228866812442966"},
        {sphere(6, "5"), 2, participation_squared, "0.623411190081173237727254063360366179"},
        {sphere(7, "1.5"), 2, log_partition, "0.768557601706988172866925269736303402"},
        {sphere(7, "1.5"), 2, participation, "0.563309679150746172582498923631088279"},
        {normal_logits("1"), 3, log_partition, "1.39000169439233142067683141386930348"},
        {normal_logits("1"), 3, mean_logit, "0.518434279222777629685834907057828237"},
        {normal_logits("1"), 3, participation, "0.481565720777222370314165092942171763"},
        {normal_logits("1"), 3, sum_cubes, "0.280337042572336444225623272364056334"},
        {normal_logits("1"), 3, sum_fourth_powers, "0.18228302563752243246339424984506584"},
        {normal_logits("1"), 3, participation_squared, "0.246798712636592420953456625936991647"},
        {normal_logits("0.5"), 3, log_partition, "1.17874175606647358581141792819873757"},
        {normal_logits("0.5"), 3, mean_logit, "0.154344270950165350581988587807259648"},
        {normal_logits("0.5"), 3, participation, "0.382622916199338597672045648770961406"},
        {normal_logits("0.5"), 3, sum_cubes, "0.163417879503704222795982883740992822"},
        {normal_logits("0.5"), 3, sum_fourth_powers, "0.0762526693544049930754186775829276502"},
        {normal_logits("0.5"), 3, participation_squared, "0.148636825764275920705640962731797253"}};
    return all;
}

/// Half a unit of the 34th decimal to each side.
Ball printed(const char* text) {
    return Ball::from_rational(Rational::from_decimal(text), 256).widened(Ball::power_of_two(-112));
}

}  // namespace

TEST_CASE("short rows of every law") {
    for (const Reference& row : references()) {
        CAPTURE(row.law.text());
        CAPTURE(row.n);
        CAPTURE(static_cast<int>(row.what));
        check_same(mean(row.what, row.law, row.n, 112), printed(row.value), 104);
    }
}

TEST_CASE("one key of two on a line: two logits of one or the other sign") {
    // x = ± r: equal with probability 1/2, else a = sigmoid(±2 r)
    const Ball r = Ball(0.75).at_precision(160);
    const Ball big = sigmoid(2 * r), small = sigmoid(-2 * r);
    const LogitLaw law = sphere(1, "0.75");
    check_same(mean(RowMean::participation, law, 2, 100), Ball(0.25) + (big * big + small * small) / 2, 96);
    check_same(mean(RowMean::mean_logit, law, 2, 100), r * (big - small) / 2, 96);
    // log S is log 2 + r, log 2 - r or log(e^r + e^-r)
    check_same(mean(RowMean::log_partition, law, 2, 100), (log(2 * r / r) + log(2 * cosh(r))) / 2, 96);
}

TEST_CASE("a wrong digit in a reference is noticed") {
    const Ball value = mean(RowMean::log_partition, normal_logits("1"), 3, 112);
    CHECK_FALSE(value.overlaps(printed("1.39000169439233142067683141386930448")));
}

TEST_CASE("a cap far beyond the logits leaves the normal law") {
    // |cap tanh(x / cap) - x| <= |x|^3 / (3 cap^2), and log S moves by no more than the largest of these
    for (const RowMean what : {RowMean::log_partition, RowMean::participation}) {
        const Ball with = mean(what, capped("1", "1000000"), 20, 80);
        CHECK(with.widened(Ball(1e-9)).overlaps(mean(what, normal_logits("1"), 20, 80)));
        CHECK_FALSE(mean(what, capped("1", "30"), 20, 80).overlaps(mean(what, normal_logits("1"), 20, 80)));
    }
}
