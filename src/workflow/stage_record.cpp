#include "workflow/stage_record.h"

#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/checksum.h"
#include "base/log.h"

namespace skein::workflow {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::optional<std::string> bytes_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Json texts_json(const NamedTexts& texts) {
  Json json = Json::object();
  for (const auto& [name, text] : texts) json[name] = text;
  return json;
}

NamedTexts texts_of(const Json& json) {
  NamedTexts texts;
  for (const auto& [name, text] : json.items()) texts.emplace_back(name, text.get<std::string>());
  return texts;
}

std::vector<std::string> contents_of(const NamedTexts& files) {
  std::vector<std::string> contents;
  for (const auto& [name, fingerprint] : files) contents.push_back(fingerprint);
  return contents;
}

StageRecord record_of(const Json& json) {
  StageRecord record;
  record.stage = json.at("stage");
  record.version = json.at("version");
  record.inputs = texts_of(json.at("inputs"));
  record.options = texts_of(json.at("options"));
  record.finished = json.at("finished");
  record.outputs = texts_of(json.at("outputs"));
  record.wall_seconds = json.at("wall_seconds");
  record.cpu_seconds = json.at("cpu_seconds");
  record.figures = texts_of(json.at("figures"));
  return record;
}

}  // namespace

bool is_same_work(const StageRecord& a, const StageRecord& b) {
  return a.stage == b.stage && a.version == b.version && a.options == b.options &&
         contents_of(a.inputs) == contents_of(b.inputs);
}

std::string fingerprint_of(const fs::path& file) {
  const std::optional<std::string> bytes = bytes_of(file);
  return bytes ? fmt::format("{:016x}", checksum(*bytes)) : "absent";
}

NamedTexts fingerprints_of(const std::vector<fs::path>& files) {
  NamedTexts fingerprints;
  std::set<fs::path> seen;
  for (const fs::path& file : files) {
    if (!seen.insert(file).second) continue;
    fingerprints.emplace_back(file.string(), fingerprint_of(file));
  }
  return fingerprints;
}

NamedTexts fingerprints_in(const fs::path& folder, const std::vector<std::string>& names) {
  NamedTexts fingerprints;
  for (const std::string& name : names) {
    fingerprints.emplace_back(name, fingerprint_of(folder / name));
  }
  return fingerprints;
}

std::string stage_json(const StageRecord& record) {
  Json json;
  json["stage"] = record.stage;
  json["version"] = record.version;
  json["finished"] = record.finished;
  json["inputs"] = texts_json(record.inputs);
  json["options"] = texts_json(record.options);
  json["outputs"] = texts_json(record.outputs);
  json["wall_seconds"] = record.wall_seconds;
  json["cpu_seconds"] = record.cpu_seconds;
  json["figures"] = texts_json(record.figures);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<StageRecord> read_stage(const fs::path& file) {
  const std::optional<std::string> bytes = bytes_of(file);
  if (!bytes) return std::nullopt;
  try {
    return record_of(Json::parse(*bytes));
  } catch (const Json::exception&) {
    log_warning("{}: is no record of a stage; the stage is done again", file.string());
    return std::nullopt;
  }
}

}  // namespace skein::workflow
