import { afterAll, expect, test } from 'vitest';
import {
  AFTER,
  BEFORE,
  BROKEN_CONFIGS,
  BROKEN_FILES,
  CANARY,
  canariesIn,
  DOCKER_CONFIG,
} from '../support/canary.js';
import { filesOf, kubesem } from '../support/run.js';

const FILES = {
  'before.json': BEFORE,
  'after.json': AFTER,
  'config.json': DOCKER_CONFIG,
  ...Object.fromEntries(BROKEN_CONFIGS.map((text, index) => [`broken-${index}.json`, text])),
};
const BROKEN = BROKEN_CONFIGS.map((_, index) => `broken-${index}.json`);
const ALL = ['table', 'csv', 'json', 'name'];
const TABLE = ['table'];

/** The formats, and what is asked. */
const RUNS: readonly (readonly [formats: readonly string[], ...words: string[]])[] = [
  ...['web-0', 'deployment/web'].flatMap((name): [string[], ...string[]][] => [
    [ALL, 'env', name, 'before.json'],
    [ALL, 'env', name, 'before.json', '--explain'],
    [ALL, 'files', name, 'before.json'],
    [ALL, 'files', name, 'before.json', '--explain'],
    ...['/secret/token', '/secret/binary', '/one', '/config', '/all/.dockerconfigjson'].map(
      (path): [string[], ...string[]] => [TABLE, 'files', name, 'before.json', '--cat', path],
    ),
  ]),
  [ALL, 'config', 'diff', 'before.json', 'after.json'],
  [ALL, 'config', 'hash', 'before.json'],
  ...['before.json', 'config.json', ...BROKEN].flatMap((file): [string[], ...string[]][] => [
    [
      ...[['table', 'csv', 'json'], 'image', 'r1.example/app', 'r3.example/app', '--explain'],
      ...['--credentials', file],
    ] as [string[], ...string[]],
    [TABLE, 'inspect', 'before.json', '--images', '--explain', '--credentials', file],
  ]),
  [['json', 'csv', 'yaml'], 'inspect', 'before.json', '--images', '--credentials', 'before.json'],
  [[...ALL, 'sarif', 'github'], 'inspect', 'before.json', '--verbose'],
  [TABLE, 'inspect', 'before.json', '--explain'],
  [ALL, 'inspect', 'before.json', '--summary'],
  [TABLE, 'inspect', 'before.json', '--dns'],
  [ALL, 'pods', 'before.json'],
  [TABLE, 'pods', 'before.json', '--why'],
  [TABLE, 'pods', 'before.json', '--kubectl', '--show-labels'],
  [ALL, 'select', '-f', 'before.json', '--explain'],
  [ALL, 'select', '--field-selector', 'type=Opaque', '-f', 'before.json', '--explain'],
  [ALL, 'service', '-f', 'before.json'],
  [ALL, 'pdb', '-f', 'before.json'],
  [ALL, 'drain', 'n1', '-f', 'before.json'],
  [ALL, 'hpa', '-f', 'before.json'],
  [ALL, 'rollout', 'status', '-f', 'before.json'],
  [ALL, 'rollout', 'simulate', '-f', 'before.json', '--image', 'plain=app:2'],
  [ALL, 'nodes', 'before.json'],
  [ALL, 'fit', 'before.json', '--cluster', 'before.json'],
  [ALL, 'quota', 'before.json', '--admit', 'after.json'],
  [ALL, 'simulate', 'before.json'],
  [ALL, 'dns', 'names', 'before.json'],
  [TABLE, 'dns', 'zone', 'before.json'],
  [ALL, 'dns', 'lookup', 'web', '--from', 'shop/web-0', '-f', 'before.json'],
  [ALL, 'dns', 'query', 'web.shop.svc.cluster.local', '-f', 'before.json'],
  [ALL, 'dns', 'resolv', 'web-0', '-f', 'before.json'],
  [ALL, 'apf', 'levels', '-f', 'before.json'],
  [ALL, 'apf', 'explain', '-f', 'before.json', 'GET', '/version'],
  [ALL, 'apf', 'classify', '-f', 'before.json', 'GET', '/version'],
  [TABLE, 'apf', 'simulate', 'before.json'],
  // What it prints is what it creates; errors name no value.
  [['yaml'], 'config', 'create', 'secret', 'a', '--from-literal', CANARY],
  [['yaml'], 'config', 'create', 'secret', 'a', '--kustomize', '--from-literal', CANARY],
  [['yaml'], 'config', 'create', 'secret', 'a', '--from-env-file', 'broken-2.json'],
];

test.each(RUNS)('no value of a Secret is in %s of kubesem %s %s', async (...given) => {
  const [formats, ...words] = given as unknown as [string[], ...string[]];
  const path = filesOf(FILES);
  const args = words.map((word) => (Object.hasOwn(FILES, word) ? path(word) : word));
  for (const format of words.includes('--cat') ? [[]] : formats.map((one) => ['-o', one])) {
    const { stdout, stderr } = await kubesem([...args, ...format]);
    expect(
      [stdout, stderr]
        .flatMap((text) => text.split('\n'))
        .filter((line) => canariesIn(line).length > 0),
    ).toEqual([]);
  }
});

/** Node prints warnings itself. */
const warnings: string[] = [];
process.on('warning', ({ message }) => void warnings.push(message));
afterAll(() => expect(warnings.filter((text) => canariesIn(text).length > 0)).toEqual([]));

/** Command lines with a file in place of `FILE`. */
const READERS: readonly string[] = [
  ...['inspect FILE', 'inspect FILE -o sarif', 'inspect before.json --config FILE'],
  ...['inspect before.json --images --credentials FILE', 'image a --credentials FILE'],
  ...[
    'pods -f FILE',
    'select -f FILE',
    'service -f FILE',
    'service route a -f FILE',
    'pdb -f FILE',
  ],
  ...['drain a -f FILE', 'rollout status -f FILE', 'rollout simulate a -f FILE', 'hpa -f FILE'],
  ...['hpa -f before.json --metrics FILE', 'simulate FILE', 'simulate before.json --script FILE'],
  ...['env web-0 before.json FILE', 'files web-0 FILE', 'config hash FILE', 'nodes FILE'],
  ...['config diff before.json FILE', 'fit before.json --cluster FILE'],
  ...['config create secret a --from-env-file FILE -o name', 'fit FILE --cluster before.json'],
  ...['config create configmap a --kustomize --from-env-file FILE -o name'],
  ...['quota FILE', 'quota before.json --admit FILE', 'dns names FILE', 'dns zone FILE'],
  ...['dns lookup a -f FILE', 'dns query a -f FILE', 'dns resolv -f FILE'],
  ...['apf classify -f FILE GET /', 'apf explain -f FILE GET /', 'apf levels FILE'],
  ...['apf simulate FILE', 'apf simulate --audit-log FILE', 'apf classify --audit-log FILE'],
  ...['apf serve --target http://127.0.0.1:1 -f FILE', 'pods --context a --kubeconfig FILE'],
];

test.each(READERS)('no text of a file is in errors of kubesem %s', async (line) => {
  const path = filesOf({
    ...FILES,
    ...Object.fromEntries(BROKEN_FILES.map((text, index) => [`${index}`, text])),
  });
  // Nearly all commands share one reader of files.
  const isOwn = /^(inspect FILE|image|simulate|apf simulate|config create)/.test(line);
  for (let index = 0; index < BROKEN_FILES.length; index += isOwn ? 1 : 5) {
    const args = line
      .split(' ')
      .map((word) =>
        word === 'FILE' ? path(`${index}`) : Object.hasOwn(FILES, word) ? path(word) : word,
      );
    const { stdout, stderr } = await kubesem(args);
    const lines = [stdout, stderr].flatMap((text) => text.split('\n'));
    expect(
      lines.filter((each) => canariesIn(each).length > 0),
      BROKEN_FILES[index],
    ).toEqual([]);
  }
});

test('the search finds the canary in what may be shown', async () => {
  const path = filesOf(FILES);
  for (const command of ['env', 'files']) {
    const args = [command, 'web-0', path('before.json'), '--show-secrets', '-o', 'json'];
    const { stdout, stderr } = await kubesem(args);
    expect(canariesIn(stdout).length).toBeGreaterThan(0);
    expect(stderr).toContain('Pod shop/web-0');
  }
  expect(canariesIn(Buffer.from(`12345${CANARY}6`).toString('base64'))).not.toEqual([]);
  expect(canariesIn(Buffer.from(`1${CANARY}6`).toString('base64'))).not.toEqual([]);
  expect(canariesIn(Buffer.from(`123${CANARY}6`).toString('base64'))).not.toEqual([]);
});
