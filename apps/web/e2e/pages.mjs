// The pages in a real browser against the real server:
//
//   node pages.mjs PROGRAM FOLDER PICTURES
//
// FOLDER is served, and its last plan (by name) is not the only one of its month; PICTURES takes the
// screenshots. Fails with the first thing that is not as it
// should be. Times of frames are printed: they depend on the machine.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [program, folder, pictures] = process.argv.slice(2);
const patience = 120_000; // milliseconds, for a busy machine

async function start() {
  const server = spawn(program, ["serve", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (bytes) => resolve(bytes.toString().trim()));
    server.once("exit", (code) => reject(new Error(`the server ends with ${code}`)));
  });
  return { server, address };
}

const step = (text) => console.log(`- ${text}`);

async function picture(page, name) {
  await page.screenshot({ path: `${pictures}/${name}.png` });
}

async function view(page, name) {
  await page.getByRole("navigation").getByRole("link", { name }).click();
}

// Whether something of a pairing is drawn: a pixel in one of the chart's colours.
const isDrawn = () => {
  const canvas = document.querySelector(".chart canvas");
  if (!canvas || canvas.width === 0) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] < 200 && data[i + 2] > 60 && Math.abs(data[i] - data[i + 2]) > 40) return true;
  }
  return false;
};

async function overview(page) {
  await page.getByText("Cost by part").waitFor();
  for (const tile of ["Verdict", "Gap", "Covered", "Pairings", "Deadheads"]) {
    await page.locator(".tile", { hasText: tile }).first().waitFor();
  }
  await picture(page, "overview");
}

async function pairings(page) {
  const begun = Date.now();
  await view(page, "Pairings");
  await page.waitForFunction(isDrawn, null, { polling: "raf", timeout: patience });
  step(`pairings drawn after ${Date.now() - begun} ms`);
  const count = page.locator(".bar output");
  const all = await count.textContent();
  await picture(page, "pairings");

  await page.getByLabel("Search").fill("no such thing");
  assert.match(await count.textContent(), /^0 of /);
  await page.getByLabel("Search").fill("");
  const base = await page.getByLabel("Base").locator("option").nth(1).getAttribute("value");
  await page.getByLabel("Base").selectOption(base);
  assert.notEqual(await count.textContent(), all, "a base is not all of them");
  await page.getByLabel("Base").selectOption("");
  assert.equal(await count.textContent(), all);
  step(`filters: ${all}`);

  await page.locator(".chart").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".panel h3", { hasText: "Pairing" }).waitFor();
  await page.getByText("Room under each rule").waitFor();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await picture(page, "pairing");
  await page.locator(".panel section tr.link").first().press("Enter");
  await page.locator(".panel h3", { hasText: "Flight" }).waitFor();
  await page.getByText("What could come next").waitFor();
  await picture(page, "flight");
  step("a pairing and a flight by keyboard");
}

// Scrolls and zooms for some seconds, and measures from frame to frame.
async function frames(page) {
  const times = await page.evaluate(async () => {
    const chart = document.querySelector(".chart");
    const times = [];
    let last = performance.now();
    for (let i = 0; i < 120; ++i) {
      chart.scrollTop += 60;
      if (i % 10 === 0) chart.dispatchEvent(new KeyboardEvent("keydown", { key: i % 20 === 0 ? "+" : "-" }));
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times.sort((a, b) => a - b);
  });
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
  step(`frames while scrolling and zooming: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
}

async function comparison(page) {
  // The last plan is one that another plan has the month of.
  const last = page.locator("#plan option").last();
  await page.locator("#plan").selectOption(await last.getAttribute("value"));
  await view(page, "Compare");
  await page.locator("#other option").nth(1).waitFor({ state: "attached" });
  await page.locator("#other").selectOption({ index: 1 });
  await page.locator(".reason").waitFor({ timeout: patience });
  assert.match(await page.locator(".reason").textContent(), /costs .* (less|more): /);
  await picture(page, "compare");
  step(await page.locator(".reason").textContent());
}

async function network(page) {
  await view(page, "Map");
  await page.locator(".map canvas").waitFor();
  await page.waitForTimeout(300);
  await picture(page, "map");
  step("map");
}

async function job(page) {
  await view(page, "Jobs");
  await page.getByLabel("gap (%)").fill("0");
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".curve canvas").waitFor({ timeout: patience });
  await page.waitForTimeout(2000);
  await picture(page, "job");
  const stop = page.getByRole("button", { name: "Stop" });
  if (await stop.isVisible()) await stop.click();
  await page.getByRole("link", { name: "Open the plan" }).waitFor({ timeout: patience });
  step("a job was started, drawn and stopped");
  await page.getByRole("link", { name: "Compare the plan before with it" }).click();
  await page.locator(".reason").waitFor({ timeout: patience });
  step(`after the job: ${await page.locator(".reason").textContent()}`);
}

// Locks a pairing, forbids a connection, changes a cost, solves again and sees the difference.
async function whatIf(page) {
  const last = page.locator("#plan option").last();
  await page.locator("#plan").selectOption(await last.getAttribute("value"));
  await view(page, "Pairings");
  await page.waitForFunction(isDrawn, null, { polling: "raf", timeout: patience });
  await page.locator(".chart").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const panel = page.locator(".panel h3", { hasText: "Pairing" });
  await panel.waitFor();
  const locked = (await panel.textContent()).replace("Pairing ", "");
  await page.getByRole("button", { name: "Lock this pairing" }).click();
  await page.locator("#status", { hasText: `Lock pairing ${locked}` }).waitFor();
  // A connection of another pairing.
  const forbid = page.locator(".panel section").getByRole("button", { name: "Forbid the connection" });
  const chart = page.locator(".chart");
  do {
    await chart.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".panel h3", { hasText: "Pairing" }).filter({ hasNotText: locked }).waitFor();
  } while ((await forbid.count()) === 0);
  await forbid.first().click();
  await page.locator("#status", { hasText: "Forbid the connection" }).waitFor();

  await view(page, "What if");
  assert.equal(await page.getByRole("button", { name: "Remove" }).count(), 2);
  await page.getByLabel("cost.deadhead", { exact: true }).fill("450");
  await page.getByLabel("seconds at most").fill("20");
  await page.getByLabel("gap (%)").fill("1");
  await picture(page, "what-if");
  await page.getByRole("button", { name: "Solve again" }).click();
  await page.getByRole("link", { name: "Open the plan" }).waitFor({ timeout: patience });
  await page.getByRole("link", { name: "Compare the plan before with it" }).click();
  await page.locator(".reason").waitFor({ timeout: patience });
  await page.getByRole("cell", { name: "cost.deadhead", exact: true }).waitFor();
  await picture(page, "what-if-compare");
  step(`what if: ${await page.locator(".reason").textContent()}`);
  // The new plan has the wishes that it was made with.
  const made = page.url().split("/").at(-1);
  await page.locator("#plan").selectOption(made);
  await view(page, "What if");
  await page.getByText(`Lock pairing ${locked}`).waitFor();
  assert.equal(await page.getByRole("button", { name: "Remove" }).count(), 2);
  await view(page, "Overview");
  await page.locator(".tile", { hasText: "Verdict" }).getByText("legal", { exact: true }).waitFor();
  step("lock, forbid and solve again");
}

const { server, address } = await start();
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const problems = [];
  for (const width of [1280, 1920]) {
    const page = await browser.newPage({ viewport: { width, height: width === 1280 ? 800 : 1080 } });
    page.setDefaultTimeout(patience);
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(address);
    await overview(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `the page is ${wide} wide at ${width}`);
    await pairings(page);
    if (width === 1920) {
      await frames(page);
      await comparison(page);
      await network(page);
      await whatIf(page);
      await job(page);
    }
    await page.close();
  }
  assert.deepEqual(problems, []);
  const stranger = await browser.newPage();
  await stranger.goto(new URL("/", address).href);
  // A second window of the same browser shares the cookie only within its own context.
  await stranger.getByText("open the address that skein serve has printed").waitFor({ timeout: patience });
  step("without the secret there is nothing to see");
} finally {
  await browser.close();
  server.kill("SIGINT");
}
console.log("pages: all is well");
