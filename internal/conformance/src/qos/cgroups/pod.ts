import { type CgroupValues, explainPodCgroups } from '@kubesem/qos';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { appContainer, explainOverflow, givenPod, nodePodOrBroken, podOf } from '../pod.js';
import {
  askCgroups,
  cgroupName,
  isSet,
  NO_SETTINGS,
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

/** The kubelet reports some sizes in bytes. */
function sizeName(size: string): string {
  const names: { readonly [bytes: string]: string | undefined } = {
    65536: '64KB',
    2097152: '2MB',
    33554432: '32MB',
    1073741824: '1GB',
  };
  return names[size] ?? size;
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
    const explain = explainOverflow(input);
    comparison.field('class', found.class, explainPodCgroups(givenPod(input)).qosClass);
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
    return `${theirs.err},${found?.class},${fields},${[...new Set(limits)].sort()},${givenPod(input).spec?.resources !== undefined}`;
  },
};

/** Cgroups of a Pod and its containers. */
export const podCgroupOperations: readonly Operation[] = [cgroups];
