import type { FieldPathSegment, Pod } from '@kubesem/core';
import {
  type CgroupOptions,
  type CgroupSources,
  type CgroupValues,
  podCgroups,
} from '@kubesem/qos';
import type { Quantity } from '@kubesem/quantity';
import { podLimits, podRequests } from '@kubesem/resources';
import { containerResources, podLevelResources } from '@kubesem/resources/internal';
import { attempt, type Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { compareRejection } from '../../resources/pod/comparison.js';
import { type Amounts, givenPod, parsedAmounts } from '../pod.js';

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

/** One of our cgroups: the values with their sources, and the amounts that they come from. */
export interface OurCgroup {
  /** The Pod comes first, followed by its containers. */
  readonly name: string;
  readonly values: CgroupValues & { readonly sources: CgroupSources };
  /** What the kubelet reads for each group of values; the limit of the Pod counts if a container has none. */
  readonly amounts: CgroupAmounts;
}

interface CgroupAmounts {
  readonly cpuRequest: AmountList;
  readonly cpuLimit: AmountList;
  readonly memoryRequest: AmountList;
  readonly memoryLimit: AmountList;
  readonly hugepages: AmountList;
}
type AmountList = readonly (Quantity | undefined)[];

/** Computes our cgroups of a Pod; undefined if the Pod is invalid on either side. */
export function askCgroups(
  input: Json,
  theirs: Answer,
  comparison: Comparison,
): readonly OurCgroup[] | undefined {
  const pod = givenPod(input);
  const compute = (given: Json) => podCgroups(given as Pod, settingsOf(input));
  const ours = attempt(() => compute(pod as Json));
  if (
    compareRejection(pod as Json, theirs, ours, comparison, compute) ||
    ours.value === undefined
  ) {
    return undefined;
  }
  const { pod: podValues, containers } = ours.value;
  const podLevel = parsedAmounts(podLevelResources(pod));
  const resources = containerResources(pod);
  return [
    {
      name: 'pod',
      values: podValues,
      amounts: amountsOf({ requests: podRequests(pod), limits: podLimits(pod) }, 'requests'),
    },
    ...containers.map(({ name, segments, ...values }, index) => {
      comparison.field(`path of containers[${index}]`, pathOf(pod, segments), name);
      return {
        name: `containers[${index}]`,
        values,
        amounts: amountsOf(parsedAmounts(resources[index]?.resources.value), 'limits', podLevel),
      };
    }),
  ];
}

/** The name of the container at the end of a path. */
function pathOf(pod: Pod, segments: readonly FieldPathSegment[]): unknown {
  const container = segments.reduce<unknown>(
    (value, segment) => (value as { [key: string]: unknown } | undefined)?.[segment],
    pod,
  );
  return (container as { name?: unknown } | undefined)?.name ?? '';
}

function amountsOf(
  { requests, limits }: Amounts,
  hugepageSide: 'requests' | 'limits',
  ofPod?: Amounts,
): CgroupAmounts {
  const hugepages = [{ requests, limits }, ofPod].flatMap((amounts) =>
    Object.entries(amounts?.[hugepageSide] ?? {}).filter(([name]) => name.startsWith('hugepages-')),
  );
  return {
    cpuRequest: [requests.cpu],
    cpuLimit: [limits.cpu, ofPod?.limits.cpu],
    memoryRequest: [requests.memory],
    memoryLimit: [limits.memory, ofPod?.limits.memory],
    hugepages: hugepages.map(([, amount]) => amount),
  };
}
