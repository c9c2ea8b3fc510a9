import { type Pod, type PodStats, toPod } from '@kubesem/core';
import {
  type CgroupOptions,
  type CgroupValues,
  containerOomScoreAdj,
  type EvictionOptions,
  explainContainerOomScoreAdj,
  explainEvictionRanking,
  explainPodCgroups,
  kubeletCpuWeight,
  podCgroups,
  type QosCgroups,
  qosCgroups,
  rankForEviction,
  runtimeCpuWeight,
} from '@kubesem/qos';
import { podContainers } from '@kubesem/resources';
import { attempt, type Comparison } from '../comparison.js';
import type { DeviationId } from '../deviations.js';
import * as generators from '../generators/qos-node.js';
import * as examples from '../generators/qos-node-examples.js';
import type { Json, JsonObject } from '../json.js';
import type { Answer, Operation } from '../operation.js';
import { compareRefusal } from './pod-refusal.js';

function podOf(input: Json): Pod {
  return (input as { readonly pod: Json }).pod as Pod;
}

/** The names of the containers, of which a Pod of this operation has each only once. */
function namesOf(pod: Pod): readonly string[] {
  return podContainers(pod).map(({ name }) => name);
}

/** Beyond int64 the kubelet's amounts overflow before it computes with them. */
function overflows(value: Json): boolean {
  return /[0-9]{16}|[EP]i?"|e15/.test(JSON.stringify(value));
}

const explainOverflow = (input: Json) => (): DeviationId | undefined =>
  overflows(input) ? 'int64-overflow' : undefined;

/** The shape of a Pod, as far as a kind of case depends on it. */
function kindOfPod(input: Json): string {
  const { spec, status } = podOf(input);
  const sidecars = spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const { requests, limits } = spec?.resources ?? {};
  return [
    (sidecars?.length ?? 0) > 0,
    requests?.memory !== undefined,
    limits?.memory !== undefined,
    spec?.overhead !== undefined,
    status?.qosClass,
  ].join();
}

const oomScoreAdj: Operation = {
  name: 'qos.oomScoreAdj',
  program: 'kubernetes',
  examples: examples.oomScoreCases,
  generate: generators.oomScoreCase,
  compare(input, theirs, comparison) {
    const pod = podOf(input);
    const nodeMemoryCapacity = (input as JsonObject).memoryCapacity as string;
    const ours = attempt(() =>
      namesOf(pod).map((name) => containerOomScoreAdj(pod, name, { nodeMemoryCapacity })),
    );
    if (compareRefusal(pod as Json, theirs, ours, comparison)) {
      return;
    }
    comparison.field('scores', String(theirs.out), String(ours.value), explainOverflow(input));
    const explained = namesOf(pod).map(
      (name) => explainContainerOomScoreAdj(pod, name, { nodeMemoryCapacity }).oomScoreAdj,
    );
    comparison.field('scores explained', String(ours.value), String(explained));
  },
  kind(input, theirs) {
    const scores = (theirs.out ?? []) as number[];
    const bands = scores.map((score) => (score > 3 && score < 999 ? 'between' : score));
    return `${theirs.err},${[...new Set(bands)].sort()},${kindOfPod(input)}`;
  },
};

interface TheirCgroup {
  readonly cpuShares?: string;
  readonly cpuWeight?: number;
  readonly cpuQuota?: string;
  readonly cpuPeriod?: string;
  readonly memoryLimit?: string;
  readonly hugepages?: { readonly [size: string]: string };
  readonly unified?: { readonly [file: string]: string };
}

interface TheirPodCgroups {
  readonly class: string;
  readonly pod: TheirCgroup;
  readonly containers: readonly TheirCgroup[];
}

function settingsOf(input: Json): CgroupOptions {
  const { settings = {} } = input as { readonly settings?: JsonObject };
  return {
    cpuCfsQuota: settings.cpuCFSQuota as boolean | undefined,
    cpuCfsQuotaPeriodMicroseconds: settings.cpuCFSQuotaPeriodMicroseconds as number | undefined,
    memoryReservationPolicy: settings.memoryReservationPolicy as 'None' | undefined,
    memoryThrottlingFactor: settings.memoryThrottlingFactor as number | undefined,
    nodeAllocatableMemory: settings.allocatableMemory as string | undefined,
  };
}

/** A number that is set; what the kubelet leaves alone or takes for no limit is not. */
function isSet(text: string | undefined): string {
  return text === undefined || text === '0' || text === '-1' || text === 'max' ? 'none' : text;
}

function compareValues(
  name: string,
  theirs: TheirCgroup,
  ours: CgroupValues | undefined,
  comparison: Comparison,
  explain: () => DeviationId | undefined,
): void {
  const compare = (field: string, expected: string | number | undefined, found: unknown): void =>
    comparison.field(`${name}.${field}`, expected, found, explain);
  const near = (text: string | undefined): string =>
    isSet(text) === 'none' ? 'none' : String(Number(text));
  const shown = (value: number | undefined): string => isSet(value?.toString());
  compare('cpuShares', theirs.cpuShares, String(ours?.cpuShares));
  compare('cpuWeight', theirs.cpuWeight, ours?.cpuWeight);
  compare('cpuQuota', near(theirs.cpuQuota), shown(ours?.cpuQuotaMicroseconds));
  compare('cpuPeriod', isSet(theirs.cpuPeriod), shown(ours?.cpuPeriodMicroseconds));
  compare('memoryLimit', near(theirs.memoryLimit), shown(ours?.memoryLimitBytes));
  const hugepages = Object.entries(theirs.hugepages ?? {})
    .filter(([size, limit]) => limit !== '0' && size !== '0')
    .map(([size, limit]) => `${sizeName(size)} ${limit}`);
  const ourHugepages = (ours?.hugepageLimits ?? [])
    .filter(({ limitBytes }) => limitBytes !== 0)
    .map(({ pageSize, limitBytes }) => `${pageSize} ${limitBytes}`);
  compare('hugepages', hugepages.sort().join(), ourHugepages.sort().join());
}

/** The kubelet names sizes in bytes where it has not written them yet. */
function sizeName(size: string): string {
  const names: { readonly [bytes: string]: string | undefined } = {
    65536: '64KB',
    2097152: '2MB',
    33554432: '32MB',
    1073741824: '1GB',
  };
  return names[size] ?? size;
}

function compareUnified(
  name: string,
  unified: TheirCgroup['unified'] | null,
  ours: CgroupValues | undefined,
  comparison: Comparison,
  explain: () => DeviationId | undefined,
): void {
  const found = {
    'memory.min': ours?.memoryMinBytes,
    'memory.low': ours?.memoryLowBytes,
    'memory.high': ours?.memoryHighBytes,
  };
  for (const [file, value] of Object.entries(found)) {
    const theirs = Number(unified?.[file] ?? 0);
    comparison.field(`${name}.${file}`, theirs, value ?? 0, explain);
  }
}

/** Asks ours for the cgroups of a Pod, and compares what both refuse; undefined if there is nothing to compare. */
function askCgroups(
  input: Json,
  theirs: Answer,
  comparison: Comparison,
): readonly [pod: CgroupValues, ...containers: CgroupValues[]] | undefined {
  const pod = podOf(input);
  const ours = attempt(() => podCgroups(pod, settingsOf(input)));
  if (compareRefusal(pod as Json, theirs, ours, comparison) || ours.value === undefined) {
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

/** The cgroup of the Pod comes first, those of its containers behind it. */
function cgroupName(index: number): string {
  return index === 0 ? 'pod' : `containers[${index - 1}]`;
}

const cgroups: Operation = {
  name: 'qos.cgroups',
  program: 'kubernetes',
  examples: examples.cgroupsCases,
  generate: generators.cgroupsCase,
  compare(input, theirs, comparison) {
    const ours = askCgroups(input, theirs, comparison);
    if (ours === undefined) {
      return;
    }
    const found = theirs.out as unknown as TheirPodCgroups;
    const explain = explainOverflow(input);
    comparison.field('class', found.class, explainPodCgroups(podOf(input)).qosClass);
    [found.pod, ...found.containers].forEach((cgroup, index) => {
      compareValues(cgroupName(index), cgroup, ours[index], comparison, explain);
    });
  },
  kind(input, theirs) {
    const found = theirs.out as unknown as TheirPodCgroups | undefined;
    const fields = found && Object.keys(found.pod);
    const limits = found?.containers.map(
      ({ cpuQuota, memoryLimit }) =>
        `${isSet(cpuQuota) === 'none'}${isSet(memoryLimit) === 'none'}`,
    );
    return `${theirs.err},${found?.class},${fields},${[...new Set(limits)].sort()},${podOf(input).spec?.resources !== undefined}`;
  },
};

const memoryQos: Operation = {
  name: 'qos.memoryQos',
  program: 'kubernetes',
  examples: examples.memoryQosCases,
  generate: generators.memoryQosCase,
  compare(input, theirs, comparison) {
    const ours = askCgroups(input, theirs, comparison);
    if (ours === undefined) {
      return;
    }
    const found = theirs.out as unknown as {
      readonly pod: TheirCgroup['unified'] | null;
      readonly containers: readonly (TheirCgroup['unified'] | null)[];
    };
    [found.pod, ...found.containers].forEach((unified, index) => {
      compareUnified(cgroupName(index), unified, ours[index], comparison, explainOverflow(input));
    });
  },
  kind(_input, theirs) {
    const { pod, containers } = (theirs.out ?? {}) as unknown as {
      readonly pod?: JsonObject | null;
      readonly containers?: readonly JsonObject[];
    };
    const files = (containers ?? []).map((unified) => Object.keys(unified ?? {}).join('+'));
    return `${theirs.err},${Object.keys(pod ?? {})},${[...new Set(files)].sort()}`;
  },
};

const tiers: Operation = {
  name: 'qos.tiers',
  program: 'kubernetes',
  examples: examples.tiersCases,
  generate: generators.tiersCase,
  compare(input, theirs, comparison) {
    const { pods } = input as unknown as { readonly pods: readonly Pod[] };
    const ours: QosCgroups = qosCgroups(pods, settingsOf(input));
    const found = theirs.out as unknown as { readonly [name: string]: TheirCgroup };
    const explain = explainOverflow(input);
    for (const [name, values] of [
      ['burstable', ours.burstable],
      ['besteffort', ours.bestEffort],
    ] as const) {
      comparison.field(`${name}.shares`, Number(found[name]?.cpuShares), values.cpuShares, explain);
      comparison.field(`${name}.weight`, found[name]?.cpuWeight, values.cpuWeight, explain);
      const low = Number(found[name]?.unified?.['memory.low'] ?? 0);
      comparison.field(`${name}.low`, low, values.memoryLowBytes, explain);
    }
    const { unified } = found.kubepods ?? {};
    const { memoryMinBytes, memoryLowBytes } = ours.kubepods;
    comparison.field('min', Number(unified?.['memory.min'] ?? 0), memoryMinBytes, explain);
    comparison.field('low', Number(unified?.['memory.low'] ?? 0), memoryLowBytes, explain);
  },
  kind(input, theirs) {
    const { pods } = input as unknown as { readonly pods: readonly Pod[] };
    const found = theirs.out as unknown as { readonly [name: string]: TheirCgroup };
    const { memoryReservationPolicy } = settingsOf(input);
    const magnitude = found.burstable?.cpuShares?.length;
    return `${pods.length},${memoryReservationPolicy},${magnitude},${found.kubepods?.unified?.['memory.low'] === '0'}`;
  },
};

const cpuWeight: Operation = {
  name: 'qos.cpuWeight',
  program: 'kubernetes',
  examples: examples.sharesCases,
  generate: (random) => ({ shares: 2 + random.below(262_143) }),
  compare(input, theirs, comparison) {
    const { shares } = input as unknown as { readonly shares: number };
    const { kubelet, runtime } = theirs.out as JsonObject;
    comparison.field('kubelet', kubelet, kubeletCpuWeight(shares));
    comparison.field('runtime', runtime, runtimeCpuWeight(shares));
  },
  kind: (_input, theirs) =>
    String(Math.floor(8 * Math.log2((theirs.out as { readonly kubelet: number }).kubelet))),
};

interface TheirPlace {
  readonly index: number;
  readonly critical: boolean;
  readonly tied: boolean;
}

/** The layout of file systems as the kubelet's two flags have it: the second counts with the first alone. */
function layoutOf({ withImageFs, split }: JsonObject): 'shared' | 'separate' | 'split' {
  return withImageFs !== true ? 'shared' : split === true ? 'split' : 'separate';
}

const evictionRank: Operation = {
  name: 'qos.evictionRank',
  program: 'kubernetes',
  examples: examples.evictionCases,
  generate: generators.evictionCase,
  compare(input, theirs, comparison) {
    const { pods, stats, signal } = input as unknown as EvictionOptions & {
      readonly pods: readonly Pod[];
      readonly stats: readonly PodStats[];
    };
    const options = { signal, imageFilesystem: layoutOf(input as JsonObject) };
    const explained = explainEvictionRanking(pods, stats, options);
    const ranked = rankForEviction(pods, stats, options);
    comparison.field(
      'explained',
      explained.every(({ pod }, index) => pod === ranked[index]),
      true,
    );
    const rankOf = new Map(explained.map(({ pod, rank }) => [pod, rank]));
    const criticalOf = new Map(explained.map(({ pod, isCritical }) => [pod, isCritical]));
    let rank = 0;
    (theirs.out as unknown as readonly TheirPlace[]).forEach(({ index, critical, tied }, place) => {
      const pod = pods[index] as Pod;
      // Of Pods that nothing tells apart the kubelet takes any first.
      rank = tied ? rank : place + 1;
      comparison.field(`rank of ${toPod(pod).metadata?.uid}`, rank, rankOf.get(pod));
      comparison.field(`critical ${toPod(pod).metadata?.uid}`, critical, criticalOf.get(pod));
    });
  },
  kind(input, theirs) {
    const places = theirs.out as unknown as readonly TheirPlace[];
    const { signal } = input as JsonObject;
    const ties = places.some(({ tied }) => tied);
    const critical = places.some((place) => place.critical);
    return `${signal},${layoutOf(input as JsonObject)},${Math.min(places.length, 2)},${ties},${critical}`;
  },
};

/** What the kubelet makes of requests, limits and classes on its node. */
export const qosNodeOperations: readonly Operation[] = [
  oomScoreAdj,
  cgroups,
  memoryQos,
  tiers,
  cpuWeight,
  evictionRank,
];
