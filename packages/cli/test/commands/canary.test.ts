import { expect, test } from 'vitest';
import {
  AFTER,
  BEFORE,
  BROKEN_CONFIGS,
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
const ALL = ['table', 'wide', 'csv', 'json', 'yaml', 'name'];
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

test.each(RUNS)('no value of a Secret is in %s of kubesem %s %s', async (formats, ...words) => {
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
