import { type CgroupSource, podCgroups } from '@kubesem/qos';
import type { Quantity } from '@kubesem/quantity';
import { podLevelResources } from '@kubesem/resources/internal';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { explainAmounts } from '../../quantity/int64.js';
import { appContainer, givenPod, nodePodOrBroken, parsedAmounts, podOf } from '../pod.js';
import {
  askCgroups,
  isSet,
  NO_SETTINGS,
  type OurCgroup,
  randomSettings,
  type TheirCgroup,
} from './kubelet.js';

/** A Pod and the settings of a kubelet. */
function cgroupsCase(random: Random): Json {
  return { pod: nodePodOrBroken(random), settings: randomSettings(random, false) };
}

/** Pods without some requests or limits, and the bounds. */
function* cgroupsCases(): Iterable<Json> {
  const cpus = ['0', '1m', '2m', '3m', '9m', '10m', '250m', '1', '1.0001', '255.9', '256', '300'];
  for (const cpu of cpus) {
    yield { pod: podOf({ containers: [appContainer({ cpu }, { cpu })] }), settings: NO_SETTINGS };
  }
  const both = { cpu: '300m', memory: '100Mi' };
  const specs: JsonObject[] = [
    { containers: [appContainer(both, both)] },
    { containers: [appContainer({}, both)] },
    { containers: [appContainer(both)] },
    { containers: [{ name: 'app' }] },
    { containers: [{ name: 'app' }], overhead: both },
    { containers: [appContainer(both, both), { name: 'log' }] },
    { containers: [appContainer(both, both)], initContainers: [{ name: 'init' }] },
    { containers: [appContainer(both, both)], ephemeralContainers: [{ name: 'debug' }] },
    {
      containers: [appContainer(both, both), { name: 'log' }],
      resources: { limits: { cpu: '1' } },
    },
    {
      containers: [appContainer(both, both), { name: 'log' }],
      resources: { limits: { memory: '1Gi' } },
    },
    { containers: [{ name: 'app' }], resources: { requests: both, limits: both } },
    { containers: [{ name: 'app' }], resources: { limits: { 'hugepages-2Mi': '4Mi' } } },
    {
      containers: [
        appContainer(
          { 'hugepages-2Mi': '6Mi' },
          { 'hugepages-2Mi': '6Mi', 'hugepages-1Gi': '2Gi' },
        ),
      ],
      resources: { limits: { 'hugepages-2Mi': '8Mi' } },
    },
  ];
  for (const spec of specs) {
    yield { pod: podOf(spec), settings: NO_SETTINGS };
    yield { pod: podOf(spec), settings: { cpuCFSQuota: false } };
    yield { pod: podOf(spec), settings: { cpuCFSQuotaPeriodMicroseconds: 5000 } };
  }
  const pages = ['2Mi', '2048Ki', '16Gi', '1Mi', '4Mi', '3000', '1025Ki', '0', '-2Mi', 'x'];
  for (const size of pages) {
    for (const amount of ['4Mi', '-2Mi', '1.5']) {
      const amounts = { [`hugepages-${size}`]: amount };
      yield { pod: podOf({ containers: [appContainer(amounts, amounts)] }), settings: NO_SETTINGS };
    }
  }
  const minus = { cpu: '-1', memory: '-1Gi' };
  for (const spec of [
    { containers: [appContainer(minus, minus)] },
    { containers: [appContainer(minus)], resources: { limits: minus } },
  ]) {
    yield { pod: podOf(spec), settings: NO_SETTINGS };
  }
  const even = { cpu: '1', memory: '64Mi' };
  const spec = { containers: [appContainer(even, even)] };
  yield { pod: { spec, status: { qosClass: 'Unknown' } }, settings: NO_SETTINGS };
}

interface TheirPodCgroups {
  readonly class: string;
  readonly pod: TheirCgroup;
  readonly containers: readonly TheirCgroup[];
}

function compareValues(
  theirs: TheirCgroup,
  { name, values: ours, amounts }: OurCgroup,
  comparison: Comparison,
): void {
  const { cpuRequest, cpuLimit, memoryLimit } = amounts;
  const near = (text: string | undefined): string =>
    isSet(text) === 'none' ? 'none' : String(Number(text));
  const shown = (value: number | undefined): string => isSet(value?.toString());
  const compare = (
    field: string,
    expected: unknown,
    found: unknown,
    explain?: () => DeviationId | undefined,
  ): void => comparison.field(`${name}.${field}`, expected, found, explain);
  // A container without a request has the shares of its limit.
  const explainShares = explainAmounts(-3, ...(cpuRequest[0] ? cpuRequest : cpuLimit));
  compare('cpuShares', theirs.cpuShares, String(ours.cpuShares), explainShares);
  compare('cpuWeight', theirs.cpuWeight, ours.cpuWeight, explainShares);
  compare(
    'cpuQuota',
    near(theirs.cpuQuota),
    shown(ours.cpuQuotaMicroseconds),
    explainAmounts(-3, ...cpuLimit),
  );
  compare('cpuPeriod', isSet(theirs.cpuPeriod), shown(ours.cpuPeriodMicroseconds));
  compare(
    'memoryLimit',
    near(theirs.memoryLimit),
    shown(ours.memoryLimitBytes),
    explainAmounts(0, ...memoryLimit),
  );
  const limits = Object.entries(theirs.hugepages ?? {})
    .filter(([, limit]) => limit !== '0')
    .map(([size, limit]) => `${size} ${Number(limit)}`);
  const ourLimits = ours.hugepageLimits
    .filter(({ limitBytes }) => limitBytes !== 0)
    // For containers, the kubelet ignores sizes that its node does not have.
    .filter(({ pageSize }) => name === 'pod' || Object.hasOwn(theirs.hugepages ?? {}, pageSize))
    .map(({ pageSize, limitBytes }) => `${pageSize} ${limitBytes}`);
  compare(
    'hugepages',
    limits.sort().join(),
    ourLimits.sort().join(),
    explainAmounts(0, ...amounts.hugepages),
  );
}

/** Compares where a cgroup has its limits from with whether it has any. */
function compareSources(
  theirs: TheirCgroup,
  { name, values: { sources }, amounts }: OurCgroup,
  comparison: Comparison,
): void {
  const hasLimit = (source: CgroupSource): boolean => source === 'LIMIT' || source === 'POD_LIMIT';
  comparison.field(
    `source of ${name}.cpuQuota`,
    isSet(theirs.cpuQuota) !== 'none',
    hasLimit(sources.cpuQuota),
    explainAmounts(-3, ...amounts.cpuLimit),
  );
  comparison.field(
    `source of ${name}.memoryLimit`,
    theirs.memoryLimit !== undefined && theirs.memoryLimit !== '0',
    hasLimit(sources.memoryLimit),
    explainAmounts(0, ...amounts.memoryLimit),
  );
}

const cgroups: Operation = {
  name: 'qos.cgroups',
  program: 'kubernetes',
  examples: cgroupsCases,
  generate: cgroupsCase,
  compare(input, theirs, comparison) {
    const ours = askCgroups(input, theirs, comparison);
    if (ours === undefined) {
      return;
    }
    const found = theirs.out as unknown as TheirPodCgroups;
    const { qosClass, pod } = podCgroups(givenPod(input));
    comparison.field('class', found.class, qosClass);
    if (found.class === 'Burstable') {
      const { limits } = parsedAmounts(podLevelResources(givenPod(input)));
      const isLimited = (without: readonly string[], limit: Quantity | undefined): boolean =>
        without.length === 0 || limit?.isZero() === false;
      const { cpuPeriod, memoryLimit } = found.pod;
      const isCpuLimited = isLimited(pod.withoutCpuLimit, limits.cpu);
      const isMemoryLimited = isLimited(pod.withoutMemoryLimit, limits.memory);
      comparison.field('without a cpu limit', cpuPeriod !== undefined, isCpuLimited);
      comparison.field('without a memory limit', memoryLimit !== undefined, isMemoryLimited);
    }
    const all = [found.pod, ...found.containers];
    comparison.field('cgroups', all.length, ours.length);
    ours.forEach((cgroup, index) => {
      const theirCgroup = all[index] ?? {};
      compareValues(theirCgroup, cgroup, comparison);
      compareSources(theirCgroup, cgroup, comparison);
    });
  },
  kind(input, theirs) {
    const found = theirs.out as unknown as TheirPodCgroups | undefined;
    const fields = found && Object.keys(found.pod);
    const limits = found?.containers.map(
      ({ cpuQuota, memoryLimit }) =>
        `${isSet(cpuQuota) === 'none'}${isSet(memoryLimit) === 'none'}`,
    );
    return `${theirs.err},${found?.class},${fields},${[...new Set(limits)].sort()},${givenPod(input).spec?.resources !== undefined}`;
  },
};

/** Cgroups of a Pod and its containers. */
export const podCgroupOperations: readonly Operation[] = [cgroups];
