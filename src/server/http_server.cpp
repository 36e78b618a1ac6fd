#include "server/http_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "server/api.h"
#include "server/guard.h"
#include "server/web_files.h"

namespace skein::server {
namespace {

constexpr const char* kAddress = "127.0.0.1";
constexpr std::string_view kApi = "/api/v1";
constexpr int kWriteTimeout = 30;
constexpr std::size_t kThreads = 16;
constexpr std::size_t kMostPerConnection = 100;

// Nothing from elsewhere: no scripts, styles, pictures or connections but our own.
const httplib::Headers& safe_headers() {
  static const httplib::Headers headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
       "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
  return headers;
}

Caller caller_of(const httplib::Request& request) {
  Caller caller;
  caller.method = request.method;
  // Two Host headers would let a proxy and us see two different hosts.
  if (request.get_header_value_count("Host") == 1) caller.host = request.get_header_value("Host");
  caller.origin = request.get_header_value("Origin");
  caller.fetch_site = request.get_header_value("Sec-Fetch-Site");
  caller.content_type = request.get_header_value("Content-Type");
  caller.cookie = request.get_header_value("Cookie");
  caller.authorization = request.get_header_value("Authorization");
  return caller;
}

void say(httplib::Response& response, int status, const std::string& problem) {
  response.status = status;
  response.set_content(nlohmann::json{{"error", problem}}.dump(), kJsonType);
}

}  // namespace

class HttpServer::Impl {
 public:
  explicit Impl(const ServeOptions& options)
      : api_(options.folder, options.program),
        port_(bind(options)),
        guard_(port_, options.token.empty() ? random_token() : options.token) {
    set_limits(options);
    server_.set_default_headers(safe_headers());
    server_.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          return refuse(request, response);
        });
    server_.Get("/", [this](const httplib::Request& request, httplib::Response& response) {
      answer_start(request, response);
    });
    server_.Get("/.*", [this](const httplib::Request& request, httplib::Response& response) {
      request.path.starts_with(kApi) ? answer_api(request, response)
                                     : answer_file(request.path, response);
    });
    server_.Post("/.*", [this](const httplib::Request& request, httplib::Response& response) {
      if (!request.path.starts_with(kApi)) return say(response, 405, "only the API takes POST");
      answer_api(request, response);
    });
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) say(response, response.status, "the request is not understood");
    });
    server_.set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
          say(response, 500, "internal error");
        });
  }

  int port() const { return port_; }
  const Guard& guard() const { return guard_; }
  void run() { server_.listen_after_bind(); }
  void stop() { server_.stop(); }

 private:
  int bind(const ServeOptions& options) {
    const int port = options.port == 0
                         ? server_.bind_to_any_port(kAddress)
                         : (server_.bind_to_port(kAddress, options.port) ? options.port : -1);
    if (port > 0) return port;
    throw InputError({"", 0, "--port", fmt::format("{} cannot be used", options.port),
                      "another program may have it; choose another, or 0 for any that is free"});
  }

  void set_limits(const ServeOptions& options) {
    server_.set_read_timeout(options.read_timeout);
    server_.set_write_timeout(kWriteTimeout);
    server_.set_keep_alive_timeout(options.read_timeout);
    server_.set_keep_alive_max_count(kMostPerConnection);
    server_.set_payload_max_length(options.largest_body);
    server_.set_tcp_nodelay(true);
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  }

  httplib::Server::HandlerResponse refuse(const httplib::Request& request,
                                          httplib::Response& response) const {
    using httplib::Server;
    const Caller caller = caller_of(request);
    auto refusal = guard_.refuse_place(caller);
    if (!refusal && !may_everybody(request)) refusal = guard_.refuse_stranger(caller);
    if (!refusal) return Server::HandlerResponse::Unhandled;
    say(response, refusal->status, refusal->reason);
    // The body, if there is one, is not read; the connection cannot be used again.
    response.set_header("Connection", "close");
    return Server::HandlerResponse::Handled;
  }

  // The page says nothing of the data; it may be given out to tell how to get in.
  static bool may_everybody(const httplib::Request& request) {
    return request.method == "GET" && !request.path.starts_with(kApi);
  }

  // The address with the secret gives the cookie, and leads on to the one without it.
  void answer_start(const httplib::Request& request, httplib::Response& response) const {
    if (!request.has_param("token")) return answer_file("/", response);
    if (!same_secret(request.get_param_value("token"), guard_.token())) {
      return say(response, 401, "this address is of another session; open the one printed last");
    }
    response.set_header("Set-Cookie", guard_.cookie());
    response.set_redirect("/", 303);
  }

  static void answer_file(const std::string& path, httplib::Response& response) {
    for (const WebFile& file : web_files()) {
      if (file.path != path) continue;
      response.set_content(file.content.data(), file.content.size(), std::string(file.type));
      return;
    }
    say(response, 404, "there is no such page");
  }

  void answer_api(const httplib::Request& request, httplib::Response& response) {
    ApiRequest asked{request.method, request.path.substr(kApi.size()), {}, request.body};
    for (const auto& [name, value] : request.params) asked.parameters.emplace(name, value);
    const ApiReply reply = api_.answer(asked);
    response.status = reply.status;
    if (!reply.file_name.empty()) {
      response.set_header("Content-Disposition",
                          fmt::format("attachment; filename=\"{}\"", reply.file_name));
    }
    response.set_content(reply.body, reply.type);
  }

  httplib::Server server_;
  Api api_;
  int port_;
  Guard guard_;
};

HttpServer::HttpServer(const ServeOptions& options) : impl_(std::make_unique<Impl>(options)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return impl_->port();
}

std::string HttpServer::address() const {
  return fmt::format("http://{}:{}/?token={}", kAddress, port(), token());
}

const std::string& HttpServer::token() const {
  return impl_->guard().token();
}

void HttpServer::run() {
  impl_->run();
}

void HttpServer::stop() {
  impl_->stop();
}

}  // namespace skein::server
