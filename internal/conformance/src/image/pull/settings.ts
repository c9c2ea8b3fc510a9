import {
  type ImagePullSettings,
  imagePullSettingsProblems,
  maxConcurrentImagePulls,
} from '@kubesem/image';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { PATTERNS, WRONG_PATTERNS } from './images.js';

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
function settingsCase(random: Random): JsonObject {
  const fields: { [name: string]: Json } = {};
  if (random.percent(60)) {
    fields.serializeImagePulls = random.pick([true, false, null]);
  }
  if (random.percent(70)) {
    fields.maxParallelImagePulls = random.pick(NUMBERS);
  }
  if (random.percent(60)) {
    fields.imagePullCredentialsVerificationPolicy = random.pick([
      ...words(`
        NeverVerify NeverVerifyPreloadedImages NeverVerifyAllowlistedImages AlwaysVerify
        NeverVerifyAllowlistedImages
      `),
      ...['', 'Other'],
    ]);
  }
  if (random.percent(50)) {
    fields.preloadedImagesVerificationAllowlist = random.list(3, () =>
      random.pick(random.percent(70) ? PATTERNS : WRONG_PATTERNS),
    );
  }
  return fields;
}

/** Hand-picked settings. */
function* settingsCases(): Iterable<JsonObject> {
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

const SETTING_CODES: { readonly [theirs: string]: string } = {
  NotPositive: 'NOT_POSITIVE',
  Serialized: 'SERIALIZED',
  UnknownPolicy: 'UNKNOWN_POLICY',
  AllowlistNotUsed: 'ALLOWLIST_NOT_USED',
  InvalidPattern: 'INVALID_PATTERN',
};

const pullSettings: Operation = {
  name: 'image.pullSettings',
  program: 'kubernetes',
  examples: settingsCases,
  generate: settingsCase,
  compare(input, theirs, comparison) {
    const settings = input as ImagePullSettings;
    const codes = imagePullSettingsProblems(settings).map(({ code }) => code);
    if (theirs.out === undefined) {
      comparison.field('error', theirs.err, codes.includes('INVALID_TYPE') ? 'Decode' : 'none');
      return;
    }
    const { serializeImagePulls, maxParallelImagePulls, problems } = theirs.out as JsonObject;
    const expected = (problems as string[]).map((problem) => SETTING_CODES[problem]).join();
    // Kubernetes reports only the first invalid pattern.
    comparison.field('problems', expected, [...new Set(codes)].join());
    const most = serializeImagePulls === true ? 1 : (maxParallelImagePulls ?? undefined);
    if (codes.length === 0) {
      comparison.field('at the same time', most, maxConcurrentImagePulls(settings));
    }
  },
  kind: (_input, theirs) => theirs.err ?? JSON.stringify(theirs.out),
};

/** Pull settings of the kubelet. */
export const pullSettingsOperations: readonly Operation[] = [pullSettings];
