// Long work, one after another, each as a process of its own: one that crashes takes nothing with
// it. A job is the program itself with a command of its command line.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

namespace skein::server {

enum class JobState { kQueued, kRunning, kDone, kStopped, kFailed };

struct JobRequest {
  std::string kind;    // solve, learn or run
  std::string title;   // for people
  std::string output;  // name of what is written in the job's folder
  std::string result;  // where in that folder the plan or the model is found
  // Behind the command; the output and the log are added. No shell reads them.
  std::vector<std::string> arguments;
  std::map<std::string, std::string> files;  // to write into the job's folder; wishes.csv is read
};

struct Job {
  std::size_t number = 0;
  JobRequest request;
  std::filesystem::path folder;
  JobState state = JobState::kQueued;
  std::optional<int> exit_code;
  std::string problem;  // of a job that failed
  bool stop_asked = false;
};

class JobQueue {
 public:
  static constexpr std::size_t kMostWaiting = 20;

  // `program` runs the jobs, `folder` takes what they write.
  JobQueue(std::filesystem::path program, std::filesystem::path folder);
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;
  // Stops what runs, and waits until it has saved what it has.
  ~JobQueue();

  // Nothing where too many wait already.
  std::optional<std::size_t> add(JobRequest request);
  // Ctrl-C for a job that runs, the end of one that waits. False where there is no such job.
  bool stop(std::size_t number);

  std::vector<Job> jobs() const;  // the latest first
  std::optional<Job> job(std::size_t number) const;

 private:
  void work();
  void run(std::size_t number);
  std::optional<pid_t> start(std::size_t number);
  void finish(std::size_t number, int status);

  std::filesystem::path program_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, Job> jobs_;
  std::deque<std::size_t> waiting_;
  std::size_t last_number_ = 0;
  std::optional<pid_t> running_;  // process that is not waited for yet
  bool closing_ = false;
  std::thread worker_;
};

// A job as JSON; with its curve of cost and bound over time, and the end of what it has printed.
nlohmann::ordered_json job_json(const Job& job);
nlohmann::ordered_json job_details_json(const Job& job);

}  // namespace skein::server
