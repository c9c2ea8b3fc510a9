import type { PodSpec, ResourceFieldSelector, ResourceList } from '@kubesem/core';
import { quantityFromJSON } from '@kubesem/quantity';
import {
  type ResourceFieldOptions,
  type ResourceFieldValue,
  resourceFieldValue,
} from '@kubesem/resources';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { int64Scale, possibleInt64s } from '../quantity/int64.js';
import { Maker } from './maker.js';

const FIELDS = words('cpu cpu memory memory ephemeral-storage hugepages-2Mi hugepages-');
const OTHER_FIELDS = [
  'limits.pods',
  'requests.example.com/gpu',
  'cpu',
  '',
  'limits.',
  'Limits.cpu',
];
const DIVISORS: readonly Json[] = [
  ...['0', '1', '1m', '1k', '1Ki', '1M', '1Mi', '1Gi', '1E', '3', '0.3', '7Mi', '1n', '100u', 0, 1],
];
const CONTAINERS = ['a', 'b', 'i', 'j', ''];

/** A Pod, and what its node can allocate. */
export function podOnNode(random: Random, maker: Maker): JsonObject {
  return {
    pod: maker.pod({ name: 'new', namespace: 'default' }, undefined),
    ...random.maybe(90, () => ({
      allocatable: maker.list(
        ['cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi'].filter(() => random.percent(85)),
      ),
    })),
  };
}

/** A Pod, and a request or limit that one of its containers reads. */
function resourceField(random: Random): JsonObject {
  const maker = new Maker(random);
  const field = `${random.pick(['limits', 'limits', 'requests'])}.${random.pick(FIELDS)}`;
  return {
    ...podOnNode(random, maker),
    container: random.pick(CONTAINERS),
    ref: {
      resource: random.percent(96) ? field : random.pick(OTHER_FIELDS),
      ...random.maybe(60, () => ({
        containerName: random.pick([...CONTAINERS, 'a', 'a', 'missing', '']),
      })),
      ...random.maybe(60, () => ({ divisor: random.pick(DIVISORS) })),
    },
  };
}

const LIMITED: JsonObject = {
  name: 'a',
  resources: {
    requests: { cpu: '250m', memory: '64Mi', 'hugepages-2Mi': '4Mi' },
    limits: { cpu: '1500m', memory: '1.5Gi', 'hugepages-2Mi': '4Mi', 'ephemeral-storage': '3G' },
  },
};
/** Pods with and without requests and limits. */
export const LIMITED_SPECS: readonly JsonObject[] = [
  { containers: [LIMITED] },
  { containers: [{ name: 'a' }] },
  { containers: [{ name: 'a', resources: { limits: { cpu: '0', memory: '0' } } }] },
  { containers: [{ name: 'a' }], resources: { limits: { cpu: '3', memory: '2Gi' } } },
  { containers: [{ name: 'a' }], resources: { requests: { cpu: '3', memory: '2Gi' } } },
  { containers: [LIMITED, { name: 'b' }], initContainers: [{ name: 'i' }] },
  { containers: [LIMITED], initContainers: [{ ...LIMITED, name: 'i', restartPolicy: 'Always' }] },
  { containers: [LIMITED], overhead: { memory: '120Mi', cpu: '250m' } },
  {
    containers: [
      {
        name: 'a',
        resources: { requests: { memory: '1Gi', cpu: '1' }, limits: { memory: '1Gi', cpu: '1' } },
      },
    ],
  },
];
/** What an ordinary node can allocate. */
export const ALLOCATABLE: JsonObject = { cpu: '3920m', memory: '15Gi', 'ephemeral-storage': '95G' };

/** Pods of which a container has no name. */
const UNNAMED: readonly JsonObject[] = [
  { containers: [{ ...LIMITED, name: '' }] },
  { containers: [{ name: 'a' }, { resources: { limits: { cpu: '7' } } }] },
  { containers: [{ name: 'a' }], initContainers: [{ ...LIMITED, name: '' }] },
  { containers: [{ name: 'a' }], ephemeralContainers: [{ ...LIMITED, name: '' }] },
];

/** Each request and limit of each Pod. */
function* resourceFields(): Iterable<Json> {
  for (const spec of UNNAMED) {
    for (const container of ['', 'a']) {
      for (const containerName of [{}, { containerName: '' }]) {
        const ref = { resource: 'limits.cpu', divisor: '1m', ...containerName };
        yield { pod: { spec }, container, allocatable: ALLOCATABLE, ref };
      }
    }
  }
  for (const spec of LIMITED_SPECS) {
    const base = { pod: { spec }, container: 'a', allocatable: ALLOCATABLE };
    for (const resource of [
      'limits.cpu',
      'limits.memory',
      'requests.memory',
      'limits.ephemeral-storage',
    ]) {
      yield { ...base, ref: { resource } };
      yield { ...base, ref: { resource, containerName: 'a', divisor: '1m' } };
      yield { ...base, ref: { resource, containerName: 'i', divisor: '1Mi' } };
    }
    yield {
      ...base,
      ref: { resource: 'limits.hugepages-2Mi', containerName: 'a', divisor: '1Mi' },
    };
    yield {
      ...base,
      allocatable: { memory: '15Gi' },
      ref: { resource: 'limits.cpu', containerName: 'a' },
    };
    yield { ...base, ref: { resource: 'limits.cpu', containerName: 'missing' } };
    yield { ...base, ref: { resource: 'limits.pods', containerName: 'a' } };
  }
}

interface FieldCase {
  readonly pod: { readonly spec: PodSpec };
  readonly container: string;
  readonly ref: ResourceFieldSelector;
  readonly allocatable?: ResourceList;
}

/** The value, or our code for the error message. */
function valueOf(answer: Json | undefined): Json | undefined {
  const { error } = (answer ?? {}) as { readonly error?: string };
  if (error === undefined) {
    return answer;
  }
  return error.startsWith('unsupported') ? 'RESOURCE_NOT_SUPPORTED' : 'CONTAINER_NOT_FOUND';
}

/** The quotient of two floats, rounded up, as an int64. */
function goQuotient(dividend: bigint, divisor: bigint): string {
  const quotient = Math.ceil(Number(dividend) / Number(divisor));
  return String(BigInt(Math.abs(quotient) < 2 ** 63 ? quotient : -(2 ** 63)));
}

/** Why the value may differ: the amount or the divisor is another int64 in Go. */
function explainValue(
  theirs: Json | undefined,
  resource: string,
  { amount, divisor, value }: ResourceFieldValue,
): DeviationId | undefined {
  const scale = int64Scale(resource);
  const dividends = possibleInt64s(amount, scale);
  for (const [by, ofDivisor] of possibleInt64s(divisor, scale)) {
    for (const [dividend, ofAmount] of dividends) {
      if (goQuotient(dividend, by) === theirs) {
        const isBeyond = Math.abs(Number(value)) >= 2 ** 63;
        return ofAmount ?? ofDivisor ?? (isBeyond ? 'int64-overflow' : undefined);
      }
    }
  }
  return undefined;
}

function compareValue(
  name: string,
  theirs: Json | undefined,
  { pod, ref }: FieldCase,
  options: ResourceFieldOptions,
  comparison: Comparison,
): void {
  const ours = attempt(() => resourceFieldValue(pod, ref, options));
  const resource = (ref.resource ?? '').replace(/^\w+\./, '');
  if (ours.value && ours.value.rule !== 'CONTAINER') {
    // The amount must be the one that the rule names.
    const { rule, amount } = ours.value;
    const { nodeAllocatable } = options;
    const source = { NODE: nodeAllocatable, POD: pod.spec.resources?.limits, NONE: undefined }[
      rule
    ];
    const expected = quantityFromJSON(source?.[resource] ?? 0);
    comparison.field(`${name}: amount`, expected.toString(), amount.toString());
  }
  comparison.field(
    name,
    valueOf(theirs),
    ours.code ?? ours.value.value,
    () => ours.value && explainValue(theirs, resource, ours.value),
  );
}

const field: Operation = {
  name: 'downward.resourceField',
  program: 'kubernetes',
  examples: resourceFields,
  generate: resourceField,
  compare(input, { out }, comparison) {
    const given = input as unknown as FieldCase;
    const { container, allocatable } = given;
    const nodeAllocatable = allocatable ?? {};
    const { env, volume } = out as JsonObject;
    if (env !== undefined) {
      compareValue('variable', env, given, { container, nodeAllocatable }, comparison);
    }
    compareValue('file', volume, given, { nodeAllocatable }, comparison);
  },
  kind: (input, { out }) => {
    const { ref, container } = input as unknown as FieldCase;
    const { env, volume } = out as JsonObject;
    const values = [env, volume].map((value) => `${valueOf(value)}`.replace(/\d+/, 'n'));
    return [values, ref.resource, ref.containerName === container, env === volume].join();
  },
};

/** Requests and limits that containers read through the downward API. */
export const downwardOperations: readonly Operation[] = [field];
