import {
  isIntegerResource,
  isOvercommitAllowed,
  type ResourceKind,
  resourceAmountErrors,
  resourceKind,
} from '@kubesem/resources';
import { attempt } from '../comparison.js';
import {
  resourceAmount,
  resourceAmounts,
  resourceName,
  resourceNames,
} from '../generators/resource-names.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { amountDeviation } from './amount-deviation.js';

/** What Kubernetes says of a name. */
interface Traits {
  readonly extended: boolean;
  readonly hugePage: boolean;
  readonly attachableVolume: boolean;
  readonly overcommitAllowed: boolean;
  readonly integer: boolean;
  readonly counted: readonly string[];
  readonly quota: readonly string[];
}

/** Names that are in quotas and in Pods. */
const REQUESTED = /^(cpu|memory|ephemeral-storage|pods)$/;

/** The kind by the helpers of Kubernetes, which has no one word for it. */
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

const MESSAGES: { readonly [code: string]: string } = {
  NEGATIVE: 'must be greater than or equal to 0',
  FRACTIONAL_EXTENDED_RESOURCE: 'must be an integer',
};

const amount: Operation = {
  name: 'resource.value',
  program: 'kubernetes',
  examples: resourceAmounts,
  generate: resourceAmount,
  compare(input, theirs, comparison) {
    const { resource, value } = input as { readonly resource: string; readonly value: string };
    const ours = attempt(() => resourceAmountErrors(resource, value));
    const messages = ours.value?.flatMap((code) => MESSAGES[code] ?? []).join();
    const answer = theirs.err ?? (theirs.out as readonly string[]).join();
    comparison.field('messages', answer, ours.code === undefined ? messages : 'Decode', () =>
      amountDeviation(input),
    );
  },
  kind: (input, { err, out }) =>
    `${err},${out},${resourceKind((input as { resource: string }).resource)}`,
};

/** What the names of resources stand for, and which amounts they can have. */
export const resourceNameOperations: readonly Operation[] = [kind, amount];
