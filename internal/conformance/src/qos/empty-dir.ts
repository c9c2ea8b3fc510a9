import type { PodSpec, ResourceList, Volume } from '@kubesem/core';
import { type EmptyDirVolume, emptyDirVolumes } from '@kubesem/qos';
import { Quantity, quantityFromJSON } from '@kubesem/quantity';
import { podLimits } from '@kubesem/resources';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { explainAmounts } from '../quantity/int64.js';
import { ALLOCATABLE, LIMITED_SPECS, podOnNode } from '../resources/downward.js';
import { Maker } from '../resources/maker.js';

const SIZES: readonly Json[] = [
  ...words('0 1 64Mi 1Gi 1G 2Gi 100m 1.5 10E -1Gi 1Ti 1.5Gi -0.5Ki 1234567890123456789012m'),
  1048576,
];
const MEDIA = words('Memory Memory Memory HugePages HugePages-2Mi memory');

/** A volume, usually an emptyDir in memory. */
function volume(random: Random, name: string): JsonObject {
  if (random.percent(10)) {
    return { name, hostPath: { path: '/' } };
  }
  const emptyDir = {
    ...random.maybe(85, () => ({ medium: random.percent(85) ? random.pick(MEDIA) : '' })),
    ...random.maybe(70, () => ({ sizeLimit: random.pick(SIZES) })),
  };
  return { name, emptyDir };
}

/** A Pod with volumes. */
function emptyDir(random: Random): JsonObject {
  const maker = new Maker(random);
  const made = podOnNode(random, maker);
  const pod = made.pod as JsonObject;
  const isClassed = random.percent(15);
  const qosClass = random.pick(['Guaranteed', 'Burstable', 'BestEffort']);
  const volumes = random.list(4, (index) => volume(random, `v${index}`));
  return {
    ...made,
    pod: {
      ...pod,
      spec: { ...(pod.spec as JsonObject), volumes },
      ...(isClassed ? { status: { ...(pod.status as JsonObject), qosClass } } : {}),
    },
  };
}

const inMemory = (sizeLimit?: string): JsonObject => ({
  name: `v${sizeLimit}`,
  emptyDir: { medium: 'Memory', ...(sizeLimit === undefined ? {} : { sizeLimit }) },
});

/** Each Pod with volumes of several limits and media, on nodes of several sizes. */
function* emptyDirs(): Iterable<Json> {
  const volumes = [
    ...[undefined, '0', '64Mi', '1Gi', '20Gi', '-1'].map(inMemory),
    ...['', 'HugePages', 'HugePages-2Mi'].map((medium) => ({
      name: `on${medium}`,
      emptyDir: { medium, sizeLimit: '1Gi' },
    })),
    { name: 'empty', emptyDir: {} },
  ];
  for (const spec of LIMITED_SPECS) {
    yield { pod: { spec: { ...spec, volumes } }, allocatable: ALLOCATABLE };
    yield { pod: { spec: { ...spec, volumes } }, allocatable: { memory: '1Gi' } };
    const one = { ...spec, volumes: [inMemory()] };
    yield { pod: { spec: one }, allocatable: {} };
    yield { pod: { spec: one, status: { qosClass: 'BestEffort' } }, allocatable: ALLOCATABLE };
  }
  const spec = { ...LIMITED_SPECS[0], volumes };
  yield { pod: { spec, status: { qosClass: 'Unknown' } }, allocatable: ALLOCATABLE };
}

interface EmptyDirCase {
  readonly pod: { readonly spec: PodSpec & { readonly volumes: readonly Volume[] } };
  readonly allocatable?: ResourceList;
}

/** Our volumes of a case. */
function volumesOf(input: Json): readonly EmptyDirVolume[] {
  const { pod, allocatable } = input as unknown as EmptyDirCase;
  return emptyDirVolumes(pod, { nodeAllocatable: allocatable ?? {} });
}

interface TheirSize {
  readonly size: string;
  readonly bytes: string;
}

function compareVolume(
  { pod, allocatable }: EmptyDirCase,
  ours: EmptyDirVolume,
  theirs: TheirSize,
  comparison: Comparison,
): void {
  const { name, medium, segments, sizeLimit, size, rule } = ours;
  const compare = (field: string, ...values: readonly [unknown, unknown]): void =>
    comparison.field(`${field} of ${name}`, ...values, explain);
  const node = quantityFromJSON(allocatable?.memory ?? 0);
  const ofPod = podLimits(pod).memory;
  const explain = explainAmounts(0, ofPod, node, sizeLimit);
  const { emptyDir } = pod.spec.volumes[Number(segments[2])] ?? {};
  comparison.field(`medium of ${name}`, emptyDir?.medium ?? '', medium);
  const written = quantityFromJSON(emptyDir?.sizeLimit ?? 0);
  const own = written.sign() > 0 ? `${written}` : undefined;
  comparison.field(`limit of ${name}`, own, sizeLimit?.toString());
  const isBound = !/^(0|-.*)$/.test(theirs.bytes);
  if (medium === 'Memory') {
    compare('bytes', isBound ? theirs.bytes : undefined, size?.value().toString());
    compare('size', isBound ? theirs.size : undefined, size?.toString());
  } else {
    // These are mounted without a size; the kubelet evicts a Pod that uses more than the limit.
    comparison.field(`bytes of ${name}`, '0', theirs.bytes);
    comparison.field(`size of ${name}`, own, size?.toString());
  }
  const bounds = {
    SIZE_LIMIT: sizeLimit,
    POD_MEMORY_LIMIT: ofPod && Quantity.of(ofPod.value(), 'BinarySI'),
    NODE_ALLOCATABLE: node,
    NONE: undefined,
  };
  comparison.field(`rule of ${name}`, bounds[rule]?.toString(), size?.toString());
}

const size: Operation = {
  name: 'emptyDir.size',
  program: 'kubernetes',
  examples: emptyDirs,
  generate: emptyDir,
  compare(input, { out }, comparison) {
    const volumes = volumesOf(input);
    const theirs = out as unknown as readonly TheirSize[];
    comparison.field('volumes', theirs.length, volumes.length);
    volumes.forEach((ours, index) => {
      const size = theirs[index];
      if (size !== undefined) {
        compareVolume(input as unknown as EmptyDirCase, ours, size, comparison);
      }
    });
  },
  kind: (input) => {
    const { pod } = input as unknown as EmptyDirCase;
    const [first] = volumesOf(input);
    return `${first?.rule},${first?.medium},${Object.keys(pod.spec).sort()}`;
  },
};

/** Sizes of emptyDir volumes. */
export const emptyDirOperations: readonly Operation[] = [size];
