import { podFieldValue } from '@kubesem/config';
import type { FieldProblem, Pod } from '@kubesem/core';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { joined } from './text.js';

/** Fields that a `fieldRef` selects, and others. */
export const FIELD_PATHS: readonly string[] = [
  ...['metadata.name', 'metadata.namespace', 'metadata.uid', 'metadata.labels'],
  ...['metadata.annotations', "metadata.labels['app']", "metadata.annotations['a']"],
  ...["metadata.labels['']", "metadata.labels['App']", "metadata.annotations['EXAMPLE.com/A']"],
  ...["metadata.labels['example.com/a']", "metadata.labels[']", "metadata.name['a']", "['a']"],
  ...["spec.nodeName['a']", 'spec.nodeName', 'spec.host', 'spec.serviceAccountName'],
  ...['spec.restartPolicy', 'spec.schedulerName', 'status.phase', 'status.hostIP'],
  ...['status.hostIPs', 'status.podIP', 'status.podIPs', '', 'metadata', 'metadata.generateName'],
  ...["metadata.labels['constructor']", "metadata.labels['a_']", "metadata.annotations['-']"],
];

const TEXT = [
  'a',
  'B',
  '-',
  '"',
  '\\',
  '\n',
  '\t',
  '\0',
  '\x7f',
  'é',
  '\u00a0',
  '\u00ad',
  '😀',
  '\u200b',
];
const KEYS = ['app', 'App', 'a', 'example.com/a', 'EXAMPLE.com/A', 'constructor', 'z'];

/** A Pod with what fields can select. */
export function podWithFields(random: Random): JsonObject {
  const map = (): JsonObject =>
    Object.fromEntries(random.list(4, () => [random.pick(KEYS), joined(random, 4, TEXT)]));
  return {
    metadata: {
      namespace: random.pick(['default', 'shop', '']),
      ...random.maybe(90, () => ({ name: 'web', uid: '1234' })),
      ...random.maybe(80, () => ({ labels: map() })),
      ...random.maybe(80, () => ({ annotations: map() })),
    },
    spec: {
      ...random.maybe(70, () => ({ nodeName: 'node' })),
      ...random.maybe(70, () => ({ serviceAccountName: 'robot', schedulerName: 'default' })),
    },
    status: { phase: 'Running' },
  };
}

const field: Operation = {
  name: 'config.field',
  program: 'kubernetes',
  *examples() {
    const map = { app: 'shop', 'example.com/a': 'b "c"\n', App: '\u00ad' };
    const pod = {
      metadata: { name: 'web', namespace: 'shop', uid: '1', labels: map, annotations: map },
      spec: { nodeName: 'n', serviceAccountName: 's' },
    };
    for (const fieldPath of FIELD_PATHS) {
      yield { pod, apiVersion: 'v1', fieldPath };
      yield { pod: {}, apiVersion: 'v1', fieldPath };
    }
  },
  generate: (random) => ({
    pod: podWithFields(random),
    apiVersion: 'v1',
    fieldPath: random.percent(90)
      ? random.pick(FIELD_PATHS)
      : random.edited(random.pick(FIELD_PATHS), ["'", '[', ']', 'a', '.', ' ']),
  }),
  compare(input, theirs, comparison) {
    const { pod, fieldPath } = input as unknown as { pod: Pod; fieldPath: string };
    const { volume, label } = theirs.out as { volume: Json; label: Json };
    const file = answered(() => podFieldValue(pod, fieldPath, { use: 'volume' }));
    comparison.field('file', asked(volume), file);
    // The label is checked first. Then the variable is what the file would be, but for fields that files cannot have.
    const variable = (): string => answered(() => podFieldValue(pod, fieldPath, { use: 'env' }));
    if (typeof label !== 'string') {
      comparison.field('variable that is rejected', asked(label), variable());
    } else if (
      /^(metadata\.(labels|annotations)|spec\.restartPolicy|spec\.schedulerName|status\.phase)$/.test(
        label,
      )
    ) {
      // The kubelet could read some of them, but the API server rejects them.
      comparison.field('variable that no Pod has', true, variable().startsWith('error: '));
    } else if (!/^(spec\.(nodeName|serviceAccountName)|status\.(host|pod)IP)/.test(label)) {
      comparison.field('variable', asked(volume), variable());
    }
  },
  kind(input, { out }) {
    const { fieldPath } = input as { fieldPath: string };
    const { volume, label } = out as { volume: Json; label: Json };
    return [fieldPath, typeof volume, typeof label].join();
  },
};

/** A message without the reasons why a name is invalid, for which we have words of our own. */
export function withoutReasons(message: string): string {
  return message.replace(
    /(invalid key subscript in [^]*?\]: |is not a? ?valid key name[^:]*(: | for a Secret )).*/s,
    '$1',
  );
}

/** An answer of the oracle: the text, or the error. */
function asked(answer: Json): string {
  return typeof answer === 'string'
    ? answer
    : `error: ${withoutReasons((answer as JsonObject).error as string)}`;
}

/** The text, or the error with its message. */
function answered(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return `error: ${withoutReasons((error as { readonly problem: FieldProblem }).problem.message)}`;
  }
}

/** Fields of the Pod. */
export const fieldOperations: readonly Operation[] = [field];
