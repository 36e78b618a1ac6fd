// Threads that share the tasks of one job after another. What a task computes must not depend on
// which thread does it or when; then results are the same for any number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace skein {

class Workers {
 public:
  // `threads` = 0: one per core. The calling thread is one of them.
  explicit Workers(std::size_t threads = 0);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  std::size_t size() const { return threads_.size() + 1; }

  // Calls task(number, worker) for number = 0, ..., count-1, worker < size(). Returns when all are
  // done; throws what a task threw, the first one by time.
  using Task = std::function<void(std::size_t number, std::size_t worker)>;
  void run(std::size_t count, const Task& task);

 private:
  void serve(std::size_t worker);
  void take_tasks(std::size_t worker);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable job_ready_;
  std::condition_variable job_done_;
  const Task* task_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::size_t busy_ = 0;  // threads that have not finished the current job
  std::size_t job_ = 0;
  bool closing_ = false;
  std::exception_ptr failure_;
};

}  // namespace skein
