import { attempt } from '@kubesem/core';
import type { JSONObject } from '@kubesem/manifests';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';
import type { FoundProblem } from '../../problem.js';
import { type AnyFields, fieldsOf, isSame, rejectedChange } from './update-fields.js';

/**
 * Why a claim rejects an update: only a bound one can change, and only its size and its class of attributes. A claim without a
 * status counts as bound.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePersistentVolumeClaimUpdate`.
 */
export function claimRefusal(
  { metadata, status }: JSONObject,
  before: AnyFields,
  after: AnyFields,
): FoundProblem | undefined {
  const { phase = BOUND, capacity } = fieldsOf(status);
  const isBound = phase === BOUND;
  const { annotations } = fieldsOf(metadata);
  const stored = { ...before };
  // The name of its volume, and that of its class, can be set once.
  const ownClass = before.storageClassName ?? fieldsOf(annotations)[CLASS_ANNOTATION] ?? undefined;
  for (const [name, known] of Object.entries({
    volumeName: before.volumeName || undefined,
    storageClassName: ownClass,
  })) {
    stored[name] = known ?? after[name];
  }
  const next = { ...after, storageClassName: after.storageClassName ?? ownClass };
  if (!isSame(fixedClaim(stored, isBound), fixedClaim(next, isBound))) {
    const message =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    return rejectedChange('FORBIDDEN', ['spec'], message);
  }
  const [size, nextSize] = [sizeIn(requestsIn(before)), sizeIn(requestsIn(after))];
  const actual = status === undefined ? size : sizeIn(capacity);
  if (size && nextSize && nextSize.cmp(size) < 0 && actual && nextSize.cmp(actual) <= 0) {
    const path = ['spec', 'resources', 'requests', 'storage'];
    return rejectedChange('FORBIDDEN', path, 'field can not be less than status.capacity');
  }
  return undefined;
}

const BOUND = 'Bound';
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** The fields that an update cannot change. */
function fixedClaim(spec: AnyFields, isBound: boolean): AnyFields {
  const requests = requestsIn(spec);
  const { volumeMode = 'Filesystem' } = spec;
  const resources = { ...fieldsOf(spec.resources), requests };
  return isBound
    ? {
        ...{ ...spec, volumeMode, volumeAttributesClassName: undefined },
        resources: { ...resources, requests: { ...requests, storage: undefined } },
      }
    : { ...spec, volumeMode, resources };
}

function requestsIn({ resources }: AnyFields): AnyFields {
  return fieldsOf(fieldsOf(resources).requests);
}

function sizeIn(list: unknown): Quantity | undefined {
  return attempt(() => quantityFromJSON(fieldsOf(list).storage)).value;
}
