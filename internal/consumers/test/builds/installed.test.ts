import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPacked, node } from '../../src/install.js';
import { definitionOf } from '../../src/tsserver.js';
import { libraries, root } from '../../src/workspace.js';

const require = createRequire(import.meta.url);
let folder: string;

beforeAll(async () => {
  ({ folder } = await installPacked());
  await mkdir(join(folder, 'node_modules/@kubernetes'), { recursive: true });
  const client = `${root}internal/consumers/node_modules/@kubernetes/client-node`;
  await symlink(client, join(folder, 'node_modules/@kubernetes/client-node'));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** All files below a folder of the consumer. */
async function filesBelow(name: string): Promise<string[]> {
  const files = await readdir(join(folder, name), { recursive: true });
  return files.map((file) => join(folder, name, file));
}

test('an app has one copy of each package', async () => {
  const nested = (await filesBelow('node_modules')).filter((file) =>
    /node_modules.+node_modules\/(@kubesem\/[^/]+|kubesem)$/.test(file),
  );
  expect(nested).toEqual([]);
});

describe.each(libraries)('@kubesem/%s', (name) => {
  test('has maps from the code and the declarations to its sources', async () => {
    const files = await filesBelow(`node_modules/@kubesem/${name}/dist`);
    const mapped = files.filter((file) => /\.(d\.ts|js|cjs)$/.test(file));
    expect(mapped.length).toBeGreaterThan(4);
    const formats = new Set<string>();
    for (const file of mapped) {
      const { sources } = JSON.parse(await readFile(`${file}.map`, 'utf8'));
      const own = sources.filter((source: string) => !source.includes('node_modules'));
      const missing = own.filter((source: string) => !existsSync(resolve(dirname(file), source)));
      expect(missing, file).toEqual([]);
      // A file that only exports what another has, or helpers of the bundler, has no sources.
      if (own.length > 0) {
        formats.add(file.slice(file.lastIndexOf('.')));
      }
    }
    expect([...formats].sort()).toEqual(['.cjs', '.js', '.ts']);
  });

  test.each(['index.js', 'index.cjs'])('keeps the names of its classes in %s', async (build) => {
    const exports = await import(join(folder, 'node_modules/@kubesem', name, 'dist', build));
    for (const [key, value] of Object.entries(exports)) {
      if (typeof value === 'function' && /^class\b/.test(String(value))) {
        expect(value.name).toBe(key);
      }
    }
  });
});

test.each(['import', 'require'])('go to definition ends in the source, with %s', async (kind) => {
  const file = join(folder, kind === 'import' ? 'definition.mts' : 'definition.cts');
  await writeFile(file, `import { podRequests } from '@kubesem/resources';\npodRequests({});\n`);
  const definition = await definitionOf(file, 2, 3);
  expect(definition).toMatch(/@kubesem\/resources\/src\/effective\/pod-resources\.ts$/);
});

const typedApp = `
import type { V1Pod } from '@kubernetes/client-node';
import { attempt, type Result } from '@kubesem/core';
import { podQosClass } from '@kubesem/qos';
import { applyResourceDefaults, podRequests } from '@kubesem/resources';
declare const pod: V1Pod;
const stored: V1Pod = applyResourceDefaults(pod);
const safe: Result<V1Pod> = attempt(() => applyResourceDefaults(pod));
const name: string | undefined = stored.metadata?.name ?? safe.value?.metadata?.name;
const cpu: string | undefined = podRequests(stored).cpu?.toString();
const qosClass: string = podQosClass(pod);
// @ts-expect-error the field is called containers
attempt(() => applyResourceDefaults({ spec: { container: [] } }));
// @ts-expect-error a container is not a Pod
podRequests({ name: 'app', image: 'app:1.2' });
export { cpu, name, qosClass };
`;

describe.each([true, false])('a V1Pod goes in and comes out, exact optional types: %s', (exact) => {
  test.each(['typescript-4.9', 'typescript', 'typescript-7'])('with %s', async (compiler) => {
    const name = `${compiler}-${exact}`;
    await writeFile(join(folder, `${name}.mts`), typedApp);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: exact,
      noEmit: true,
      skipLibCheck: true,
      target: 'ES2022',
      module: 'nodenext',
      types: [],
    };
    const config = { compilerOptions, files: [`${name}.mts`] };
    await writeFile(join(folder, `tsconfig.${name}.json`), JSON.stringify(config));
    const tsc = join(dirname(require.resolve(`${compiler}/package.json`)), 'bin/tsc');
    await node(folder, tsc, '-p', `tsconfig.${name}.json`);
  });
});

test('every package runs in Jest with jsdom, and values behave there', async () => {
  const text = `
const { parseObjects } = require('@kubesem/manifests');
test.each(${JSON.stringify(libraries)})('%s loads', (name) => {
  expect(Object.keys(require('@kubesem/' + name)).length).toBeGreaterThan(0);
});
test('manifests reads YAML and JSON', async () => {
  const text = 'apiVersion: v1\\nkind: Pod\\nmetadata: { name: *a }\\n---\\nkind: Pod\\napiVersion: v1\\n';
  const { objects, problems } = parseObjects({ name: 'a.yaml', text });
  expect(objects.map(({ kind, line }) => [kind, line])).toEqual([['Pod', 5]]);
  expect(problems.map(({ code }) => code)).toEqual(['SYNTAX']);
  expect(parseObjects({ name: 'a.json', text: '{"kind":"Pod","apiVersion":"v1"}' }).objects).toHaveLength(1);
});
const { inspectObjects, parsedObjects } = require('@kubesem/inspect');
const { fromPlain, parseQuantity, toPlain } = require('@kubesem/quantity');
const { podRequests } = require('@kubesem/resources');
const half = { containers: [{ name: 'app', resources: { requests: { cpu: '0.5' } } }] };
test('equal quantities are deeply equal', () => {
  for (const [a, b] of [['0.5', '500m'], ['1.5Gi', '1536Mi'], ['2', '2000m']]) {
    expect(parseQuantity(a)).toEqual(parseQuantity(b));
    expect(parseQuantity(a)).toStrictEqual(parseQuantity(b));
    expect(parseQuantity(a).add(b)).toStrictEqual(parseQuantity(b).add(a));
  }
  expect(parseQuantity('1k')).not.toEqual(parseQuantity('1E3'));
});
test('results come back from plain data', () => {
  const requests = podRequests(half);
  expect(toPlain(requests).value).toStrictEqual({ cpu: '500m' });
  expect(fromPlain(JSON.parse(JSON.stringify(toPlain(requests))))).toStrictEqual(requests);
});
test('operators throw', () => {
  expect(() => parseQuantity('2') > parseQuantity('1')).toThrow(/cmp.*equals.*toNumber/);
});
test('jsdom', () => {
  expect(typeof document).toBe('object');
  const pod = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'app' }] } };
  const { objects } = inspectObjects([parsedObjects([pod])]);
  expect(objects.map((object) => object.pod.qosClass)).toEqual(['BestEffort']);
});`;
  await writeFile(join(folder, 'jsdom.test.cjs'), text);
  const config = {
    rootDir: folder,
    testMatch: ['**/jsdom.test.cjs'],
    testEnvironment: require.resolve('jest-environment-jsdom'),
    transform: {},
  };
  const args = ['--ci', '--watchman=false', `--config=${JSON.stringify(config)}`];
  await node(folder, require.resolve('jest/bin/jest'), ...args);
});
