// What an action complains about.
#pragma once

#include <gtest/gtest.h>

#include "base/input_error.h"

namespace skein::test {

// The complaint of the InputError that `action` throws; the test fails if it throws none.
template <class Action>
Complaint complaint_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    EXPECT_FALSE(error.complaint().problem.empty());
    EXPECT_FALSE(error.complaint().remedy.empty()) << "no remedy: " << error.what();
    return error.complaint();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return {};
}

}  // namespace skein::test
