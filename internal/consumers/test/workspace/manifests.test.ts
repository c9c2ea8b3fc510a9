import { readdirSync, readFileSync } from 'node:fs';
import { validateFlowSchema, validatePriorityLevel } from '@kubesem/apf';
import type { FieldProblem } from '@kubesem/core';
import { podTemplateOf } from '@kubesem/core/kinds';
import { inspectObjects } from '@kubesem/inspect';
import { type JSONObject, parseObjects } from '@kubesem/manifests';
import { matchesLabelSelector } from '@kubesem/selectors';
import { validateConfigMap, validatePod, validateSecret } from '@kubesem/validation';
import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
import { validateService } from '@kubesem/validation/service';
import { workloadKind } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url).pathname;

/** Texts that show invalid manifests, and say so. */
const INVALID = /invalid on purpose/i;

/** The manifests of a file: the file, or its blocks of YAML and its template literals. */
function* manifestsOf(file: string): Generator<string> {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  if (file.endsWith('.yaml')) {
    if (!INVALID.test(text)) {
      yield text;
    }
    return;
  }
  let last = 0;
  for (const { 1: block, 2: literal, index, 0: whole } of text.matchAll(
    /```ya?ml\n([\s\S]*?)```|[=:] `(\n?apiVersion:[^`$]*)`/g,
  )) {
    const before = text.slice(last, index);
    last = index + whole.length;
    const manifests = block ?? literal ?? '';
    // Other YAML is of CI systems and of tools.
    if (!INVALID.test(before) && /^\s*(?:- )?(?:apiVersion:|\{.*apiVersion:)/m.test(manifests)) {
      yield manifests;
    }
  }
}

interface Workload {
  readonly selector?: { readonly matchLabels?: { readonly [label: string]: string } };
  readonly template?: {
    readonly metadata?: { readonly labels?: { readonly [label: string]: string } };
  };
}

/** What is missing in a Pod or workload. */
function* faultsOf(kind: string, spec: Workload, pod: object | undefined): Generator<string> {
  const { selector, template } = spec;
  if (/^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet)$/.test(kind)) {
    if (Object.keys(selector ?? {}).length === 0) {
      yield 'no selector';
    } else if (!matchesLabelSelector(selector, template?.metadata?.labels)) {
      yield 'the selector does not match the labels of the template';
    }
  }
  const podSpec = (pod as { readonly spec?: JSONObject } | undefined)?.spec;
  if (pod !== undefined && !podSpec?.containers) {
    yield 'no containers';
  }
  for (const list of ['containers', 'initContainers']) {
    const containers = (podSpec?.[list] ?? []) as readonly JSONObject[];
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

type Validate = (object: never) => readonly Pick<FieldProblem, 'path' | 'message'>[];

/** What checks the objects of a kind. */
const VALIDATORS: { readonly [kind: string]: Validate | undefined } = {
  Service: validateService,
  EndpointSlice: validateEndpointSlice,
  ConfigMap: validateConfigMap,
  Secret: validateSecret,
  FlowSchema: validateFlowSchema,
  PriorityLevelConfiguration: validatePriorityLevel,
};

/** What all validators of the family find in an object. */
function problemsOf(object: JSONObject, pod: object | undefined): string[] {
  const kind = String(object.kind);
  const found = [
    ...(VALIDATORS[kind]?.(object as never) ?? []),
    ...(pod === undefined ? [] : validatePod(pod, { origin: kind === 'Pod' ? 'new' : 'template' })),
  ];
  return found.map(({ path, message }) => `${kind} ${path}: ${message}`);
}

/** What `kubesem inspect` calls an error: an object that the API server rejects, or that cannot work. */
function errorsOf(name: string, text: string): string[] {
  return inspectObjects([parseObjects({ name, text })]).problems.flatMap(
    ({ severity, line, path, message }) =>
      severity === 'error' ? [`line ${line} ${path}: ${message}`] : [],
  );
}

test.each(FILES)('all manifests in %s are valid', (name) => {
  const faults = [...manifestsOf(name)].flatMap((text) => [
    ...errorsOf(name, text),
    ...parseObjects({ name, text }).objects.flatMap(({ apiVersion, kind, object }) => {
      const spec = (object.spec ?? {}) as Workload;
      const pod = kind === 'Pod' ? object : podTemplateOf(object);
      const { name, generateName } = (object.metadata ?? {}) as JSONObject;
      const isNamed = name || generateName || workloadKind(apiVersion, kind) === undefined;
      const faults = [...(isNamed ? [] : ['no name']), ...faultsOf(kind, spec, pod)].map(
        (fault) => `${kind}: ${fault}`,
      );
      return [...faults, ...problemsOf(object, pod)];
    }),
  ]);
  expect(faults).toEqual([]);
});
