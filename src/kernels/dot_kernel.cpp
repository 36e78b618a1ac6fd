#include "kernels/dot_kernel.h"

#include <cmath>

#include <fmt/format.h>

namespace skein::kernels {

double DotKernel::value(double u) const {
  if (kind == Kind::kExponential) return std::exp((u - 1) / (sigma * sigma));
  return std::pow((u + offset) / (1 + offset), degree);
}

double DotKernel::slope(double u) const {
  if (kind == Kind::kExponential) return value(u) / (sigma * sigma);
  return degree / (1 + offset) * std::pow((u + offset) / (1 + offset), degree - 1);
}

std::string name_of(const DotKernel& kernel) {
  if (kernel.kind == DotKernel::Kind::kExponential) {
    return fmt::format("exponential, sigma {:g}", kernel.sigma);
  }
  return fmt::format("polynomial, degree {}, offset {:g}", kernel.degree, kernel.offset);
}

}  // namespace skein::kernels
