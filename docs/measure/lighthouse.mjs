// `npm run docs:lighthouse`: measures pages of the built site as a phone with Lighthouse and writes the medians of five
// runs to docs/measure/lighthouse.json. The figures are recorded, not asserted: they depend on the machine.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const PAGES = [
  '/',
  '/guides/pod-table',
  '/reference/resources/podRequests',
  '/command/inspect',
  '/playground/',
];
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const require = createRequire(import.meta.url);
const lighthouse = join(dirname(require.resolve('lighthouse/package.json')), 'cli/index.js');
const file = fileURLToPath(new URL('lighthouse.json', import.meta.url));

/**
 * Measures a page once.
 *
 * @param {string} url - its address
 * @returns {{ scores: Record<string, number>, version: string }} scores from 0 to 100
 */
function measure(url) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { CHROME_PATH: '/usr/bin/chromium', ...process.env },
    },
  );
  if (status !== 0) {
    throw new Error(stderr);
  }
  const { categories, lighthouseVersion } = JSON.parse(stdout);
  const scores = CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]);
  return { scores: Object.fromEntries(scores), version: lighthouseVersion };
}

// In a thread of its own: this one waits for Lighthouse.
const server = new Worker(
  `import(${JSON.stringify(new URL('../test/serve.mjs', import.meta.url).href)}).then(async ({ serve }) => {
    const { url } = await serve();
    require('node:worker_threads').parentPort.postMessage(url);
  });`,
  { eval: true },
);
const url = await new Promise((done) => server.once('message', done));
/** @type {Record<string, Record<string, number>>} */
const pages = {};
let version = '';
for (const page of PAGES) {
  const runs = Array.from({ length: RUNS }, () => measure(url + page));
  version = runs[0]?.version ?? '';
  pages[page] = Object.fromEntries(
    CATEGORIES.map((name) => [
      name,
      runs.map(({ scores }) => scores[name] ?? 0).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0,
    ]),
  );
  console.log(page, JSON.stringify(pages[page]));
}
writeFileSync(
  file,
  `${JSON.stringify({ lighthouse: version, runs: RUNS, pages }, undefined, 2)}\n`,
);
await server.terminate();
