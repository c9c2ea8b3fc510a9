import { readdirSync, readFileSync } from 'node:fs';
import {
  createImageCredentials,
  createInspectionMemory,
  type InspectOptions,
  inspectObjects,
  parsedObjects,
} from '@kubesem/inspect';
import { type ManifestObjects, parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const FOLDER = new URL('../../../../examples/', import.meta.url);
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
const RULES = `apiVersion: v1
kind: LimitRange
metadata: { name: limits }
spec: { limits: [{ type: Container, default: { cpu: 300m }, max: { memory: 100Mi } }] }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota }
spec: { hard: { requests.cpu: 500m, pods: 3 } }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: sandboxed }
handler: sandboxed
overhead: { podFixed: { cpu: 10m } }
`;
const OPTIONS: readonly InspectOptions[] = [
  {},
  { explain: true, missingResources: true },
  { amountsOnly: true },
  { exists: ({ name }) => name.length % 2 === 0, namespace: 'default' },
];

/** The report as data: quantities are texts. */
const data = (files: readonly ManifestObjects[], options: InspectOptions) => {
  const pods: unknown[] = [];
  const onPod = (pod: unknown) => pods.push(pod);
  const credentials = createImageCredentials();
  const report = inspectObjects(files, { ...options, onPod, credentials });
  return JSON.parse(JSON.stringify({ report, pods })) as unknown;
};

describe('with a memory, the report is the same', () => {
  const files = FILES.map((file) => parseObjects(file));
  const rules = parseObjects({ name: 'rules.yaml', text: RULES });
  const cases: readonly (readonly [what: string, files: readonly ManifestObjects[]])[] = [
    ['all objects', files],
    ['the objects once more', files],
    ['rules after them', [...files, rules]],
    ['rules before them', [rules, ...files]],
    ['other objects', files.slice(5, 15)],
    ['the objects in another order', [...files].reverse()],
    ['objects that are defined twice', [...files.slice(0, 8), ...files.slice(0, 8)]],
  ];

  test.each(OPTIONS)('options %o', (options) => {
    const memory = createInspectionMemory();
    for (const [what, list] of cases) {
      expect(data(list, { ...options, memory }), what).toEqual(data(list, options));
    }
  });

  test('even if the options change', () => {
    const memory = createInspectionMemory();
    for (const options of [...OPTIONS, ...OPTIONS]) {
      expect(data(files, { ...options, memory })).toEqual(data(files, options));
    }
  });
});

describe('an object that has moved', () => {
  const text = `kind: Pod
apiVersion: v1
metadata: { name: web }
spec: { containers: [{ name: app, image: "app:1", resources: { requests: { cpu: many } } }] }
`;

  test('has its problems at the new place', () => {
    const memory = createInspectionMemory();
    const { objects, problems } = parseObjects({ name: 'a.yaml', text });
    const moved = objects.map((placed) => ({
      ...placed,
      file: 'b.yaml',
      line: placed.line + 10,
      positionOf: (path: Parameters<typeof placed.positionOf>[0]) => {
        const { line, column } = placed.positionOf(path);
        return { line: line + 10, column };
      },
    }));
    inspectObjects([{ objects, problems }], { memory });
    const { objects: reports } = inspectObjects([{ objects: moved, problems }], { memory });
    expect(reports.map(({ file, line, problems: found }) => [file, line, found.length])).toEqual([
      ['b.yaml', 11, 1],
    ]);
    expect(reports[0]?.problems).toMatchObject([
      { file: 'b.yaml', line: 14, code: 'INVALID_QUANTITY' },
    ]);
  });
});

test('an object that is another value is inspected again', () => {
  const memory = createInspectionMemory();
  const pod = (cpu: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }] },
  });
  const [known, other] = [pod('1'), pod('2')];
  const requests = (...pods: readonly ReturnType<typeof pod>[]) =>
    inspectObjects([parsedObjects(pods)], { memory }).objects.map(({ pod: found }) => found);
  const [before] = requests(known);
  const [same, changed] = requests(known, other);
  expect(same).toBe(before);
  expect(changed?.requests).toMatchObject({ cpu: { mantissa: 2 } });
});
