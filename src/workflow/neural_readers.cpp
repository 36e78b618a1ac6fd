// Readers on libtorch, by the program skein-neural: a task goes there as a file of parts, and comes
// back as a folder.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/files.h"
#include "base/input_error.h"
#include "workflow/ocr_readers.h"

namespace skein::workflow {
namespace {

using nlohmann::ordered_json;

constexpr int kDone = 0;
constexpr int kLimitReached = 3;

// A folder for one task, gone with it.
class TaskFolder {
 public:
  TaskFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "skein-neural-XXXXXX").string();
    if (!mkdtemp(name.data())) {
      throw InputError({name, 0, "", std::strerror(errno), "make room for temporary files"});
    }
    path_ = name;
  }
  TaskFolder(const TaskFolder&) = delete;
  TaskFolder& operator=(const TaskFolder&) = delete;
  ~TaskFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

int run_program(std::vector<std::string> words, const std::filesystem::path& output) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, output.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0644);
  }
  pid_t child = 0;
  const int failure = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

const char* name_of(WordPart part) {
  switch (part) {
    case WordPart::kTrain:
      return "train";
    case WordPart::kValidation:
      return "validation";
    case WordPart::kTest:
      return "test";
    case WordPart::kUnused:
      break;
  }
  return "unused";
}

class NeuralReader final : public OcrReader {
 public:
  NeuralReader(std::filesystem::path program, std::filesystem::path data, std::string model)
      : program_(std::move(program)), data_(std::move(data)), model_(std::move(model)) {}

  std::string name() const override { return model_; }

  std::string choose(const ReadingTask& task) override {
    const TaskFolder folder;
    ReadingTask choice = task;
    // The program reads test words at the end; for a choice one is enough.
    for (WordPart& part : choice.parts) {
      if (part != WordPart::kTest && part != WordPart::kUnused) continue;
      part = WordPart::kTest;
      break;
    }
    return run(choice, folder, "") ? read_text(folder / "out" / "settings.json") : "{}";
  }

  std::optional<ReadingResult> read(const ReadingTask& task, const std::string& settings) override {
    const TaskFolder folder;
    if (!run(task, folder, settings)) return std::nullopt;
    const auto summary = ordered_json::parse(read_text(folder / "out" / "summary.json"));
    ReadingResult result;
    result.letters = summary.at("letters").get<std::size_t>();
    result.wrong_letters = summary.at("wrong_letters").get<std::size_t>();
    result.parameters = summary.at("parameters").get<std::size_t>();
    result.cpu_seconds = summary.at("training_cpu_seconds").get<double>();
    result.peak_memory_mb = summary.at("peak_memory_mb").get<double>();
    CsvReader csv(LineReader::open(folder / "out" / "predictions.csv"), {"word", "truth", "read"},
                  {});
    while (csv.next()) {
      if (csv.text("truth") == csv.text("read")) continue;
      const auto word = static_cast<std::size_t>(csv.real("word", 1, 1e9));
      result.misread.push_back({word - 1, std::string(csv.text("read"))});
    }
    return result;
  }

 private:
  // Whether it came to its end; throws where it complained.
  bool run(const ReadingTask& task, const TaskFolder& folder, const std::string& settings) const {
    std::string split = "word,part\n";
    for (std::size_t k = 0; k < task.parts.size(); ++k) {
      split += fmt::format("{},{}\n", k + 1, name_of(task.parts[k]));
    }
    write_file(folder / "split.csv", split);
    std::vector<std::string> words{program_.string(),
                                   "letters",
                                   model_,
                                   "--data",
                                   data_.string(),
                                   "--split",
                                   (folder / "split.csv").string(),
                                   "-o",
                                   (folder / "out").string(),
                                   "--seed",
                                   fmt::format("{}", task.seed)};
    if (!settings.empty()) {
      write_file(folder / "settings.json", settings);
      words.insert(words.end(), {"--settings", (folder / "settings.json").string()});
    }
    const double left = task.deadline.seconds_left();
    if (left < 1e9) words.insert(words.end(), {"--time-limit", fmt::format("{:.0f}", left + 1)});
    const int code = run_program(words, folder / "messages");
    if (code == kLimitReached) return false;
    if (code == kDone) return true;
    throw InputError(
        {program_, 0, "",
         fmt::format("ended with {}: {}", code, in_quotes(read_text(folder / "messages"))),
         "build it again with cmake/neural.sh, or leave its models out"});
  }

  std::filesystem::path program_;
  std::filesystem::path data_;
  std::string model_;
};

}  // namespace

std::vector<std::unique_ptr<OcrReader>> neural_readers(const std::filesystem::path& program,
                                                       const std::filesystem::path& data) {
  std::vector<std::unique_ptr<OcrReader>> readers;
  for (const char* model : {"cnn", "cnn-crf", "lstm"}) {
    readers.push_back(std::make_unique<NeuralReader>(program, data, model));
  }
  return readers;
}

std::optional<std::filesystem::path> find_neural_program() {
  if (const char* named = std::getenv("SKEIN_NEURAL"); named && *named) {
    if (access(named, X_OK) == 0) return named;
    throw InputError({named, 0, "SKEIN_NEURAL", "is no program that can be run",
                      "build skein-neural with cmake/neural.sh, or unset SKEIN_NEURAL"});
  }
  std::error_code ignored;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const auto& path : {own / "skein-neural", own / ".." / "neural" / "skein-neural"}) {
    if (access(path.c_str(), X_OK) == 0) return path.lexically_normal();
  }
  return std::nullopt;
}

}  // namespace skein::workflow
