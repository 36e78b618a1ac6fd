// Who may talk to the server: only pages that it has given out itself, in a browser that was opened
// with the secret of this session. A page of another site cannot: it does not know the secret, and
// the browser tells where it comes from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace skein::server {

// What a request says about itself.
struct Caller {
  std::string method;
  std::string host;           // Host
  std::string origin;         // Origin; empty: not sent
  std::string fetch_site;     // Sec-Fetch-Site; empty: not sent
  std::string content_type;   // Content-Type
  std::string cookie;         // Cookie
  std::string authorization;  // Authorization
};

struct Refusal {
  int status = 403;
  std::string reason;
};

class Guard {
 public:
  // `port` of the server; `token`: the secret of the session.
  Guard(int port, std::string token);

  const std::string& token() const { return token_; }
  std::string cookie_name() const;
  std::string cookie() const;  // as Set-Cookie has it

  // Nothing where the place is ours. For every request.
  std::optional<Refusal> refuse_place(const Caller& caller) const;
  // Nothing where the caller knows the secret. For everything but the page itself.
  std::optional<Refusal> refuse_stranger(const Caller& caller) const;

 private:
  bool is_our_host(std::string_view host) const;

  int port_;
  std::string token_;
};

struct HostAndPort {
  std::string host;  // without the brackets of IPv6, in small letters
  std::optional<int> port;
};
// Nothing where the text is no host.
std::optional<HostAndPort> parse_host(std::string_view text);

// A secret that nobody can guess.
std::string random_token();

// Whether two texts are equal, in a time that does not tell where they differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace skein::server
