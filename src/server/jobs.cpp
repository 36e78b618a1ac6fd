#include "server/jobs.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include "base/files.h"

namespace skein::server {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostKept = 100;
constexpr std::size_t kMostCurvePoints = 1000;
constexpr std::streamoff kLongestTail = 4096;
constexpr int kLimitReached = 3;  // exit code: stopped early, the best so far is saved

const char* state_name(JobState state) {
  switch (state) {
    case JobState::kQueued:
      return "queued";
    case JobState::kRunning:
      return "running";
    case JobState::kDone:
      return "done";
    case JobState::kStopped:
      return "stopped";
    case JobState::kFailed:
      return "failed";
  }
  return "";
}

// Attributes of a process that is started; they must be given back.
class SpawnOptions {
 public:
  explicit SpawnOptions(const fs::path& output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions_, 1, 2);
    posix_spawnattr_init(&attributes_);
    // A group of its own: Ctrl-C for the server is no Ctrl-C for the job, which is told by us. The
    // signals that the server catches or blocks mean to the job what they mean to any program.
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;
  ~SpawnOptions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::vector<std::string> command_line(const fs::path& program, const Job& job) {
  std::vector<std::string> words = {program.string(), job.request.kind};
  words.insert(words.end(), job.request.arguments.begin(), job.request.arguments.end());
  words.insert(words.end(), {"-o", (job.folder / job.request.output).string()});
  if (job.request.kind == "solve") {
    words.insert(words.end(), {"--log", (job.folder / "log.jsonl").string()});
  }
  if (job.request.files.contains("wishes.csv")) {
    words.insert(words.end(), {"--wishes", (job.folder / "wishes.csv").string()});
  }
  return words;
}

// The end of what the job has printed.
std::string tail_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) return "";
  const std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(0, size - kLongestTail));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Seconds, cost of the plan, bound. Where there are many, every n-th of them and the last.
Json curve_of(const fs::path& log) {
  std::ifstream stream(log);
  std::vector<Json> points;
  for (std::string line; std::getline(stream, line);) {
    const Json event = Json::parse(line, nullptr, false);
    if (!event.is_object() || !event.contains("plan") || !event.contains("bound")) continue;
    points.push_back({event["seconds"], event["plan"], event["bound"], event["event"]});
  }
  const std::size_t step = points.size() / kMostCurvePoints + 1;
  Json curve = Json::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i % step == 0 || i + 1 == points.size()) curve.push_back(std::move(points[i]));
  }
  return curve;
}

}  // namespace

JobQueue::JobQueue(fs::path program, fs::path folder)
    : program_(std::move(program)), folder_(std::move(folder)), worker_([this] { work(); }) {}

JobQueue::~JobQueue() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (auto& [number, job] : jobs_) {
      if (job.state != JobState::kRunning || !running_) continue;
      if (!std::exchange(job.stop_asked, true)) ::kill(*running_, SIGINT);
    }
  }
  changed_.notify_all();
  worker_.join();
}

std::optional<std::size_t> JobQueue::add(JobRequest request) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= kMostWaiting) return std::nullopt;
  Job job;
  job.number = ++last_number_;
  // Numbers begin anew with every server; what an earlier one has written stays.
  std::error_code error;
  for (std::size_t run = job.number;; ++run) {
    job.folder = folder_ / fmt::format("{:04}-{}", run, request.kind);
    if (!fs::exists(job.folder, error)) break;
  }
  fs::create_directories(job.folder, error);
  job.request = std::move(request);
  for (const auto& [name, content] : job.request.files) write_file(job.folder / name, content);
  waiting_.push_back(job.number);
  jobs_.emplace(job.number, std::move(job));
  while (jobs_.size() > kMostKept) jobs_.erase(jobs_.begin());
  changed_.notify_all();
  return last_number_;
}

bool JobQueue::stop(std::size_t number) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return false;
  Job& job = found->second;
  // A second Ctrl-C would end the job without saving what it has.
  if (std::exchange(job.stop_asked, true)) return true;
  if (job.state == JobState::kQueued) {
    std::erase(waiting_, number);
    job.state = JobState::kStopped;
  } else if (job.state == JobState::kRunning && running_) {
    ::kill(*running_, SIGINT);
  }
  return true;
}

std::vector<Job> JobQueue::jobs() const {
  const std::lock_guard lock(mutex_);
  std::vector<Job> list;
  for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) list.push_back(job->second);
  return list;
}

std::optional<Job> JobQueue::job(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return std::nullopt;
  return found->second;
}

void JobQueue::work() {
  while (true) {
    std::size_t number = 0;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
      if (closing_) return;
      number = waiting_.front();
      waiting_.pop_front();
      jobs_.at(number).state = JobState::kRunning;
    }
    run(number);
  }
}

void JobQueue::run(std::size_t number) {
  const auto process = start(number);
  if (!process) return;
  // Wait, but leave the process to be named until nobody can send it a signal any more.
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(*process), &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  running_.reset();
  int status = 0;
  ::waitpid(*process, &status, 0);
  finish(number, status);
}

std::optional<pid_t> JobQueue::start(std::size_t number) {
  const std::lock_guard lock(mutex_);
  Job& job = jobs_.at(number);
  std::vector<std::string> words = command_line(program_, job);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const SpawnOptions options(job.folder / "output.txt");
  pid_t process = 0;
  const int error = ::posix_spawn(&process, program_.c_str(), options.actions(),
                                  options.attributes(), arguments.data(), environ);
  if (error != 0) {
    job.state = JobState::kFailed;
    job.problem = fmt::format("cannot be started: {}", std::strerror(error));
    return std::nullopt;
  }
  running_ = process;
  // Asked to stop between its turn and now.
  if (job.stop_asked || closing_) ::kill(process, SIGINT);
  return process;
}

void JobQueue::finish(std::size_t number, int status) {
  Job& job = jobs_.at(number);
  if (!WIFEXITED(status)) {
    job.state = job.stop_asked ? JobState::kStopped : JobState::kFailed;
    job.problem = fmt::format("ended by signal {}", WTERMSIG(status));
    return;
  }
  job.exit_code = WEXITSTATUS(status);
  if (*job.exit_code == 0) {
    job.state = JobState::kDone;
  } else if (*job.exit_code == kLimitReached) {
    job.state = job.stop_asked ? JobState::kStopped : JobState::kDone;
  } else {
    job.state = JobState::kFailed;
    job.problem = fmt::format("ended with exit code {}", *job.exit_code);
  }
}

Json job_json(const Job& job) {
  return {{"job", job.number},
          {"kind", job.request.kind},
          {"title", job.request.title},
          {"state", state_name(job.state)},
          {"exit_code", job.exit_code ? Json(*job.exit_code) : Json(nullptr)},
          {"problem", job.problem},
          {"stop_asked", job.stop_asked}};
}

Json job_details_json(const Job& job) {
  Json json = job_json(job);
  json["curve"] = curve_of(job.folder / "log.jsonl");
  json["output"] = tail_of(job.folder / "output.txt");
  return json;
}

}  // namespace skein::server
