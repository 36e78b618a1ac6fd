// Over a real socket, as a browser or an attacker would.
#include "server/http_server.h"

#include <chrono>
#include <thread>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <httplib.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "unit/server/served_folder.h"

namespace skein::server {
namespace {

using testing::HasSubstr;

class HttpServerTest : public testing::Test {
 protected:
  HttpServerTest()
      : server_(options(folder_.path())),
        thread_([this] { server_.run(); }),
        client_("127.0.0.1", server_.port()) {
    for (int i = 0; i < 100 && !client_.Get("/"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  ~HttpServerTest() override {
    server_.stop();
    thread_.join();
  }

  static ServeOptions options(const std::filesystem::path& folder) {
    ServeOptions options;
    options.folder = folder;
    options.program = SKEIN_PROGRAM;
    options.read_timeout = 1;
    return options;
  }

  httplib::Headers key() const { return {{"Authorization", "Bearer " + server_.token()}}; }

  // What the server answers to these bytes, until it ends the connection.
  std::string answer_to(const std::string& bytes) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    std::string answer;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::recv(socket, buffer.data(), buffer.size(), 0)) > 0;) {
      answer.append(buffer.data(), static_cast<std::size_t>(got));
    }
    ::close(socket);
    return answer;
  }

  std::string host() const { return "Host: 127.0.0.1:" + std::to_string(server_.port()) + "\r\n"; }

  test::ServedFolder folder_;
  HttpServer server_;
  std::thread thread_;
  httplib::Client client_;
};

TEST_F(HttpServerTest, TheAddressGivesTheCookieThatOpensTheApi) {
  const auto refused = client_.Get("/api/v1/library");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 401);
  const auto start = client_.Get("/?token=" + server_.token());
  ASSERT_TRUE(start);
  EXPECT_EQ(start->status, 303);
  EXPECT_EQ(start->get_header_value("Location"), "/");
  const std::string cookie = start->get_header_value("Set-Cookie");
  EXPECT_THAT(cookie, HasSubstr("SameSite=Strict"));
  const auto library =
      client_.Get("/api/v1/library", {{"Cookie", cookie.substr(0, cookie.find(';'))}});
  ASSERT_TRUE(library);
  EXPECT_EQ(library->status, 200);
  EXPECT_EQ(nlohmann::json::parse(library->body)["months"].size(), 1U);
  EXPECT_EQ(client_.Get("/?token=wrong")->status, 401);
}

TEST_F(HttpServerTest, EveryAnswerForbidsWhatIsNotOurs) {
  for (const char* path : {"/", "/api/v1/library", "/nothing", "/app.js"}) {
    const auto answer = client_.Get(path);
    ASSERT_TRUE(answer) << path;
    const std::string policy = answer->get_header_value("Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'none'")) << path;
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'")) << path;
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff") << path;
  }
}

TEST_F(HttpServerTest, ThePagesAreInTheProgram) {
  EXPECT_THAT(client_.Get("/")->body, HasSubstr("<script"));
  EXPECT_EQ(client_.Get("/")->get_header_value("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(client_.Get("/app.css")->get_header_value("Content-Type"), "text/css; charset=utf-8");
  const auto script = client_.Get("/app.js");
  EXPECT_GT(script->body.size(), 1000U);
  EXPECT_EQ(script->get_header_value("Content-Type"), "application/javascript; charset=utf-8");
  EXPECT_EQ(client_.Get("/../CMakeLists.txt")->status, 404);
  EXPECT_EQ(client_.Get("/notes.txt")->status, 404);
}

TEST_F(HttpServerTest, OtherHostsAndSitesAreRefused) {
  httplib::Headers headers = key();
  headers.emplace("Host", "evil.example");
  EXPECT_EQ(client_.Get("/api/v1/library", headers)->status, 421);
  EXPECT_EQ(client_.Get("/", headers)->status, 421);
  headers = key();
  headers.emplace("Origin", "http://evil.example");
  EXPECT_EQ(client_.Get("/api/v1/library", headers)->status, 403);
  EXPECT_EQ(client_.Post("/api/v1/jobs", headers, "{}", "application/json")->status, 403);
  EXPECT_EQ(client_.Post("/api/v1/jobs", key(), "{}", "text/plain")->status, 415);
  EXPECT_EQ(client_.Post("/api/v1/jobs", {}, "{}", "application/json")->status, 401);
  EXPECT_EQ(client_.Post("/api/v1/jobs", key(), "{}", "application/json")->status, 400);
}

TEST_F(HttpServerTest, OversizedBodiesAreRefused) {
  const std::string large(100'000, 'x');
  const auto answer = client_.Post("/api/v1/jobs", key(), large, "application/json");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
}

TEST_F(HttpServerTest, MalformedRequestsAreRefusedAndTheServerGoesOn) {
  for (const std::string& bytes :
       {std::string("\r\n\r\n"), std::string("nonsense\r\n\r\n"),
        std::string("GET / HTTP/9.9\r\n") + host() + "\r\n",
        "GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n" + host() + "\r\n",
        std::string("GET /%zz HTTP/1.1\r\n") + host() + "Connection: close\r\n\r\n",
        std::string("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\nHost: a\r\n") + host() + "Connection: close\r\n\r\n",
        std::string("\0\1\2\3\r\n\r\n", 8)}) {
    const std::string answer = answer_to(bytes);
    EXPECT_TRUE(answer.empty() || answer.find(" 200 ") == std::string::npos)
        << bytes.substr(0, 40) << " got " << answer.substr(0, 40);
  }
  EXPECT_EQ(client_.Get("/")->status, 200);
}

TEST_F(HttpServerTest, RequestsThatStallAreGivenUp) {
  const double started = wall_seconds();
  answer_to("GET / HTTP/1.1\r\nHost:");
  answer_to("POST /api/v1/jobs HTTP/1.1\r\n" + host() + "Authorization: Bearer " + server_.token() +
            "\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{");
  EXPECT_LT(wall_seconds() - started, 20);
  EXPECT_EQ(client_.Get("/")->status, 200);
}

TEST_F(HttpServerTest, ListensOnThisMachineOnly) {
  EXPECT_THAT(server_.address(), HasSubstr("http://127.0.0.1:"));
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
  // 127.0.0.2 is this machine as well, but not what we are bound to.
  ::inet_pton(AF_INET, "127.0.0.2", &address.sin_addr);
  EXPECT_NE(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ::close(socket);
}

TEST_F(HttpServerTest, ManyReadsAtOnceAreAnswered) {
  std::atomic<int> answered{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 8; ++i) {
    readers.emplace_back([&] {
      httplib::Client client("127.0.0.1", server_.port());
      for (int k = 0; k < 25; ++k) {
        const auto answer = client.Get("/api/v1/library", key());
        answered += answer && answer->status == 200;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(answered, 200);
}

}  // namespace
}  // namespace skein::server
