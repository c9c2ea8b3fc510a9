// Writes docs/site.md from the figures of lighthouse.json and speed.json.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const kilobytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} kB`;
/** The browser reports only longer tasks. */
const LONG_TASK_MS = 50;

/** Writes the page. */
export function writeReport() {
  const { landing, playground } = read('speed.json');
  const { lighthouse, runs, pages } = read('lighthouse.json');
  const { keystrokes, dump } = playground;
  const longest = dump.longestTaskMs || `under ${LONG_TASK_MS}`;
  /** @type {Record<string, number>} */
  const [first = {}] = Object.values(pages);
  const rows = Object.entries(pages).map(
    ([page, scores]) => `| \`${page}\` | ${Object.values(scores).join(' | ')} |`,
  );
  const text = `# Speed of this site

<!-- Written by \`npm run docs:lighthouse\`; do not edit. -->

Your browser computes all answers on this site. These figures were measured in Chromium on the built site, on a machine with two
processors. Sizes are compressed.

| work | target | measured |
| --- | --- | ---: |
| scripts of the first page | at most 100 kB | ${kilobytes(landing.scriptBytes)} |
| the example of the first page answers, on a processor ${landing.slowerProcessor} times as slow | at most 1,000 ms | ${landing.answersMs} ms |
| scripts of the playground, before other examples are loaded | at most 400 kB | ${kilobytes(playground.scriptBytes)} |
| the playground answers a key, with ${keystrokes.objects} objects | at most 50 ms | ${keystrokes.answerMs} ms |
| longest task of the page while it reads a dump of ${dump.megabytes} MB | | ${longest} ms |

## Lighthouse

Medians of ${runs} runs of Lighthouse ${lighthouse} as a phone, out of 100:

| page | ${Object.keys(first).join(' | ')} |
| --- | ${Object.keys(first)
    .map(() => '---:')
    .join(' | ')} |
${rows.join('\n')}

## What keeps it fast

- Every page is HTML with its text. Its scripts start after the browser has shown it.
- The example of the first page starts before the rest of the page does.
- The playground comes with an example and its answer. The editor and the worker follow.
- A worker computes the answers. After a key, it reads only the YAML document that has changed, inspects only the objects in it,
  and computes only what the open tab shows. The page draws only the rows that have changed.
- The worker reads dumps object by object, and lists show 100 rows at a time.
- The search index, the other panels, the other examples and the reader of unusual YAML are loaded later. Pages load no fonts.

To measure again, run \`npm run docs\` and \`npm run docs:lighthouse\`.
`;
  writeFileSync(new URL('../site.md', import.meta.url), text);
}
