#include "base/workers.h"

#include <algorithm>

namespace skein {

Workers::Workers(std::size_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t worker = 1; worker < threads; ++worker) {
    threads_.emplace_back([this, worker] { serve(worker); });
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  job_ready_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(std::size_t count, const Task& task) {
  if (count <= 1 || threads_.empty()) {
    for (std::size_t number = 0; number < count; ++number) task(number, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = 0;
    failure_ = nullptr;
    busy_ = threads_.size();
    ++job_;
  }
  job_ready_.notify_all();
  take_tasks(0);
  std::unique_lock lock(mutex_);
  job_done_.wait(lock, [this] { return busy_ == 0; });
  task_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void Workers::serve(std::size_t worker) {
  std::size_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    job_ready_.wait(lock, [&] { return closing_ || (job_ != seen && task_ != nullptr); });
    if (closing_) return;
    seen = job_;
    lock.unlock();
    take_tasks(worker);
    lock.lock();
    if (--busy_ == 0) job_done_.notify_one();
  }
}

void Workers::take_tasks(std::size_t worker) {
  for (std::size_t number = next_++; number < count_; number = next_++) {
    try {
      (*task_)(number, worker);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
}

}  // namespace skein
