// `skein serve`: pages and API over HTTP, for this machine only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace skein::server {

struct ServeOptions {
  std::filesystem::path folder;   // months, plans and models
  std::filesystem::path program;  // runs jobs: this program
  int port = 0;                   // 0: any that is free
  // Seconds after which a request that stalls is given up.
  int read_timeout = 10;
  std::size_t largest_body = 64 * 1024;
  std::string token;  // secret of the session; empty: a random one
};

class HttpServer {
 public:
  // Binds to 127.0.0.1. Throws InputError where the folder or the port cannot be used.
  explicit HttpServer(const ServeOptions& options);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  int port() const;
  // With the secret: whoever opens it may use the server.
  std::string address() const;
  const std::string& token() const;

  // Answers until `stop` is called, from another thread or a signal's.
  void run();
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skein::server
