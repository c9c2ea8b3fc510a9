// Every command reads whatever users have. A field of the wrong type is an error with its place, never a crash.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { filesOf, kubesem } from '../support/run.js';

const NOW = '2026-01-01T12:00:00Z';

/** An example of `examples/`, and the commands that read it; `FILE` is its place. */
const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  [
    'pods',
    [
      `pods FILE --now ${NOW}`,
      `pods FILE --now ${NOW} --why`,
      `pods FILE --now ${NOW} --kubectl -o wide --show-labels`,
      'inspect FILE --explain --images',
      'select app -f FILE --explain',
      'simulate FILE',
    ],
  ],
  ['sidecars', ['inspect FILE --explain', 'simulate FILE', 'inspect FILE --summary']],
  ['hostnames', ['service -f FILE --explain', 'service -f FILE -o wide', 'nodes FILE']],
  ['dns', ['dns names FILE', 'dns zone FILE', 'dns lookup data --from test/client -f FILE']],
  [
    'disruptions',
    [
      `pdb -f FILE --explain --now ${NOW}`,
      `pdb -f FILE --evict pod-a --now ${NOW}`,
      'drain node-1 -f FILE --simulate',
      'drain node-1 -f FILE --ignore-daemonsets --force --explain',
    ],
  ],
  [
    'rollout',
    [
      'rollout status -f FILE --explain',
      `rollout simulate web -f FILE --restart --explain --now ${NOW}`,
    ],
  ],
  ['autoscaler', [`hpa -f FILE --explain --now ${NOW}`, `hpa -f FILE -o wide --now ${NOW}`]],
  ['environment', ['env deployment/shop -f FILE --explain', 'env deployment/shop -f FILE -o csv']],
  [
    'files',
    ['files deployment/ledger -f FILE --explain', 'config hash FILE', 'config diff FILE FILE'],
  ],
  ['cluster', ['nodes FILE --pods', 'nodes FILE --explain', 'fit FILE --cluster FILE --explain']],
  ['quota', ['quota FILE -o wide', 'quota FILE --admit FILE --tightest', 'inspect FILE']],
  ['apf', ['apf levels -f FILE --maintenance', 'apf explain -f FILE --user a GET /x']],
  ['apf-scenario', ['apf simulate FILE --duration 1s']],
  [
    'registry',
    ['inspect FILE --images --explain --credentials FILE', 'image a --credentials FILE'],
  ],
];
/** In the text, an integer that only a `bigint` holds exactly. */
const LONG = '9007199254740993n';
const WRONG: readonly unknown[] = [
  LONG,
  'text',
  7,
  -1,
  true,
  null,
  [],
  {},
  [null],
  ['x'],
  [[]],
  [{}],
  '',
  // Its text throws.
  { toString: null },
];

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path, void> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    const below = [...path, Array.isArray(value) ? Number(key) : key];
    yield below;
    yield* pathsOf(child, below);
  }
}

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) {
    return by;
  }
  const copy: Record<string | number, unknown> = Object.assign(
    Array.isArray(value) ? [] : {},
    value,
  );
  copy[first] = replaced(copy[first], rest, by);
  return copy;
}

describe.each(COMMANDS)('%s.yaml with a field of a wrong type', (name, lines) => {
  const text = readFileSync(new URL(`../../../../examples/${name}.yaml`, import.meta.url), 'utf8');
  const documents: unknown[] = parseAllDocuments(text, { version: '1.1' }).map((one) => one.toJS());
  const paths = [...pathsOf(documents)].filter((path) => path.length > 1);

  test.each(lines)('kubesem %s', { timeout: 300_000 }, async (line) => {
    for (const [index, path] of paths.entries()) {
      for (const by of [WRONG[index % WRONG.length], WRONG[(index + 5) % WRONG.length]]) {
        const broken = replaced(documents, path, by) as unknown[];
        const content = broken
          .map((one) => JSON.stringify(one).replaceAll(`"${LONG}"`, LONG.slice(0, -1)))
          .join('\n');
        const file = filesOf({ 'broken.json': content })('broken.json');
        const args = line.split(' ').map((word) => (word === 'FILE' ? file : word));
        const about = JSON.stringify({ path, by });
        const { status, stdout, stderr } = await kubesem(args).catch((error: Error) => {
          throw new Error(about, { cause: error });
        });
        expect(status, about).toBeLessThan(2);
        expect(stdout + stderr, about).not.toMatch(/\[object |\bundefined\b|\bNaN\b/);
      }
    }
  });
});
