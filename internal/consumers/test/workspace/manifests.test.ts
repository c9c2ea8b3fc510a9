import { readdirSync, readFileSync } from 'node:fs';
import { type JSONObject, parseObjects } from '@kubesem/manifests';
import { matchesLabelSelector } from '@kubesem/selectors';
import { findWorkloadKind } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url).pathname;

/** Texts that show invalid manifests, and say so. */
const INVALID = /invalid on purpose/;

/** The manifests of a file: the file, or its blocks of YAML and its template literals. */
function* manifestsOf(file: string): Generator<string> {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  if (file.endsWith('.yaml')) {
    yield text;
    return;
  }
  let last = 0;
  for (const { 1: block, 2: literal, index, 0: whole } of text.matchAll(
    /```ya?ml\n([\s\S]*?)```|[=:] `(\n?apiVersion:[^`$]*)`/g,
  )) {
    const before = text.slice(last, index);
    last = index + whole.length;
    if (!INVALID.test(before)) {
      yield block ?? literal ?? '';
    }
  }
}

interface Workload {
  readonly selector?: { readonly matchLabels?: { readonly [label: string]: string } };
  readonly template?: {
    readonly metadata?: { readonly labels?: { readonly [label: string]: string } };
    readonly spec?: { readonly [list: string]: unknown };
  };
}

/** What is missing in a workload. */
function* faultsOf(kind: string, spec: Workload): Generator<string> {
  const { selector, template } = spec;
  if (/^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet)$/.test(kind)) {
    if (Object.keys(selector ?? {}).length === 0) {
      yield 'no selector';
    } else if (!matchesLabelSelector(selector, template?.metadata?.labels)) {
      yield 'the selector does not match the labels of the template';
    }
  }
  for (const list of ['containers', 'initContainers']) {
    const containers = (template?.spec?.[list] ?? []) as readonly JSONObject[];
    for (const { name, image } of containers) {
      if (!name || !image) {
        yield `${list}: a container without name or image`;
      }
    }
  }
}

const inFolder = (folder: string) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  );
const FILES = [
  'README.md',
  ...readdirSync(`${ROOT}packages`).map((name) => `packages/${name}/README.md`),
  ...['docs', 'examples', 'internal/panels/src']
    .flatMap(inFolder)
    .filter((file) => /\.(?:md|yaml)$|\/box\.ts$/.test(file)),
].filter(
  // Without the pages that `npm run docs` generates.
  (file) => !/node_modules|\/\.vitepress\/|^docs\/(?:reference|command\/(?!ci\.md))/.test(file),
);

test('finds manifests', () => {
  expect(FILES).toContain('packages/inspect/README.md');
  expect(FILES.flatMap((file) => [...manifestsOf(file)]).length).toBeGreaterThan(20);
});

test.each(FILES)('the workloads in %s are valid', (name) => {
  const faults = [...manifestsOf(name)].flatMap((text) =>
    parseObjects({ name, text }).objects.flatMap(({ apiVersion, kind, object }) => {
      const spec = (object.spec ?? {}) as Workload;
      const isWorkload = kind !== 'Pod' && findWorkloadKind(apiVersion, kind) !== undefined;
      return isWorkload ? [...faultsOf(kind, spec)].map((fault) => `${kind}: ${fault}`) : [];
    }),
  );
  expect(faults).toEqual([]);
});
