#include "kernels/network.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "support/finite_differences.h"

namespace skein::kernels {
namespace {

using test::slope_by_differences;

DotKernel exponential() {
  return {};
}
DotKernel polynomial() {
  return {DotKernel::Kind::kPolynomial, 0, 3, 0.5};
}

LayerOptions layer(std::size_t patch_rows, std::size_t patch_columns, std::size_t filters,
                   const DotKernel& kernel, const PoolOptions& pool) {
  return {{patch_rows, patch_columns}, filters, kernel, pool, 1e-3};
}

constexpr PoolOptions kNoPooling{1, 1, 0};

Numbers<double> random_maps(Rng& rng, const MapShape& shape, std::size_t count) {
  Numbers<double> maps(count * shape.size());
  for (double& value : maps) value = rng.chance(0.3) ? 0 : rng.normal();
  return maps;
}

// Images of zeros and ones, as handwriting has; patches come again.
Numbers<double> binary_maps(Rng& rng, const MapShape& shape, std::size_t count) {
  Numbers<double> maps(count * shape.size());
  for (double& value : maps) value = rng.chance(0.3) ? 1 : 0;
  return maps;
}

std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

TEST(DotKernel, SlopesEqualFiniteDifferences) {
  for (const DotKernel& kernel : {exponential(), polynomial()}) {
    EXPECT_DOUBLE_EQ(kernel.value(1), 1);
    for (double u = -0.9; u < 1; u += 0.1) {
      double at = u;
      EXPECT_NEAR(slope_by_differences(at, [&] { return kernel.value(at); }), kernel.slope(u),
                  1e-8);
    }
  }
}

struct Case {
  const char* name;
  NetworkOptions options;
};

class NetworkGradient : public testing::TestWithParam<Case> {
 protected:
  // sum of outputs, each with a weight of its own.
  double value(const Network<double>& network) {
    Network<double>::Pass pass = network.make_pass();
    const auto output = network.forward(inputs_, maps_, pass);
    return std::inner_product(output.begin(), output.end(), weights_.begin(), 0.0);
  }

  void make(std::uint64_t seed) {
    Rng rng(seed);
    const Numbers<double> images = random_maps(rng, GetParam().options.input, 6);
    inputs_ = network_.prepare(images);
    network_.learn_filters(inputs_, rng);
    maps_ = {4, 1, 1, 5};
    weights_.resize(maps_.size() * network_.output().size());
    for (double& weight : weights_) weight = rng.normal();
  }

  Network<double> network_{GetParam().options};
  Inputs<double> inputs_;
  std::vector<std::uint32_t> maps_;
  Numbers<double> weights_;
};

TEST_P(NetworkGradient, EqualsFiniteDifferences) {
  make(1);
  Network<double>::Pass pass = network_.make_pass();
  network_.forward(inputs_, maps_, pass);
  Network<double>::Gradient parts = network_.no_gradient();
  network_.backward(pass, weights_, parts);
  for (std::size_t k = 0; k < network_.depth(); ++k) {
    const Matrix<double> gradient = network_.filter_gradient(k, parts);
    Matrix<double> filters = network_.layer(k).filters();
    Network<double> moved = network_;
    double scale = 0;
    for (double slope : gradient.values) scale = std::max(scale, std::abs(slope));
    for (std::size_t i = 0; i < filters.values.size(); ++i) {
      const double slope = slope_by_differences(filters.values[i], [&] {
        moved.set_filters(k, filters);
        return value(moved);
      });
      EXPECT_NEAR(gradient.values[i], slope, 1e-6 * std::max(1.0, scale)) << "layer " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, NetworkGradient,
    testing::Values(Case{"one_layer", {{6, 4, 1}, {layer(3, 3, 5, exponential(), {2, 2, 1})}}},
                    Case{"polynomial", {{6, 4, 1}, {layer(3, 3, 5, polynomial(), {2, 2, 1})}}},
                    Case{"channels", {{5, 4, 3}, {layer(3, 2, 6, exponential(), {2, 1, 0.7})}}},
                    Case{"time", {{1, 9, 2}, {layer(1, 4, 5, exponential(), {1, 3, 1})}}},
                    Case{"two_layers",
                         {{6, 5, 2},
                          {layer(3, 3, 5, exponential(), {2, 2, 1}),
                           layer(2, 2, 4, polynomial(), {1, 1, 0.5})}}},
                    Case{"three_layers_in_time",
                         {{1, 12, 2},
                          {layer(1, 3, 4, exponential(), {1, 2, 1}),
                           layer(1, 3, 5, exponential(), kNoPooling),
                           layer(1, 2, 3, exponential(), {1, 2, 1})}}}),
    [](const auto& test) { return test.param.name; });

// With all anchors apart, maps of patches have the products that the kernel says (eq. 1).
TEST(Layer, ReproducesTheKernelOnItsFilters) {
  Rng rng(2);
  const MapShape shape{3, 3, 1};
  for (const DotKernel& kernel :
       {exponential(), DotKernel{DotKernel::Kind::kPolynomial, 0, 4, 1}}) {
    LayerOptions options = layer(3, 3, 6, kernel, kNoPooling);
    options.ridge = 0;
    Network<double> network({shape, {options}});
    const Numbers<double> images = random_maps(rng, shape, 6);
    const Inputs<double> inputs = network.prepare(images);
    // Filters are the patches in the middle of the images.
    Matrix<double> filters(6, 9);
    for (std::size_t m = 0; m < 6; ++m) {
      const auto direction = inputs.patches.directions.row(inputs.patches.rows_of[m * 9 + 4]);
      std::copy(direction.begin(), direction.end(), filters.row(m).begin());
    }
    network.set_filters(0, filters);
    Network<double>::Pass pass = network.make_pass();
    const auto maps = network.forward(inputs, all_of(6), pass);
    const auto middle = [&](std::size_t m) { return maps.subspan((m * 9 + 4) * 6, 6); };
    for (std::size_t a = 0; a < 6; ++a) {
      for (std::size_t b = 0; b < 6; ++b) {
        const double product =
            std::inner_product(middle(a).begin(), middle(a).end(), middle(b).begin(), 0.0);
        const auto za = filters.row(a);
        const double u = std::inner_product(za.begin(), za.end(), filters.row(b).begin(), 0.0);
        const double norms = inputs.patches.norms[inputs.patches.rows_of[a * 9 + 4]] *
                             inputs.patches.norms[inputs.patches.rows_of[b * 9 + 4]];
        EXPECT_NEAR(product, norms * kernel.value(u), 1e-8);
      }
    }
  }
}

// The kernel of two images, by its definition: sums over positions of pooled kernels of patches
// (eq. 2); and of two layers, where the maps below take the place of pixels.
class MultilayerKernel : public testing::Test {
 protected:
  static double patch_kernel(const DotKernel& kernel, std::span<const double> x,
                             std::span<const double> y) {
    const double xx = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
    const double yy = std::sqrt(std::inner_product(y.begin(), y.end(), y.begin(), 0.0));
    if (xx == 0 || yy == 0) return 0;
    const double xy = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    return xx * yy * kernel.value(xy / (xx * yy));
  }

  static double pool_weight(const PoolAxis<double>& axis, std::size_t output, std::size_t input) {
    if (input < axis.first[output] || input >= axis.first[output] + axis.taps) return 0;
    return axis.weights[output * axis.taps + input - axis.first[output]];
  }

  // sum over outputs of sum over pairs of positions near them, of the kernel of their patches.
  static double image_kernel(const MapShape& shape, const LayerOptions& options,
                             std::span<const double> a, std::span<const double> b) {
    const PoolAxis<double> rows(shape.rows, options.pool.row_step, options.pool.width);
    const PoolAxis<double> columns(shape.columns, options.pool.column_step, options.pool.width);
    const std::size_t size = patch_size(shape, options.patch);
    double sum = 0;
    for (std::size_t p = 0; p < shape.positions(); ++p) {
      for (std::size_t q = 0; q < shape.positions(); ++q) {
        const std::size_t pr = p / shape.columns, pc = p % shape.columns;
        const std::size_t qr = q / shape.columns, qc = q % shape.columns;
        double weight = 0;
        for (std::size_t r = 0; r < rows.outputs; ++r) {
          for (std::size_t c = 0; c < columns.outputs; ++c) {
            weight += pool_weight(rows, r, pr) * pool_weight(columns, c, pc) *
                      pool_weight(rows, r, qr) * pool_weight(columns, c, qc);
          }
        }
        if (weight == 0) continue;
        std::vector<double> x(size), y(size);
        copy_patch<double>(a, shape, options.patch, pr, pc, x);
        copy_patch<double>(b, shape, options.patch, qr, qc, y);
        sum += weight * patch_kernel(options.kernel, x, y);
      }
    }
    return sum;
  }
};

// With a filter for every patch there is, nothing is lost by the Nystrom approximation.
TEST_F(MultilayerKernel, IsTheInnerProductOfMaps) {
  Rng rng(5);
  const MapShape shape{3, 4, 1};
  NetworkOptions options{
      shape,
      {layer(2, 2, 500, exponential(), {2, 2, 1}), layer(2, 2, 500, exponential(), {1, 2, 0.8})}};
  for (LayerOptions& own : options.layers) own.ridge = 1e-12;
  Network<double> network(options);
  const Numbers<double> images = binary_maps(rng, shape, 2);
  const Inputs<double> inputs = network.prepare(images);
  network.learn_filters(inputs, rng);
  Network<double>::Pass pass = network.make_pass();
  const auto maps = network.forward(inputs, all_of(2), pass);
  const std::size_t size = network.output().size();
  const Numbers<double>& below = pass.outputs[0];
  const MapShape middle = network.layer(0).output();
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t b = 0; b < 2; ++b) {
      const std::span<const double> image_a(images.data() + a * shape.size(), shape.size());
      const std::span<const double> image_b(images.data() + b * shape.size(), shape.size());
      const std::span<const double> below_a(below.data() + a * middle.size(), middle.size());
      const std::span<const double> below_b(below.data() + b * middle.size(), middle.size());
      const auto product = [](std::span<const double> x, std::span<const double> y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
      };
      EXPECT_NEAR(product(below_a, below_b),
                  image_kernel(shape, options.layers[0], image_a, image_b), 1e-6);
      EXPECT_NEAR(product(maps.subspan(a * size, size), maps.subspan(b * size, size)),
                  image_kernel(middle, options.layers[1], below_a, below_b), 1e-6);
    }
  }
}

// Patches that are even, and larger than the maps, and of several channels.
TEST(Network, DistinctPatchesGiveTheSameMaps) {
  for (const auto& [shape, patch] : {std::pair{MapShape{6, 5, 1}, PatchShape{3, 3}},
                                     std::pair{MapShape{4, 3, 2}, PatchShape{2, 4}},
                                     std::pair{MapShape{1, 9, 1}, PatchShape{1, 3}},
                                     std::pair{MapShape{2, 2, 1}, PatchShape{5, 5}}}) {
    Rng rng(3);
    Network<double> network(
        {shape, {layer(patch.rows, patch.columns, 8, exponential(), {2, 2, 1})}});
    const Numbers<double> images = binary_maps(rng, shape, 40);
    const Inputs<double> distinct = network.prepare(images);
    const Inputs<double> all{40, all_patches<double>(images, shape, patch)};
    EXPECT_LT(distinct.patches.directions.rows, all.patches.directions.rows);
    network.learn_filters(distinct, rng);
    Network<double>::Pass pass = network.make_pass();
    Network<double>::Pass other = network.make_pass();
    const auto a = network.forward(distinct, all_of(40), pass);
    const auto b = network.forward(all, all_of(40), other);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12);
  }
}

TEST(Network, MinusZeroIsZero) {
  const MapShape shape{3, 3, 1};
  const Network<double> network({shape, {layer(3, 3, 2, exponential(), kNoPooling)}});
  Numbers<double> images(2 * shape.size(), 0.0);
  std::fill_n(images.begin(), shape.size(), -0.0);
  const Inputs<double> empty = network.prepare(images);
  EXPECT_EQ(empty.patches.directions.rows, 0U);
  images[shape.size() / 2] = images[shape.size() + shape.size() / 2] = 1;
  const auto rows_of = network.prepare(images).patches.rows_of;
  for (std::size_t i = 0; i < shape.size(); ++i) EXPECT_EQ(rows_of[i], rows_of[shape.size() + i]);
}

TEST(Network, PooledMapsLackOnlyTheLastInverseRoot) {
  Rng rng(3);
  const MapShape shape{6, 5, 2};
  Network<double> network(
      {shape,
       {layer(3, 3, 8, exponential(), {2, 2, 1}), layer(2, 2, 4, exponential(), kNoPooling)}});
  const Numbers<double> images = random_maps(rng, shape, 7);
  const Inputs<double> inputs = network.prepare(images);
  network.learn_filters(inputs, rng);
  Network<double>::Pass pass = network.make_pass();
  Network<double>::Pass other = network.make_pass();
  const auto whole = network.forward(inputs, all_of(7), pass);
  const auto pooled = network.forward(inputs, all_of(7), other, Ending::kPooled);
  const Matrix<double>& root = network.layer(1).inverse_root();
  ASSERT_EQ(pooled.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const std::size_t first = i - i % root.rows;
    double sum = 0;
    for (std::size_t k = 0; k < root.rows; ++k) sum += pooled[first + k] * root(k, i % root.rows);
    EXPECT_NEAR(whole[i], sum, 1e-12);
  }
}

TEST(Network, MapsNeedNotBePrepared) {
  Rng rng(3);
  const MapShape shape{6, 5, 2};
  Network<double> network(
      {shape,
       {layer(3, 3, 8, exponential(), {2, 2, 1}), layer(2, 2, 4, exponential(), kNoPooling)}});
  const Numbers<double> images = random_maps(rng, shape, 7);
  const Inputs<double> inputs = network.prepare(images);
  network.learn_filters(inputs, rng);
  Network<double>::Pass pass = network.make_pass();
  Network<double>::Pass other = network.make_pass();
  const auto a = network.forward(inputs, all_of(7), pass);
  const auto b = network.forward(images, other);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12);
}

TEST(Network, EmptyImagesHaveEmptyMaps) {
  Rng rng(4);
  const MapShape shape{6, 5, 1};
  Network<float> network({shape, {layer(3, 3, 4, exponential(), {2, 2, 1})}});
  Numbers<float> images(3 * shape.size(), 0.0F);
  images[2 * shape.size() + 7] = 1;
  const Inputs<float> inputs = network.prepare(images);
  network.learn_filters(inputs, rng);
  Network<float>::Pass pass = network.make_pass();
  const auto maps = network.forward(inputs, all_of(3), pass);
  const std::size_t size = network.output().size();
  for (std::size_t i = 0; i < 2 * size; ++i) EXPECT_EQ(maps[i], 0.0F);
  EXPECT_NE(std::accumulate(maps.begin() + static_cast<std::ptrdiff_t>(2 * size), maps.end(), 0.0F),
            0.0F);
}

}  // namespace
}  // namespace skein::kernels
