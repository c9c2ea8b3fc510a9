import {
  type ImagePullBackOff,
  imagePullBackOffRemainingMs,
  imagePullDecision,
  imagePullErrorReason,
  nextImagePullBackOff,
} from '@kubesem/image';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { imageText } from '../reference/generator.js';
import { IMAGES, PULL_POLICIES } from './images.js';

const ELAPSED_MS: readonly number[] = [
  ...[0, 0, 1, 5000, 9999, 10_000, 10_001, 19_999, 20_000, 39_999, 40_000, 79_999, 80_000, 160_000],
  ...[299_999, 300_000, 300_001, 599_999, 600_000, 600_001, 600_001, 1_200_000],
];
const PULL_ERRORS: readonly string[] = [
  ...[
    'no such image',
    'RegistryUnavailable',
    'RegistryUnavailable: x',
    'SignatureValidationFailed: x',
  ],
  ...['', ' RegistryUnavailable', 'registryUnavailable', 'SignatureValidationFaile'],
];

/** One container that starts repeatedly. */
function ensureCase(random: Random): JsonObject {
  let atMs = 0;
  const steps = Array.from({ length: 1 + random.below(12) }, () => {
    atMs += random.pick(ELAPSED_MS);
    const step = { atMs, isPresent: random.percent(25) };
    return random.percent(20) ? step : { ...step, pullError: random.pick(PULL_ERRORS) };
  });
  return {
    image: random.percent(85) ? random.pick(IMAGES) : imageText(random),
    pullPolicy: random.pick(random.percent(90) ? PULL_POLICIES.slice(0, 3) : PULL_POLICIES),
    mustVerify: random.percent(30),
    steps,
  };
}

/** Hand-picked sequences of starts. */
function* ensureCases(): Iterable<JsonObject> {
  for (const image of IMAGES) {
    for (const pullPolicy of PULL_POLICIES) {
      for (const mustVerify of [true, false]) {
        const steps = [true, false].map((isPresent, index) => ({
          atMs: 10_000 * index,
          isPresent,
          pullError: 'x',
        }));
        yield {
          image,
          pullPolicy,
          mustVerify,
          steps: [...steps, { atMs: 30_000, isPresent: true }],
        };
      }
    }
  }
  for (const edge of [-1, 0, 1]) {
    for (const last of [300_000, 600_000]) {
      const delays = [
        0,
        10_000,
        20_000,
        40_000,
        80_000,
        160_000,
        300_000,
        300_000,
        last,
        10_000,
        20_000,
        20_000,
      ];
      let atMs = 0;
      const steps = delays.map((delay) => {
        atMs += delay === 0 ? 0 : delay + edge;
        return { atMs, isPresent: false, pullError: 'x' };
      });
      yield { image: 'a', pullPolicy: 'Always', mustVerify: false, steps };
    }
  }
  for (const pullError of PULL_ERRORS) {
    yield {
      image: 'a',
      pullPolicy: 'Always',
      mustVerify: false,
      steps: [{ atMs: 0, isPresent: true, pullError }],
    };
  }
}

interface EnsureCase {
  readonly image: string;
  readonly pullPolicy: string;
  readonly mustVerify: boolean;
  readonly steps: readonly { atMs: number; isPresent: boolean; pullError?: string }[];
}

/** Runs the steps as the kubelet does, with our decisions. */
function outcomes({ image, pullPolicy, mustVerify, steps }: EnsureCase): readonly JsonObject[] {
  let backOff: ImagePullBackOff | undefined;
  return steps.map(({ atMs, isPresent, pullError }) => {
    const backOffRemainingMs = imagePullBackOffRemainingMs(backOff, atMs);
    const request = { image, pullPolicy, isPresent, mustVerify, backOffRemainingMs };
    const { action, waitReason } = imagePullDecision(request);
    if (action !== 'PULL' || pullError === undefined) {
      return { reason: waitReason ?? '', isPulled: action === 'PULL' };
    }
    backOff = nextImagePullBackOff(backOff, atMs);
    return { reason: imagePullErrorReason(pullError), isPulled: true };
  });
}

const ensure: Operation = {
  name: 'image.ensure',
  program: 'kubernetes',
  examples: ensureCases,
  generate: ensureCase,
  compare(input, theirs, comparison) {
    const ours = outcomes(input as unknown as EnsureCase);
    for (const [index, { reason, pulled }] of (theirs.out as JsonObject[]).entries()) {
      comparison.field(`${index}.reason`, reason, ours[index]?.reason);
      comparison.field(`${index}.isPulled`, pulled !== '', ours[index]?.isPulled);
    }
  },
  kind(input, theirs) {
    const { image, pullPolicy, mustVerify } = input as unknown as EnsureCase;
    const reasons = (theirs.out as JsonObject[]).map(({ reason }) => reason as string);
    const isKnown = IMAGES.includes(image);
    return `${isKnown},${pullPolicy},${mustVerify},${[...new Set(reasons)].sort()}`;
  },
};

/** When the kubelet pulls an image, and how long it waits after failures. */
export const ensureOperations: readonly Operation[] = [ensure];
