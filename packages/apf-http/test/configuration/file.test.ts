import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gate } from '@kubesem/apf-http';
import {
  ConfigurationFileError,
  followConfigurationFile,
  parseConfiguration,
  readConfigurationFile,
} from '@kubesem/apf-http/file';
import type { ObjectMeta } from '@kubesem/core';
import { afterEach, describe, expect, test } from 'vitest';

const LEVELS = `# Levels of a shop.
seats: 12
levels:
  - name: checkout
    shares: 60
    match: { paths: [/cart/*] }
  - name: others
`;
const OBJECTS = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: builds }
spec:
  type: Limited
  limited: { limitResponse: { type: Queue, queuing: {} } }
---
apiVersion: v1
kind: List
items:
  - apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
    kind: FlowSchema
    metadata: { name: to-builds }
    spec:
      priorityLevelConfiguration: { name: builds }
      rules:
        - subjects: [{ kind: User, user: { name: '*' } }]
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }]
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: other } }
`;

const parse = (text: string, options = {}) =>
  parseConfiguration({ name: 'apf.yaml', text }, options);

function problemsIn(text: string): readonly string[] {
  try {
    parse(text);
  } catch (error) {
    return (error as ConfigurationFileError).problems.map(
      ({ line, column, path, code }) => `${line}:${column} ${path} ${code}`,
    );
  }
  return [];
}

const namesOf = (objects: Iterable<{ readonly metadata?: ObjectMeta | null | undefined }>) =>
  [...objects].map(({ metadata }) => metadata?.name);

describe('a file', () => {
  test('has levels, and maybe the number of seats', () => {
    const { serverConcurrencyLimit, priorityLevels } = parse(LEVELS, { seats: 50 });
    expect(serverConcurrencyLimit).toBe(12);
    expect(namesOf(priorityLevels)).toEqual(['checkout', 'others', 'exempt']);
    expect(parse(LEVELS.replace('seats: 12\n', ''), { seats: 50 }).serverConcurrencyLimit).toBe(50);
    const json = '{"levels": [{"name": "others"}]}';
    expect(parse(json).serverConcurrencyLimit).toBe(600);
  });

  test('or objects of Kubernetes in any version', () => {
    const { priorityLevels, flowSchemas, serverConcurrencyLimit } = parse(OBJECTS, { seats: 7 });
    expect(namesOf(priorityLevels)).toEqual(['builds']);
    expect(namesOf(flowSchemas)).toEqual(['to-builds']);
    expect(serverConcurrencyLimit).toBe(7);
    expect(namesOf(parse(OBJECTS, { builtIn: true }).priorityLevels)).toContain('workload-low');
  });

  test.each([
    ['', ['0:0  NO_CONFIGURATION']],
    ['a: [', ['1:6  SYNTAX']],
    ['{apiVersion: v1, kind: ConfigMap}', ['0:0  NO_CONFIGURATION']],
    ['seats: 2', ['1:1  NOT_AN_OBJECT']],
    [`${LEVELS}---\n${OBJECTS}`, ['0:0  MIXED']],
    [LEVELS.replace('shares: 60', 'shares: many'), ['5:13 levels[0].shares INVALID_TYPE']],
    [LEVELS.replace('/cart/*', 'cart'), ['6:22 levels[0].match.paths[0] INVALID']],
    [LEVELS.replace('12', '1'), ['2:8 seats INVALID_SEATS']],
    [LEVELS.replace('12', 'few'), ['2:8 seats INVALID_TYPE']],
    [LEVELS.replace('seats', 'limit'), ['2:8 limit UNKNOWN_FIELD']],
    [LEVELS.replace('- name: others', '- { name: [}'), ['7:14  SYNTAX']],
    [
      OBJECTS.replace('Queue', 'Wait'),
      [
        '6:37 spec.limited.limitResponse.type NOT_SUPPORTED',
        '6:52 spec.limited.limitResponse.queuing FORBIDDEN',
      ],
    ],
    [
      OBJECTS.replace('{ name: builds }\n      rules', '{}\n      rules'),
      ['15:35 spec.priorityLevelConfiguration.name REQUIRED'],
    ],
  ])('is rejected with the places of its problems: %s', (text, expected) => {
    expect(problemsIn(text)).toEqual(expected);
  });

  test('an error has a line for each problem', () => {
    expect(() => parse(LEVELS.replace('60', '0'))).toThrow(
      /^apf\.yaml:5:13: levels\[0\]\.shares: must be from 1/,
    );
  });
});

const followed: { close(): void }[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const each of followed.splice(0)) {
    each.close();
  }
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function emptyGate(): Gate {
  const gate = new Gate({ serverConcurrencyLimit: 5, priorityLevels: [], flowSchemas: [] });
  followed.push(gate);
  return gate;
}

const levelsOf = (gate: Gate) => Object.keys(gate.dump().priorityLevels).sort();

describe('a file that changes', () => {
  function watched(text: string) {
    const folder = mkdtempSync(join(tmpdir(), 'apf-'));
    folders.push(folder);
    const path = join(folder, 'apf.yaml');
    const write = (content: string) => {
      // Editors and the kubelet replace a file.
      writeFileSync(`${path}.new`, content);
      renameSync(`${path}.new`, path);
    };
    write(text);
    const gate = emptyGate();
    const errors: unknown[] = [];
    const changes: unknown[] = [];
    const following = followConfigurationFile(gate, path, {
      intervalMs: 5,
      onError: (error) => errors.push(error),
      onChange: (change) => changes.push(change),
    });
    followed.push(following);
    return { ...following, path, write, gate, errors, changes };
  }

  test('is applied by itself', async () => {
    const { gate, write, errors, changes } = watched(LEVELS);
    await expect.poll(() => levelsOf(gate)).toContain('checkout');
    write(LEVELS.replace('checkout', 'cart'));
    await expect.poll(() => levelsOf(gate)).toContain('cart');
    expect(errors).toEqual([]);
    expect(changes).toHaveLength(2);
  });

  test('is applied if the kubelet changes it, which swaps a link to the folder of a ConfigMap', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'apf-'));
    folders.push(folder);
    const publish = (version: string, content: string) => {
      mkdirSync(join(folder, version));
      writeFileSync(join(folder, version, 'apf.yaml'), content);
      symlinkSync(version, join(folder, '..data_tmp'));
      renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    };
    publish('..1', LEVELS);
    symlinkSync(join('..data', 'apf.yaml'), join(folder, 'apf.yaml'));
    const gate = emptyGate();
    followed.push(followConfigurationFile(gate, join(folder, 'apf.yaml'), { intervalMs: 5 }));
    await expect.poll(() => levelsOf(gate)).toContain('checkout');
    publish('..2', LEVELS.replace('checkout', 'cart'));
    rmSync(join(folder, '..1'), { recursive: true });
    await expect.poll(() => levelsOf(gate)).toContain('cart');
  });

  test('while it is read is read again by refresh', async () => {
    const { write, refresh, gate } = watched(LEVELS);
    const first = refresh();
    write(LEVELS.replace('checkout', 'cart'));
    await refresh();
    expect(levelsOf(gate)).toContain('cart');
    await first;
  });

  test.each<[string, string, () => void]>([
    [
      'throw',
      'function failed',
      () => {
        throw new Error('function failed');
      },
    ],
    ['reject', 'function failed', () => Promise.reject(new Error('function failed'))],
    ['throw an object without a text', '[object]', () => Promise.reject(Object.create(null))],
  ])(
    'and functions that %s: the process warns of %j, and the file is followed on',
    async (...row) => {
      const [, expected, fail] = row;
      const warnings: string[] = [];
      const listener = ({ message }: Error) => void warnings.push(message);
      process.on('warning', listener);
      const { path, write, gate } = watched(LEVELS);
      const following = followConfigurationFile(gate, path, {
        intervalMs: 5,
        onError: fail,
        onChange: fail,
      });
      followed.push(following);
      write('levels: 7');
      await expect.poll(() => warnings).toContain(expected);
      warnings.length = 0;
      write(LEVELS.replace('checkout', 'cart'));
      await expect.poll(() => levelsOf(gate)).toContain('cart');
      await expect.poll(() => warnings).toContain(expected);
      process.off('warning', listener);
    },
  );

  test('and invalid is reported once, and the previous one stays', async () => {
    const { gate, write, refresh, errors } = watched(LEVELS);
    expect(await refresh()).toBe(true);
    const before = levelsOf(gate);
    write(LEVELS.replace('60', '-1'));
    expect(await refresh()).toBe(false);
    expect(await refresh()).toBe(false);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(ConfigurationFileError);
    expect(levelsOf(gate)).toEqual(before);
    write(LEVELS);
    expect(await refresh()).toBe(true);
  });

  test('and gone is reported once', async () => {
    const { path, refresh, gate, errors } = watched(LEVELS);
    expect(await refresh()).toBe(true);
    rmSync(path);
    expect(await refresh()).toBe(false);
    expect(await refresh()).toBe(false);
    expect(errors).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
    expect(levelsOf(gate)).toContain('checkout');
  });

  test('does not matter after close', async () => {
    const { write, refresh, close, gate } = watched(LEVELS);
    await refresh();
    close();
    write(LEVELS.replace('checkout', 'cart'));
    await refresh();
    expect(levelsOf(gate)).not.toContain('cart');
  });

  test('can be read once', async () => {
    const { path } = watched(LEVELS);
    expect((await readConfigurationFile(path)).serverConcurrencyLimit).toBe(12);
  });
});
