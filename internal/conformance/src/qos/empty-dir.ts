import type { PodSpec, ResourceList } from '@kubesem/core';
import { emptyDirVolumes } from '@kubesem/qos';
import { parseQuantity } from '@kubesem/quantity';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { possibleInt64s } from '../quantity/int64.js';
import { ALLOCATABLE, LIMITED_SPECS, podOnNode } from '../resources/downward.js';
import { Maker } from '../resources/maker.js';

const SIZES: readonly Json[] = words('0 1 64Mi 1Gi 1G 2Gi 100m 1.5 10E -1Gi 1Ti');

/** A Pod with a volume in memory. */
function emptyDir(random: Random): JsonObject {
  const maker = new Maker(random);
  const made = podOnNode(random, maker);
  const pod = made.pod as JsonObject;
  const isClassed = random.percent(15);
  const qosClass = random.pick(['Guaranteed', 'Burstable', 'BestEffort']);
  return {
    ...made,
    pod: isClassed ? { ...pod, status: { ...(pod.status as JsonObject), qosClass } } : pod,
    ...random.maybe(70, () => ({ sizeLimit: random.pick(SIZES) })),
  };
}

/** Each Pod with volumes of several limits, on nodes of several sizes. */
function* emptyDirs(): Iterable<Json> {
  for (const spec of LIMITED_SPECS) {
    for (const sizeLimit of [undefined, '0', '64Mi', '1Gi', '20Gi', '-1']) {
      const limit = sizeLimit === undefined ? {} : { sizeLimit };
      yield { pod: { spec }, allocatable: ALLOCATABLE, ...limit };
      yield { pod: { spec }, allocatable: { memory: '1Gi' }, ...limit };
    }
    yield { pod: { spec }, allocatable: {} };
    yield { pod: { spec, status: { qosClass: 'BestEffort' } }, allocatable: ALLOCATABLE };
  }
  const [spec = {}] = LIMITED_SPECS;
  yield { pod: { spec, status: { qosClass: 'Unknown' } }, allocatable: ALLOCATABLE };
}

interface EmptyDirCase {
  readonly pod: { readonly spec: PodSpec };
  readonly sizeLimit?: string;
  readonly allocatable?: ResourceList;
}

/** Our size of the volume of a case. */
function volumeOf(input: Json): ReturnType<typeof emptyDirVolumes>[number] | undefined {
  const { pod, sizeLimit, allocatable } = input as unknown as EmptyDirCase;
  const volumes = [{ name: 'v', emptyDir: { medium: 'Memory', sizeLimit } }];
  const withVolume = { ...pod, spec: { ...pod.spec, volumes } };
  return emptyDirVolumes(withVolume, { nodeAllocatable: allocatable ?? {} })[0];
}

const size: Operation = {
  name: 'emptyDir.size',
  program: 'kubernetes',
  examples: emptyDirs,
  generate: emptyDir,
  compare(input, { out }, comparison) {
    const volume = volumeOf(input);
    const theirs = out as { readonly size: string; readonly bytes: string };
    const isBound = parseQuantity(theirs.size).sign() > 0;
    const ours = volume?.size;
    comparison.field('size', isBound ? theirs.size : undefined, ours?.toString());
    comparison.field(
      'bytes',
      isBound ? theirs.bytes : undefined,
      ours?.value().toString(),
      () => ours && possibleInt64s(ours, 0).get(BigInt(theirs.bytes)),
    );
  },
  kind: (input) => {
    const { pod, sizeLimit } = input as unknown as EmptyDirCase;
    return `${volumeOf(input)?.rule},${Object.keys(pod.spec).sort()},${sizeLimit === undefined}`;
  },
};

/** Sizes of emptyDir volumes in memory. */
export const emptyDirOperations: readonly Operation[] = [size];
