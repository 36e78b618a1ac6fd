#include "server/guard.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "base/words.h"

namespace skein::server {
namespace {

constexpr int kHttpPort = 80;
constexpr std::string_view kHttp = "http://";
constexpr std::string_view kBearer = "Bearer ";

bool is_host_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
}

bool is_safe(std::string_view method) {
  return method == "GET" || method == "HEAD";
}

// The value of a cookie in a Cookie header; empty where it is not there.
std::string_view cookie_value(std::string_view header, std::string_view name) {
  for (const std::string_view part : split(header, ';')) {
    const std::size_t mark = part.find('=');
    if (mark != std::string_view::npos && part.substr(0, mark) == name) {
      return part.substr(mark + 1);
    }
  }
  return {};
}

}  // namespace

std::optional<HostAndPort> parse_host(std::string_view text) {
  HostAndPort result;
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    result.host = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else {
    const std::size_t end = std::min(text.find(':'), text.size());
    result.host = text.substr(0, end);
    if (!std::all_of(result.host.begin(), result.host.end(), is_host_character)) {
      return std::nullopt;
    }
    rest = text.substr(end);
  }
  if (result.host.empty()) return std::nullopt;
  std::transform(result.host.begin(), result.host.end(), result.host.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (rest.empty()) return result;
  if (!rest.starts_with(':')) return std::nullopt;
  result.port = parse_count(rest.substr(1), 1, 65'535);
  if (!result.port) return std::nullopt;
  return result;
}

Guard::Guard(int port, std::string token) : port_(port), token_(std::move(token)) {}

std::string Guard::cookie_name() const {
  // Browsers give cookies of one host to all its ports.
  return fmt::format("skein_{}", port_);
}

std::string Guard::cookie() const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(), token_);
}

bool Guard::is_our_host(std::string_view host) const {
  const auto parsed = parse_host(host);
  if (!parsed || parsed->port.value_or(kHttpPort) != port_) return false;
  return parsed->host == "127.0.0.1" || parsed->host == "localhost" || parsed->host == "::1";
}

std::optional<Refusal> Guard::refuse_place(const Caller& caller) const {
  // A name that an attacker's name server has bound to 127.0.0.1 is not ours.
  if (!is_our_host(caller.host)) return Refusal{421, "the Host header names another server"};
  if (!caller.origin.empty()) {
    const std::string_view origin = caller.origin;
    if (!origin.starts_with(kHttp) || !is_our_host(origin.substr(kHttp.size()))) {
      return Refusal{403, "the request comes from another site"};
    }
  }
  const bool same = caller.fetch_site.empty() || caller.fetch_site == "same-origin" ||
                    caller.fetch_site == "none";
  if (!same && !is_safe(caller.method)) {
    return Refusal{403, "the request comes from another site"};
  }
  if (!is_safe(caller.method) && !caller.content_type.starts_with("application/json")) {
    return Refusal{415, "the body must be application/json"};
  }
  return std::nullopt;
}

std::optional<Refusal> Guard::refuse_stranger(const Caller& caller) const {
  const std::string_view header = caller.authorization;
  const std::string_view given = header.starts_with(kBearer)
                                     ? header.substr(kBearer.size())
                                     : cookie_value(caller.cookie, cookie_name());
  if (same_secret(given, token_)) return std::nullopt;
  return Refusal{401, "open the address that skein serve has printed"};
}

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int i = 0; i < 8; ++i) token += fmt::format("{:08x}", source());
  return token;
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(a[i] ^ b[i]);
  }
  return difference == 0;
}

}  // namespace skein::server
