import { type CgroupOptions, type CgroupValues, explainPodCgroups, podCgroups } from '@kubesem/qos';
import { attempt, type Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { compareRejection } from '../../resources/pod/comparison.js';
import { givenPod } from '../pod.js';

/** Settings of a kubelet, in the format of the oracle. */
export function randomSettings(random: Random, withMemoryQos: boolean): JsonObject {
  return {
    ...random.maybe(15, () => ({ cpuCFSQuota: random.percent(20) })),
    ...random.maybe(25, () => ({
      cpuCFSQuotaPeriodMicroseconds: random.pick([1000, 5000, 12_345, 100_000, 1_000_000]),
    })),
    ...random.maybe(withMemoryQos ? 60 : 0, () => ({
      memoryReservationPolicy: random.pick(['None', 'TieredReservation', 'TieredReservation']),
    })),
    ...random.maybe(withMemoryQos ? 70 : 0, () => ({
      memoryThrottlingFactor: random.pick([0.9, 0.8, 1, 0.1, 0.333, 1e-9]),
    })),
    ...random.maybe(withMemoryQos ? 70 : 0, () => ({
      allocatableMemory: random.pick(['8Gi', '31.5Gi', '1000', '7999999999']),
    })),
  };
}

/** A kubelet with its defaults. */
export const NO_SETTINGS: JsonObject = {};

/** The files of one cgroup, as the oracle reports them. */
export interface TheirCgroup {
  readonly cpuShares?: string;
  readonly cpuWeight?: number;
  readonly cpuQuota?: string;
  readonly cpuPeriod?: string;
  readonly memoryLimit?: string;
  readonly hugepages?: { readonly [size: string]: string };
  readonly unified?: { readonly [file: string]: string };
}

/** The settings of a case as our options. */
export function settingsOf(input: Json): CgroupOptions {
  const { settings = {} } = input as { readonly settings?: JsonObject };
  return {
    cpuCfsQuota: settings.cpuCFSQuota as boolean | undefined,
    cpuCfsQuotaPeriodMicroseconds: settings.cpuCFSQuotaPeriodMicroseconds as number | undefined,
    memoryReservationPolicy: settings.memoryReservationPolicy as 'None' | undefined,
    memoryThrottlingFactor: settings.memoryThrottlingFactor as number | undefined,
    nodeAllocatableMemory: settings.allocatableMemory as string | undefined,
  };
}

/** The number, or `none` if the kubelet does not set it or treats it as unlimited. */
export function isSet(text: string | undefined): string {
  return text === undefined || text === '0' || text === '-1' || text === 'max' ? 'none' : text;
}

/** Computes our cgroups of a Pod; undefined if the Pod is invalid on either side. */
export function askCgroups(
  input: Json,
  theirs: Answer,
  comparison: Comparison,
): readonly [pod: CgroupValues, ...containers: CgroupValues[]] | undefined {
  const pod = givenPod(input);
  const ours = attempt(() => podCgroups(pod, settingsOf(input)));
  if (compareRejection(pod as Json, theirs, ours, comparison) || ours.value === undefined) {
    return undefined;
  }
  const explained = explainPodCgroups(pod, settingsOf(input));
  comparison.field(
    'explained',
    JSON.stringify([ours.value.pod, ...ours.value.containers.map(({ cpuShares }) => cpuShares)]),
    JSON.stringify([
      explained.pod.values,
      ...explained.containers.map(({ values }) => values.cpuShares),
    ]),
  );
  return [ours.value.pod, ...ours.value.containers];
}

/** The name of a cgroup: the Pod comes first, followed by its containers. */
export function cgroupName(index: number): string {
  return index === 0 ? 'pod' : `containers[${index - 1}]`;
}
