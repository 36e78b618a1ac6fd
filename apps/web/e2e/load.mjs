// Mixed reads from a second process:
//
//   node load.mjs ADDRESS [SECONDS [REQUESTS_PER_SECOND]]
//
// ADDRESS is what skein serve prints. Fails where a request does; the times depend on the machine.
import assert from "node:assert/strict";
import http from "node:http";

const [address, seconds = "30", rate = "200"] = process.argv.slice(2);
const { origin, searchParams } = new URL(address);
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const headers = { Authorization: `Bearer ${searchParams.get("token")}` };

function get(path) {
  return new Promise((resolve, reject) => {
    const request = http.get(origin + "/api/v1" + path, { agent, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(parts) }));
    });
    request.on("error", reject);
  });
}

const library = JSON.parse((await get("/library")).body);
const paths = ["/library", "/jobs"];
for (const plan of library.plans.filter((p) => p.month).slice(0, 3)) {
  const at = `/plans/${plan.id}`;
  paths.push(at, `${at}/pairings?limit=50`, `${at}/pairings?offset=50`, `${at}/map`, `${at}/gantt`);
  for (let i = 0; i < 10; ++i) paths.push(`${at}/pairings/${i}`, `${at}/flights/${i}`);
}

// Plans are read when they are asked for first; that is not what is measured.
for (const path of paths) assert.equal((await get(path)).status, 200, path);

const times = [];
const count = Number(seconds) * Number(rate);
const begun = performance.now();
const waiting = [];
for (let i = 0; i < count; ++i) {
  const due = begun + (1000 * i) / Number(rate);
  const early = due - performance.now();
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  const sent = performance.now();
  waiting.push(
    get(paths[i % paths.length]).then(({ status }) => {
      assert.equal(status, 200, paths[i % paths.length]);
      times.push(performance.now() - sent);
    }),
  );
}
await Promise.all(waiting);
const took = (performance.now() - begun) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
console.log(`${times.length} requests in ${took.toFixed(1)} s, no error; median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`);
agent.destroy();
