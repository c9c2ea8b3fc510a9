// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { FieldErrorType, ObjectMeta, PodSpec } from '@kubesem/core';
import {
  CONTAINER_FIELDS,
  type Fields,
  goQuote,
  INT32_RANGE,
  writtenPath,
} from '@kubesem/core/internal';
import { checkRelativePath } from './volumes/paths.js';

const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const SECCOMP =
  /^(container\.seccomp\.security\.alpha\.kubernetes\.io\/|seccomp\.security\.alpha\.kubernetes\.io\/pod$)/;
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';

/**
 * Checks the annotations of a Pod that Kubernetes reads, except for tolerations, which are JSON.
 *
 * Source: `ValidatePodSpecificAnnotations`, as above.
 */
export function checkPodAnnotations(metadata: Fields<ObjectMeta>, spec: Fields<PodSpec>): void {
  let names: ReadonlySet<string> | undefined;
  for (const [key, value] of metadata.map('annotations')) {
    const path = metadata.keyOf('annotations', key);
    if (key === MIRROR && spec.text('nodeName') === '') {
      metadata.invalid(path, 'must set spec.nodeName if mirror pod annotation is set', value);
    } else if (key === DELETION_COST && !isInt32(value)) {
      metadata.invalid(path, 'must be a 32bit integer', value);
    } else if (SECCOMP.test(key)) {
      checkSeccomp(metadata, key, value);
    } else if (key.startsWith(APP_ARMOR)) {
      const container = key.slice(APP_ARMOR.length);
      names ??= containerNames(spec);
      if (!names.has(container)) {
        metadata.invalid(path, 'container not found', container);
      }
      if (!/^(|runtime\/default|unconfined|localhost\/[^]*)$/.test(value)) {
        metadata.invalid(path, `invalid AppArmor profile name: ${goQuote(value)}`, value);
      }
    }
  }
}

/** Forbids an update to change annotations for AppArmor and of mirror Pods. Source: `ValidatePodSpecificAnnotationUpdates`, as above. */
export function checkAnnotationUpdates(
  metadata: Fields<ObjectMeta, FieldErrorType>,
  old: Fields<ObjectMeta, FieldErrorType>,
): void {
  const [next, before] = [metadata, old].map((each) => each.map('annotations')) as [Texts, Texts];
  for (const key of new Set([...before.keys(), ...next.keys()])) {
    const what = key === MIRROR ? 'mirror pod annotation' : 'AppArmor annotations';
    if ((key === MIRROR || key.startsWith(APP_ARMOR)) && next.get(key) !== before.get(key)) {
      const change = before.has(key) ? 'remove or update' : 'add';
      metadata.forbidden(metadata.keyOf('annotations', key), `may not ${change} ${what}`);
    }
  }
}

type Texts = ReadonlyMap<string, string>;

function containerNames(spec: Fields<PodSpec>): ReadonlySet<string> {
  const names = CONTAINER_FIELDS.flatMap((list) =>
    spec.each(list, (container) => container.text('name')),
  );
  return new Set(names);
}

/** Whether a text is an int32 without a plus sign and leading zeros. Source: `GetDeletionCostFromPodAnnotations` of `pkg/apis/core/helper`. */
function isInt32(text: string): boolean {
  const number = /^(0|[1-9]\d*|-\d+)$/.test(text) ? Number(text) : Number.NaN;
  return number >= INT32_RANGE.min && number <= INT32_RANGE.max;
}

/** Source: `ValidateSeccompProfile`, as above. */
function checkSeccomp(metadata: Fields<ObjectMeta>, key: string, profile: string): void {
  // The server writes the key as if it were a field.
  const path = writtenPath(metadata.pathOf('annotations'), key, `.${key}`);
  if (profile.startsWith(LOCALHOST)) {
    checkRelativePath(metadata, path, profile.slice(LOCALHOST.length));
  } else if (!['runtime/default', 'docker/default', 'unconfined'].includes(profile)) {
    metadata.invalid(path, 'must be a valid seccomp profile', profile);
  }
}
