// `node docs/measure/speed.mjs`: measures in Chromium how fast the built site answers, and writes the figures to
// docs/measure/speed.json and docs/site.md. They are recorded, not asserted: they depend on the machine.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { manifests, writeDump } from '../test/inputs.mjs';
import { serve } from '../test/serve.mjs';
import { writeReport } from './report.mjs';

const FILE = fileURLToPath(new URL('speed.json', import.meta.url));
const SLOWER = 4;
const LOADS = 15;
const KEYS = 15;
const OBJECTS = 200;
const PODS = 150_000;

/** @typedef {import('playwright-core').Page} Page */
/** What the scripts below leave in the window of the page.
 * @typedef {Window & { answeredAt?: number, painted?: number[], longest?: number }} Measured */

const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
/** @returns {Promise<Page>} a page with an empty cache */
const newPage = async () => (await browser.newContext()).newPage();

/** @param {readonly number[]} values */
const median = (values) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

/** @returns {number} bytes of all scripts since the last call, compressed */
function scriptBytes() {
  const scripts = [...server.sent].filter(([path]) => path.endsWith('.js'));
  server.sent.clear();
  return scripts.reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** Milliseconds until the example of the first page answers a change, on a slow processor. */
async function landing() {
  const page = await newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  // Changes a number as soon as there is one, until the answer follows.
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      const input = document.querySelector('.example input[type=text]');
      const answer = document.querySelector('.example .number');
      if (answer?.textContent?.includes('1152Mi')) {
        clearInterval(timer);
        /** @type {Measured} */ (window).answeredAt = performance.now();
      } else if (input instanceof HTMLInputElement) {
        input.value = '128Mi';
        input.dispatchEvent(new Event('input'));
      }
    }, 10);
  });
  await page.goto(`${server.url}/`);
  await page.waitForFunction(() => /** @type {Measured} */ (window).answeredAt);
  const time = await page.evaluate(() => /** @type {Measured} */ (window).answeredAt ?? 0);
  await page.context().close();
  return time;
}

/** @param {Page} page */
async function openPlayground(page) {
  await page.goto(`${server.url}/playground/`);
  await page.locator('.pg[data-state=ready] [role=tab]').first().waitFor();
}

/** Milliseconds from a key in the editor to the next picture with its answer. */
async function keystrokes() {
  const page = await newPage();
  await openPlayground(page);
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await editor.evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    content.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, manifests(OBJECTS));
  const row = page.locator('#pg-panel tbody tr', { hasText: 'app-0' }).first();
  await row.waitFor();
  // The amount of the first container: the cursor goes to its `100m`.
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 20; line += 1) {
    await page.keyboard.press('ArrowDown');
    const text = await page.locator('.cm-activeLine').innerText();
    if (text.includes('cpu: 100m')) {
      break;
    }
  }
  await page.keyboard.press('Home');
  for (let column = 0; column < 'requests: { cpu: 1'.length; column += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await page.evaluate(() => {
    /** @type {number[]} */
    const painted = [];
    /** @type {Measured} */ (window).painted = painted;
    let pressed = 0;
    const paint = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => painted.push(performance.now() - pressed);
      port2.postMessage('');
    };
    const panel = document.querySelector('#pg-panel') ?? document.body;
    const answers = new MutationObserver(() => {
      answers.disconnect();
      requestAnimationFrame(paint);
    });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressed = timeStamp;
        answers.observe(panel, { subtree: true, childList: true, characterData: true });
      },
      true,
    );
  });
  for (let key = 1; key <= KEYS; key += 1) {
    await page.keyboard.press(key % 2 === 1 ? '5' : 'Backspace');
    await page.waitForFunction(
      (count) => /** @type {Measured} */ (window).painted?.length === count,
      key,
    );
    await page.waitForTimeout(500);
  }
  const times = await page.evaluate(() => /** @type {Measured} */ (window).painted ?? []);
  await page.context().close();
  return times;
}

/** The longest task of the page while its worker reads a dump. */
async function dump() {
  const folder = mkdtempSync(join(tmpdir(), 'kubesem-'));
  try {
    const file = join(folder, 'dump.json');
    await writeDump(file, PODS);
    const page = await newPage();
    await openPlayground(page);
    await page.waitForTimeout(3000);
    await page.evaluate(() => {
      const measured = /** @type {Measured} */ (window);
      measured.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          measured.longest = Math.max(measured.longest ?? 0, duration);
        }
      }).observe({ type: 'longtask' });
    });
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('tab', { name: 'Nodes 1' }).waitFor({ timeout: 400_000 });
    await page.getByRole('tab', { name: 'Nodes 1' }).click();
    await page.locator('#pg-panel', { hasText: '150000' }).waitFor({ timeout: 60_000 });
    const longest = await page.evaluate(() => /** @type {Measured} */ (window).longest ?? 0);
    return { megabytes: Math.round(statSync(file).size / 1e6), longestTaskMs: Math.round(longest) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  /** @type {number[]} */
  const loads = [];
  for (let load = 0; load < LOADS; load += 1) {
    loads.push(await landing());
  }
  const landingBytes = scriptBytes();
  await openPlayground(await newPage());
  const playgroundBytes = scriptBytes();
  const figures = {
    landing: { scriptBytes: landingBytes, slowerProcessor: SLOWER, answersMs: median(loads) },
    playground: {
      scriptBytes: playgroundBytes,
      keystrokes: { objects: OBJECTS, answerMs: median(await keystrokes()) },
      dump: await dump(),
    },
  };
  console.log(JSON.stringify(figures, undefined, 2));
  writeFileSync(FILE, `${JSON.stringify(figures, undefined, 2)}\n`);
  writeReport();
} finally {
  await browser.close();
  server.close();
}
