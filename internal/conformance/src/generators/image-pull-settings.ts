import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { PATTERNS, WRONG_PATTERNS } from './image-pull.js';

const NUMBERS: readonly Json[] = [
  null,
  0,
  1,
  2,
  5,
  -1,
  2_147_483_647,
  -2_147_483_648,
  2_147_483_648,
];

/** Settings of a kubelet. */
export function settingsCase(random: Random): JsonObject {
  const fields: { [name: string]: Json } = {};
  if (random.percent(60)) {
    fields.serializeImagePulls = random.pick([true, false, null]);
  }
  if (random.percent(70)) {
    fields.maxParallelImagePulls = random.pick(NUMBERS);
  }
  if (random.percent(60)) {
    fields.imagePullCredentialsVerificationPolicy = random.pick([
      ...[
        'NeverVerify',
        'NeverVerifyPreloadedImages',
        'NeverVerifyAllowlistedImages',
        'AlwaysVerify',
      ],
      ...['NeverVerifyAllowlistedImages', '', 'Other'],
    ]);
  }
  if (random.percent(50)) {
    fields.preloadedImagesVerificationAllowlist = random.list(3, () =>
      random.pick(random.percent(70) ? PATTERNS : WRONG_PATTERNS),
    );
  }
  return fields;
}

/** Settings that nobody should have to find by chance. */
export function* settingsCases(): Iterable<JsonObject> {
  for (const maxParallelImagePulls of NUMBERS) {
    yield { maxParallelImagePulls };
    for (const serializeImagePulls of [true, false, null]) {
      yield { serializeImagePulls, maxParallelImagePulls };
    }
  }
  yield* [{}, { serializeImagePulls: true }, { serializeImagePulls: false }];
  for (const pattern of [...PATTERNS, ...WRONG_PATTERNS]) {
    yield {
      imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
      preloadedImagesVerificationAllowlist: [pattern],
    };
  }
  for (const policy of [
    '',
    'NeverVerify',
    'AlwaysVerify',
    'NeverVerifyPreloadedImages',
    'neverVerify',
  ]) {
    yield { imagePullCredentialsVerificationPolicy: policy };
    yield {
      imagePullCredentialsVerificationPolicy: policy,
      preloadedImagesVerificationAllowlist: [],
    };
    yield {
      imagePullCredentialsVerificationPolicy: policy,
      preloadedImagesVerificationAllowlist: ['a'],
    };
  }
}
