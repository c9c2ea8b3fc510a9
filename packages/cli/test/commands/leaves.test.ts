import { describe, expect, test } from 'vitest';
import { OBJECTS } from '../support/leaves.js';
import { filesOf, kubesem } from '../support/run.js';

const COMMANDS: readonly string[] = [
  ...['inspect FILE --explain --verbose', 'inspect FILE -o csv', 'inspect FILE -o sarif'],
  ...[
    'inspect FILE -o github',
    'inspect FILE --images',
    'inspect FILE --dns',
    'inspect FILE --summary',
  ],
  ...[
    'pods FILE --why',
    'pods FILE -o wide --show-labels',
    'pods FILE --kubectl -L __proto__,valueOf',
    'pods FILE -o csv',
  ],
  ...['select app=web -f FILE --explain', 'service -f FILE --explain', 'service -f FILE -o wide'],
  ...[
    'service route web --from web-1 -f FILE',
    'pdb -f FILE --explain',
    'pdb -f FILE --evict web-1',
  ],
  ...['drain n1 -f FILE --explain', 'drain n1 -f FILE --simulate --force', 'hpa -f FILE --explain'],
  ...['rollout status -f FILE --explain', 'rollout simulate web -f FILE --image app=b'],
  ...['nodes FILE --explain', 'nodes FILE --pods', 'quota FILE', 'env web-1 FILE --explain'],
  ...[
    'files web-1 FILE --explain',
    'fit FILE --cluster FILE --explain',
    'dns names FILE',
    'dns zone FILE',
  ],
  ...[
    'dns resolv FILE',
    'dns lookup web --from shop/web-1 -f FILE',
    'apf levels FILE',
    'config hash FILE',
  ],
  ...['apf explain -f FILE --user u --group devs GET /version', 'simulate FILE'],
];
/** Nothing that a terminal obeys, no line that steers GitHub, no name that every object has. */
const EVIL = '\u001b]0;owned\u0007\n::error::owned,"';
const VALUES: readonly string[] = [EVIL, '__proto__', 'valueOf'];

type Path = readonly (string | number)[];

/** The paths of all texts of an object, without amounts, times and addresses, which would be rejected. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
  }
  return typeof value === 'string' && !/^\d/.test(value) ? [path] : [];
}

/** A copy of an object with a text at some paths. */
function withText(object: object, paths: readonly Path[], text: string): object {
  const copy = structuredClone(object);
  for (const path of paths) {
    const parent = path.slice(0, -1).reduce((at, key) => at[key] as never, copy as Fields);
    parent[path.at(-1) as string] = text;
  }
  return copy;
}

interface Fields {
  [key: string | number]: unknown;
}

/** What is wrong with the output for some objects. */
async function faultsOf(items: readonly object[]): Promise<readonly string[]> {
  const found: string[] = [];
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const file = filesOf({ 'a.json': text })('a.json');
  for (const command of COMMANDS) {
    const args = command.split(' ').map((word) => (word === 'FILE' ? file : word));
    const { stdout, stderr } = await kubesem(args);
    const all = (stdout + stderr).replaceAll('\r\n', '\n');
    if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(all) || /^::error::owned/m.test(all)) {
      found.push(`${command}: not escaped`);
    }
    if (/function |\[native|\[object [A-Z]/.test(all)) {
      found.push(`${command}: what every object inherits`);
    }
  }
  return found;
}

describe.each(VALUES.map((value) => [JSON.stringify(value), value]))('%s', (_, value) => {
  test('in every text of the status of all objects', async () => {
    const isStatus = ([field]: Path) => field === 'status';
    const items = OBJECTS.map((object) =>
      withText(object, leavesOf(object).filter(isStatus), value),
    );
    expect(await faultsOf(items)).toEqual([]);
  });

  test.each([1, 2, 3, 4])('in one text of each object, %i', async (round) => {
    let seed = round;
    const items = OBJECTS.map((object) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const leaves = leavesOf(object).filter(
        ([field]) => field !== 'kind' && field !== 'apiVersion',
      );
      const leaf = leaves[Math.floor((seed / 2 ** 32) * leaves.length)] as Path;
      return withText(object, [leaf], value);
    });
    expect(await faultsOf(items)).toEqual([]);
  });
});
