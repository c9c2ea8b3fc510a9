import type { Pod, ServiceAccount } from '@kubesem/core';
import {
  applyAlwaysPullImages,
  decideImagePull,
  defaultPullPolicy,
  type ImagePullBackOff,
  type ImagePullCredentialsVerificationPolicy,
  type ImagePullSettings,
  type ImagePullVerificationRequest,
  imagePullBackOffRemainingMs,
  imagePullErrorReason,
  imagePullFailed,
  maxConcurrentImagePulls,
  podImagePullSecrets,
  podImages,
  podServiceAccountName,
  validateImagePullSettings,
  verifyImagePull,
} from '@kubesem/image';
import { attempt } from '../comparison.js';
import * as admission from '../generators/image-admission.js';
import * as generators from '../generators/image-pull.js';
import { settingsCase, settingsCases } from '../generators/image-pull-settings.js';
import { imageText, imageTexts } from '../generators/image-reference.js';
import type { Json, JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

const pullPolicy: Operation = {
  name: 'image.pullPolicy',
  program: 'kubernetes',
  *examples() {
    // The vectors of image.parse hold all the others: here it is the tag that counts.
    for (const image of imageTexts()) {
      if (/latest|^a/.test(image) && image.length < 100) {
        yield image;
      }
    }
  },
  generate: imageText,
  compare(input, theirs, comparison) {
    const { container, volume } = theirs.out as JsonObject;
    const ours = defaultPullPolicy(input as string);
    comparison.field('container', container, ours);
    comparison.field('volume', volume, ours);
  },
  kind: (_input, theirs) => String((theirs.out as JsonObject).container),
};

interface EnsureCase {
  readonly image: string;
  readonly pullPolicy: string;
  readonly mustVerify: boolean;
  readonly steps: readonly { atMs: number; isPresent: boolean; pullError?: string }[];
}

/** Goes through the steps as the kubelet does, with what ours knows about each. */
function outcomes({ image, pullPolicy, mustVerify, steps }: EnsureCase): readonly JsonObject[] {
  let backOff: ImagePullBackOff | undefined;
  return steps.map(({ atMs, isPresent, pullError }) => {
    const backOffRemainingMs = imagePullBackOffRemainingMs(backOff, atMs);
    const request = { image, pullPolicy, isPresent, mustVerify, backOffRemainingMs };
    const { action, waitReason } = decideImagePull(request);
    if (action !== 'PULL' || pullError === undefined) {
      return { reason: waitReason ?? '', isPulled: action === 'PULL' };
    }
    backOff = imagePullFailed(backOff, atMs);
    return { reason: imagePullErrorReason(pullError), isPulled: true };
  });
}

const ensure: Operation = {
  name: 'image.ensure',
  program: 'kubernetes',
  examples: generators.ensureCases,
  generate: generators.ensureCase,
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
    const isKnown = generators.IMAGES.includes(image);
    return `${isKnown},${pullPolicy},${mustVerify},${[...new Set(reasons)].sort()}`;
  },
};

const mustPull: Operation = {
  name: 'image.mustPull',
  program: 'kubernetes',
  examples: generators.mustPullCases,
  generate: generators.mustPullCase,
  compare(input, theirs, comparison) {
    const { policy, allowlist, ...request } = input as unknown as ImagePullVerificationRequest & {
      policy: ImagePullCredentialsVerificationPolicy;
      allowlist?: string[];
    };
    const settings = {
      imagePullCredentialsVerificationPolicy: policy,
      preloadedImagesVerificationAllowlist: allowlist,
    };
    const ours = attempt(() => verifyImagePull(request, settings));
    const code = ours.code === 'INVALID_SETTINGS' ? 'Policy' : ours.code;
    comparison.field('must pull', theirs.out ?? theirs.err, ours.value?.mustPull ?? code);
  },
  kind(input, theirs) {
    const { policy, record, podServiceAccount } = input as JsonObject;
    return `${policy},${theirs.out ?? theirs.err},${record === undefined},${podServiceAccount === undefined}`;
  },
};

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
    const codes = validateImagePullSettings(settings).map(({ code }) => code);
    if (theirs.out === undefined) {
      comparison.field('error', theirs.err, codes.includes('INVALID_TYPE') ? 'Decode' : 'none');
      return;
    }
    const { serializeImagePulls, maxParallelImagePulls, problems } = theirs.out as JsonObject;
    const expected = (problems as string[]).map((problem) => SETTING_CODES[problem]).join();
    // Kubernetes names the first wrong pattern alone.
    comparison.field('problems', expected, [...new Set(codes)].join());
    const most = serializeImagePulls === true ? 1 : (maxParallelImagePulls ?? undefined);
    if (codes.length === 0) {
      comparison.field('at the same time', most, maxConcurrentImagePulls(settings));
    }
  },
  kind: (_input, theirs) => theirs.err ?? JSON.stringify(theirs.out),
};

const alwaysPull: Operation = {
  name: 'image.alwaysPull',
  program: 'kubernetes',
  examples: admission.alwaysPullCases,
  generate: admission.alwaysPullCase,
  compare(input, theirs, comparison) {
    const { pod, oldPod } = input as unknown as { pod: Pod; oldPod?: Pod };
    const { pod: admitted } = theirs.out as unknown as { pod: Pod };
    const policies = (of: Pod) =>
      podImages(of).map(({ kind, image, pullPolicyRule, pullPolicy }) =>
        // What nobody set is defaulted when it is read, on both sides.
        [kind, image, pullPolicyRule, pullPolicy].join(),
      );
    const ours = applyAlwaysPullImages(pod, oldPod);
    comparison.field('policies', policies(admitted).join(' '), policies(ours).join(' '));
  },
  kind(input, theirs) {
    const { pod, oldPod } = input as JsonObject;
    const { isValid } = theirs.out as JsonObject;
    const lengths = Object.entries((pod as { spec: JsonObject }).spec).map(
      ([field, list]) => `${field}${(list as readonly Json[]).length}`,
    );
    return `${isValid},${oldPod === undefined},${lengths}`;
  },
};

const pullSecrets: Operation = {
  name: 'image.pullSecrets',
  program: 'kubernetes',
  examples: admission.pullSecretsCases,
  generate: admission.pullSecretsCase,
  compare(input, theirs, comparison) {
    const { pod, serviceAccount } = input as unknown as {
      pod: Pod;
      serviceAccount: ServiceAccount;
    };
    const { imagePullSecrets, serviceAccountName } = theirs.out as JsonObject;
    const ours = podImagePullSecrets(pod, serviceAccount);
    comparison.field('names', JSON.stringify(imagePullSecrets), JSON.stringify(ours.names));
    comparison.field('service account', serviceAccountName, podServiceAccountName(pod));
  },
  kind: (_input, theirs) => JSON.stringify(theirs.out),
};

/** When images are pulled, and when Pods may use what is there. */
export const imagePullOperations: readonly Operation[] = [
  pullPolicy,
  ensure,
  mustPull,
  pullSettings,
  alwaysPull,
  pullSecrets,
];
