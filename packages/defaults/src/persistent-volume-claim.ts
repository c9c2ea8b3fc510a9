import type { Named, PersistentVolumeClaim } from '@kubesem/core';
import { PERSISTENT_VOLUME_CLAIM } from './rules/claim.js';
import { withDefaults } from './rules/rule.js';

/**
 * Fills in a PersistentVolumeClaim as the API server does.
 *
 * Its volume has a file system, and its phase is `Pending`. Amounts are rounded up to thousandths.
 *
 * @param claim - the PersistentVolumeClaim; it is not changed
 * @returns a new PersistentVolumeClaim, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyPersistentVolumeClaimDefaults } from '@kubesem/defaults/persistent-volume-claim';
 *
 * const spec = { resources: { requests: { storage: '1024Mi' } } };
 * applyPersistentVolumeClaimDefaults({ spec }) // => {
 * //   spec: { resources: { requests: { storage: '1Gi' } }, volumeMode: 'Filesystem' },
 * //   status: { phase: 'Pending' },
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_PersistentVolumeClaim`.
 */
export function applyPersistentVolumeClaimDefaults<T extends PersistentVolumeClaim>(
  claim: Named<T>,
): T;
/** The same for an object literal. */
export function applyPersistentVolumeClaimDefaults(
  claim: PersistentVolumeClaim,
): PersistentVolumeClaim;
/** The implementation. */
export function applyPersistentVolumeClaimDefaults(
  claim: PersistentVolumeClaim,
): PersistentVolumeClaim {
  return withDefaults(claim, PERSISTENT_VOLUME_CLAIM);
}
