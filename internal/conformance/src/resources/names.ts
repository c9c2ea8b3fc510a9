import { parseQuantity } from '@kubesem/quantity';
import { type ResourceKind, resourceAmountErrors, resourceKind } from '@kubesem/resources';
import { isIntegerResource, isOvercommitAllowed } from '@kubesem/resources/internal';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { explainFraction } from '../quantity/int64.js';
import { validQuantityText } from '../quantity/texts.js';

const PREFIXES = [
  ...['', '', ''],
  ...words(`
    requests. limits. count/ hugepages- requests.hugepages- attachable-volumes-
    deviceclass.resource.kubernetes.io/ example.com/ kubernetes.io/ requests.example.com/
    limits.example.com/ a.kubernetes.io/ notkubernetes.io/ gold.storageclass.storage.k8s.io/
    EXAMPLE.com/ a/b/ /
  `),
  `${'a'.repeat(60)}.example/`,
];
const NAMES = [
  ...words(`
    cpu memory ephemeral-storage storage pods services services.nodeports services.loadbalancers
    secrets configmaps resourcequotas persistentvolumeclaims replicationcontrollers
    requests.storage deployments.apps jobs.batch events 2Mi 1Gi
  `),
  '',
  ...words('gpu devices Gpu foo_bar -x'),
  ...['x'.repeat(63), 'x'.repeat(64)],
];
const CHARACTERS = [...'abcXYZ019-._/ é'];

function name(random: Random): string {
  const made = random.pick(PREFIXES) + random.pick(NAMES);
  return random.percent(15) ? random.edited(made, CHARACTERS) : made;
}

/** The name of a resource, or nearly one. */
function resourceName(random: Random): Json {
  return name(random);
}

/** Every prefix with every name. */
function* resourceNames(): Iterable<Json> {
  for (const prefix of new Set(PREFIXES)) {
    for (const rest of NAMES) {
      yield prefix + rest;
    }
  }
}

const VALUES = words(`
  0 1 3 3000m 3Ki 0.5 1500m -1 -0.5 1n 2.9999999 1e3 10E 9223372036854775 9223372036854776
  9223372036854775807 0.999 1.0000000001Ki
`);

/** A resource and an amount of it. */
function resourceAmount(random: Random): JsonObject {
  const value = random.percent(60) ? random.pick(VALUES) : validQuantityText(random);
  return { resource: name(random), value };
}

/** Each amount of some resources. */
function* resourceAmounts(): Iterable<Json> {
  for (const resource of words(
    'cpu pods example.com/gpu count/pods requests.example.com/gpu storage',
  )) {
    for (const value of VALUES) {
      yield { resource, value };
    }
  }
}

/** Properties of a resource name in Kubernetes. */
interface Traits {
  readonly extended: boolean;
  readonly hugePage: boolean;
  readonly attachableVolume: boolean;
  readonly overcommitAllowed: boolean;
  readonly integer: boolean;
  readonly counted: readonly string[];
  readonly quota: readonly string[];
}

/** Names that both quotas and Pods use. */
const REQUESTED = /^(cpu|memory|ephemeral-storage|pods)$/;

/** The kind of a name, derived from several helpers of Kubernetes. */
function kindOf(name: string, traits: Traits): ResourceKind {
  if (traits.quota.some((message) => !message.startsWith('must be a standard resource'))) {
    return 'invalid';
  }
  if (traits.hugePage) {
    return 'hugepages';
  }
  if (traits.attachableVolume) {
    return 'attachableVolumes';
  }
  if (traits.counted.length > 0 && !REQUESTED.test(name)) {
    return 'quota';
  }
  return traits.extended ? 'extended' : 'native';
}

const kind: Operation = {
  name: 'resource.kind',
  program: 'kubernetes',
  examples: resourceNames,
  generate: resourceName,
  compare(input, theirs, comparison) {
    const name = input as string;
    const traits = theirs.out as unknown as Traits;
    const ours = resourceKind(name);
    comparison.field('kind', kindOf(name, traits), ours);
    comparison.field('overcommit', traits.overcommitAllowed, isOvercommitAllowed(name));
    comparison.field('integer', traits.integer, isIntegerResource(name));
  },
  kind: (input, { out }) => {
    const { quota, counted, ...traits } = out as JsonObject;
    return `${resourceKind(input as string)},${Object.values(traits).map(Number).join('')}`;
  },
};

const MESSAGES = {
  NEGATIVE: 'must be greater than or equal to 0',
  FRACTIONAL_EXTENDED_RESOURCE: 'must be an integer',
} as const;

const amount: Operation = {
  name: 'resource.value',
  program: 'kubernetes',
  examples: resourceAmounts,
  generate: resourceAmount,
  compare(input, theirs, comparison) {
    const { resource, value } = input as { readonly resource: string; readonly value: string };
    const ours = attempt(() => resourceAmountErrors(resource, value));
    comparison.field('error', theirs.err, ours.code === undefined ? undefined : 'Decode');
    if (theirs.err !== undefined || ours.value === undefined) {
      return;
    }
    const messages = theirs.out as readonly string[];
    const { NEGATIVE, FRACTIONAL_EXTENDED_RESOURCE } = MESSAGES;
    const isFraction = messages.includes(FRACTIONAL_EXTENDED_RESOURCE);
    const ourIsFraction = ours.value.includes('FRACTIONAL_EXTENDED_RESOURCE');
    comparison.field('fraction', isFraction, ourIsFraction, () =>
      explainFraction(parseQuantity(value), isFraction),
    );
    // Huge pages are only checked in Pods.
    const expected = [
      ...(ours.value.includes('NEGATIVE') ? [NEGATIVE] : []),
      ...(isFraction ? [FRACTIONAL_EXTENDED_RESOURCE] : []),
    ];
    comparison.field('messages', messages.join(), expected.join());
  },
  kind: (input, { err, out }) =>
    `${err},${out},${resourceKind((input as { resource: string }).resource)}`,
};

/** Kinds of resource names, and the amounts that they allow. */
export const resourceNameOperations: readonly Operation[] = [kind, amount];
