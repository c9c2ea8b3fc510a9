import { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from '@kubesem/apf';
import { anyName } from '../../core/names.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { flowSchema } from '../classification.js';
import { essence } from './essence.js';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const VERSIONS = ['v1', 'v1', 'v1', 'v1beta3', 'v1beta2', 'v1beta1'];
const PRESERVE_ZERO = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** The field with a value or null, or nothing. */
function maybe<T extends Json>(random: Random, field: string, value: () => T): JsonObject {
  if (random.percent(25)) {
    return {};
  }
  return { [field]: random.percent(5) ? null : value() };
}

function number(random: Random): number {
  return random.pick([0, 0, 1, 2, 6, 8, 30, 64, 100, 101, 128, -1, 2_147_483_647, 10_000_001]);
}

function limitResponse(random: Random): JsonObject {
  const queuing = () => ({
    ...maybe(random, 'queues', () => number(random)),
    ...maybe(random, 'handSize', () => number(random)),
    ...maybe(random, 'queueLengthLimit', () => number(random)),
  });
  const type = random.pick(['Queue', 'Queue', 'Queue', 'Reject', 'Reject', 'Other', '']);
  const isOdd = random.percent(10);
  return {
    ...maybe(random, 'type', () => type),
    ...((type === 'Queue') !== isOdd && maybe(random, 'queuing', queuing)),
  };
}

function limited(random: Random, shares: string): JsonObject {
  return {
    ...maybe(random, shares, () => number(random)),
    ...maybe(random, 'lendablePercent', () => number(random)),
    ...maybe(random, 'borrowingLimitPercent', () => number(random)),
    ...maybe(random, 'limitResponse', () => limitResponse(random)),
  };
}

function metadata(random: Random, names: readonly string[]): JsonObject {
  const annotations = {
    ...random.maybe(20, () => ({ [PRESERVE_ZERO]: random.pick(['', 'x']) })),
    ...random.maybe(20, () => ({ other: 'x' })),
  };
  return {
    ...random.maybe(97, () => ({ name: random.pick(names) })),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function level(random: Random, names: readonly string[]): JsonObject {
  const version = random.pick(VERSIONS);
  const isOld = version === 'v1beta1' || version === 'v1beta2';
  // kubesem also reads the old name in a v1 object, where the server would ignore it.
  const shares =
    isOld && random.percent(95) ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
  const type = random.pick(['Limited', 'Limited', 'Limited', 'Exempt', 'Exempt', 'Other', '']);
  const isOdd = random.percent(8);
  const exempt = () => ({
    ...maybe(random, 'nominalConcurrencyShares', () => number(random)),
    ...maybe(random, 'lendablePercent', () => number(random)),
  });
  const spec = () => ({
    ...maybe(random, 'type', () => type),
    ...((type === 'Limited' || isOdd) && maybe(random, 'limited', () => limited(random, shares))),
    ...((type === 'Exempt' || isOdd) && maybe(random, 'exempt', exempt)),
  });
  return {
    apiVersion: `${GROUP}/${version}`,
    kind: 'PriorityLevelConfiguration',
    metadata: metadata(random, names),
    ...maybe(random, 'spec', spec),
  };
}

function schema(random: Random, names: readonly string[]): JsonObject {
  const name = random.pick(names);
  return {
    apiVersion: `${GROUP}/${random.pick(VERSIONS)}`,
    kind: 'FlowSchema',
    ...flowSchema(random, name, ['low', 'exempt', 'catch-all', '', 'Low', 'a.b']),
    metadata: metadata(random, [name]),
  };
}

const NAMES = ['exempt', 'catch-all', 'low', 'a.b', 'UPPER', 'a_b', '', 'exempt.'];

/** One object of either kind and any version; few of them are valid. */
export function configurationObject(random: Random): Json {
  const names = random.percent(5) ? [anyName(random).replaceAll(/\p{Surrogate}/gu, 'x')] : NAMES;
  return { object: random.percent(60) ? level(random, names) : schema(random, names) };
}

const defaults: Operation = {
  name: 'apf.defaults',
  program: 'apf',
  examples: () => [],
  generate: configurationObject,
  compare(input, theirs, comparison) {
    const { object } = input as { object: JsonObject };
    const ours =
      object.kind === 'FlowSchema'
        ? applyFlowSchemaDefaults(object)
        : applyPriorityLevelDefaults(object);
    comparison.field('object', essence(theirs.out), essence(ours));
  },
  kind(input, { out }) {
    const { apiVersion, kind } = (input as { object: JsonObject }).object;
    const { spec } = out as { spec: JsonObject };
    const { limited } = spec as { limited?: JsonObject };
    const shape = `${Object.keys(spec)},${Object.keys(limited ?? {})}`;
    return kind === 'FlowSchema' ? `${apiVersion}` : `${apiVersion},${spec.type},${shape}`;
  },
};

/** Defaults of FlowSchemas and PriorityLevelConfigurations. */
export const apfDefaultsOperations: readonly Operation[] = [defaults];
