// Parts of arrays and arrays with strides, against the same elements picked one by one.

#include <doctest/doctest.h>

#include <cstring>
#include <numeric>
#include <sigprop/formats/npy.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "formats/list_text.hpp"
#include "formats/mapped_files.hpp"

using namespace sigprop;

namespace {

std::vector<float> counted(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

std::span<const std::byte> bytes_of(const std::vector<float>& values) {
    return std::as_bytes(std::span(values));
}

std::vector<double> all_of(const TensorView& view) {
    std::vector<double> values(view.numbers());
    view.read(0, values);
    return values;
}

std::string refusal(TensorView::Layout layout, std::span<const std::byte> bytes) {
    try {
        static_cast<void>(TensorView(std::move(layout), bytes));
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "";
}

/// Element (i, j, k) of an array (2, 3, 4) that holds 0, 1, 2, … in the order of the file.
double element(bool fortran, std::size_t i, std::size_t j, std::size_t k) {
    return static_cast<double>(fortran ? i + 2 * j + 6 * k : 12 * i + 4 * j + k);
}

}  // namespace

TEST_CASE("a part along any axis has the elements of that range, in either order of the file") {
    const std::vector<float> values = counted(24);
    const std::vector<std::size_t> shape = {2, 3, 4};
    for (const bool fortran : {false, true}) {
        const TensorView whole({.shape = shape, .type = ElementType::float32, .fortran_order = fortran},
                               bytes_of(values));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t first = 0; first <= shape[axis]; ++first) {
                for (std::size_t count = 0; count <= shape[axis] - first; ++count) {
                    INFO(fortran, " ", axis, " ", first, " ", count);
                    std::vector<double> expected;
                    for (std::size_t i = 0; i < 2; ++i) {
                        for (std::size_t j = 0; j < 3; ++j) {
                            for (std::size_t k = 0; k < 4; ++k) {
                                const std::size_t at = axis == 0 ? i : axis == 1 ? j : k;
                                if (at >= first && at < first + count)
                                    expected.push_back(element(fortran, i, j, k));
                            }
                        }
                    }
                    const TensorView part = whole.sliced(axis, first, count);
                    CHECK(part.shape()[axis] == count);
                    CHECK(all_of(part) == expected);
                }
            }
        }
    }
}

TEST_CASE("a part of a part, and what no array has") {
    const std::vector<float> values = counted(24);
    const TensorView whole({.shape = {2, 3, 4}, .type = ElementType::float32}, bytes_of(values));
    const TensorView part = whole.sliced(2, 1, 3).sliced(1, 2, 1);
    CHECK(all_of(part) == std::vector<double>{9, 10, 11, 21, 22, 23});
    CHECK(part.plain_bytes().empty());
    CHECK(whole.sliced(0, 1, 1).plain_bytes().size() == 48);  // the first axis leaves a plain array
    CHECK_FALSE(part.is_big_endian());
    CHECK_FALSE(part.is_fortran_order());
    const TensorView none({.shape = {0, 3}, .type = ElementType::float32}, {});
    CHECK(all_of(none.sliced(0, 0, 0)).empty());
    CHECK_THROWS_WITH_AS(static_cast<void>(whole.sliced(3, 0, 1)),
                         "a tensor is sliced along an axis it does not have", std::logic_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(whole.sliced(2, 3, 2)), "a tensor is read beyond its end",
                         std::logic_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(whole.sliced(2, 5, 0)), "a tensor is read beyond its end",
                         std::logic_error);
}

TEST_CASE("strides lead to every other element, backwards, or to the same one again") {
    const std::vector<float> values = counted(12);
    const auto with = [&](std::vector<std::size_t> shape, std::vector<std::ptrdiff_t> strides,
                          std::size_t offset) {
        return TensorView::Layout{.shape = std::move(shape),
                                  .type = ElementType::float32,
                                  .strides = std::move(strides),
                                  .offset = offset};
    };
    const auto read = [&](TensorView::Layout layout) {
        return all_of(TensorView(std::move(layout), bytes_of(values)));
    };
    CHECK(read(with({3, 2}, {16, 8}, 0)) == std::vector<double>{0, 2, 4, 6, 8, 10});
    CHECK(read(with({3}, {-16}, 44)) == std::vector<double>{11, 7, 3});
    CHECK(read(with({2, 3}, {0, 4}, 4)) == std::vector<double>{1, 2, 3, 1, 2, 3});
    CHECK(read(with({4, 0}, {1'000'000, 4}, 0)).empty());
    const TensorView strided(with({2, 3}, {4, 16}, 0),
                             bytes_of(values));  // in the order of the file: row-major
    std::vector<double> stored(6);
    strided.read_stored(0, stored);
    CHECK(stored == std::vector<double>{0, 4, 8, 1, 5, 9});
    const std::string beyond = "a tensor's strides lead beyond its bytes";
    CHECK(refusal(with({12}, {4}, 0), bytes_of(values)).empty());
    CHECK(refusal(with({12}, {4}, 4), bytes_of(values)) == beyond);  // one element too far
    CHECK(refusal(with({13}, {4}, 0), bytes_of(values)) == beyond);
    CHECK(refusal(with({3}, {-16}, 28), bytes_of(values)) == beyond);  // before the first
    CHECK(refusal(with({12}, {4, 4}, 0), bytes_of(values)) == beyond);
    CHECK(refusal({.shape = {11}, .type = ElementType::float32}, bytes_of(values)) ==
          "a tensor's bytes are not those of its shape");
}

TEST_CASE("types have their names and sizes") {
    const std::vector<std::pair<std::string, std::size_t>> expected = {
        {"float16", 2},   {"bfloat16", 2},    {"float32", 4},     {"float64", 8},
        {"complex64", 8}, {"complex128", 16}, {"float8_e4m3", 1}, {"float8_e5m2", 1}};
    std::size_t at = 0;
    for (const ElementType type : {ElementType::float16, ElementType::bfloat16, ElementType::float32,
                                   ElementType::float64, ElementType::complex64, ElementType::complex128,
                                   ElementType::float8_e4m3, ElementType::float8_e5m2}) {
        CHECK(to_string(type) == expected[at].first);
        CHECK(size_of(type) == expected[at].second);
        ++at;
    }
}

TEST_CASE("the place of an element is told by its indices") {
    const std::vector<std::size_t> shape = {2, 3, 4};
    CHECK(place_text(shape, 0) == "[0, 0, 0]");
    CHECK(place_text(shape, 23) == "[1, 2, 3]");
    CHECK(place_text(shape, 17) == "[1, 1, 1]");
    CHECK(place_text({}, 0) == "[]");  // of a scalar
}

TEST_CASE("an address in a mapped file tells the file, until the file is forgotten") {
    const std::vector<float> values = counted(12);
    CHECK(mapped_file_at(&values[3]) == nullptr);
    CHECK(note_mapped(bytes_of(values).first(0), "empty.npy", IfShorter::reads_zeros) == nullptr);
    CHECK(mapped_file_at(values.data()) == nullptr);
    MappedRow* const row =
        note_mapped(bytes_of(values), "w" + std::string(2000, 'w'), IfShorter::ends_process);
    REQUIRE(mapped_file_at(&values[3]) != nullptr);
    CHECK(std::string(mapped_file_at(&values[3])) == std::string(1023, 'w'));  // as much as its row holds
    CHECK(mapped_file_at(values.data() - 1) == nullptr);
    forget_mapped(row);
    CHECK(mapped_file_at(&values[3]) == nullptr);
}

TEST_CASE("each of many mapped files is known, and each of several at one time") {
    const std::vector<std::byte> page(500 * 65'536);  // so far apart that no two share a page
    const auto part = [&](std::size_t i) { return std::span(page).subspan(i * 65'536, 1); };
    std::vector<MappedRow*> mapped;
    for (std::size_t i = 0; i < 500; ++i)
        mapped.push_back(note_mapped(part(i), std::to_string(i), IfShorter::ends_process));
    for (const std::size_t i : {0U, 63U, 64U, 499U})
        CHECK(std::string(mapped_file_at(part(i).data())) == std::to_string(i));
    forget_mapped(mapped[0]);
    CHECK(mapped_file_at(part(0).data()) == nullptr);
    for (std::size_t i = 1; i < 500; ++i) forget_mapped(mapped[i]);
    CHECK(mapped_file_at(part(1).data()) == nullptr);
}
