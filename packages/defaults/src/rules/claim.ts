import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@kubesem/core';
import { roundedAmounts } from '@kubesem/resources/internal';
import { RESOURCES } from './container.js';
import type { Rule } from './rule.js';

/** The spec of a PersistentVolumeClaim, or of the claim that an ephemeral volume makes. */
export const PERSISTENT_VOLUME_CLAIM_SPEC: Rule<PersistentVolumeClaimSpec> = {
  absent: { volumeMode: 'Filesystem' },
  parts: { resources: RESOURCES },
};

/** A PersistentVolumeClaim, also in a StatefulSet. */
export const PERSISTENT_VOLUME_CLAIM: Rule<PersistentVolumeClaim> = {
  parts: {
    spec: PERSISTENT_VOLUME_CLAIM_SPEC,
    status: {
      empty: { phase: 'Pending' },
      convert: { capacity: roundedAmounts, allocatedResources: roundedAmounts },
    },
  },
};
