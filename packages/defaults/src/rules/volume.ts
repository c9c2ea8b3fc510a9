import type { Volume } from '@kubesem/core';
import { containerPullPolicy } from '@kubesem/image';
import { PERSISTENT_VOLUME_CLAIM_SPEC } from './claim.js';
import { FIELD_REF } from './container.js';
import type { AnyObject, Rule } from './rule.js';

/** The mode of files: 0644. Source: `k8s.io/api/core/v1` v0.37.1, `ConfigMapVolumeSourceDefaultMode`. */
const DEFAULT_MODE = 420;
const HOUR_SECONDS = 3600;

/** What a volume can be. */
const SOURCES: readonly (keyof Volume)[] = [
  ...(['hostPath', 'emptyDir', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo'] as const),
  ...(['secret', 'nfs', 'iscsi', 'glusterfs', 'persistentVolumeClaim', 'rbd'] as const),
  ...(['flexVolume', 'cinder', 'cephfs', 'flocker', 'downwardAPI', 'fc', 'azureFile'] as const),
  ...(['configMap', 'vsphereVolume', 'quobyte', 'azureDisk', 'photonPersistentDisk'] as const),
  ...(['projected', 'portworxVolume', 'scaleIO', 'storageos', 'csi', 'ephemeral'] as const),
  'image',
];

/** `core` does not describe the claim of a volume. */
const CLAIM_SPEC = PERSISTENT_VOLUME_CLAIM_SPEC as Rule<object> as Rule<AnyObject>;
const DOWNWARD_FILES = { items: { within: { fieldRef: FIELD_REF } } } as const;

/**
 * A volume of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Pod`.
 */
export const VOLUME: Rule<Volume> = {
  set: (volume) => (SOURCES.some((name) => volume.has(name)) ? {} : { emptyDir: {} }),
  within: {
    hostPath: { absent: { type: '' } },
    secret: { absent: { defaultMode: DEFAULT_MODE } },
    iscsi: { empty: { iscsiInterface: 'default' } },
    rbd: { empty: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' } },
    downwardAPI: { absent: { defaultMode: DEFAULT_MODE }, items: DOWNWARD_FILES },
    configMap: { absent: { defaultMode: DEFAULT_MODE } },
    azureDisk: {
      absent: { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
    },
    projected: {
      absent: { defaultMode: DEFAULT_MODE },
      items: {
        sources: {
          within: {
            downwardAPI: { items: DOWNWARD_FILES },
            serviceAccountToken: { absent: { expirationSeconds: HOUR_SECONDS } },
          },
        },
      },
    },
    scaleIO: { empty: { storageMode: 'ThinProvisioned', fsType: 'xfs' } },
    ephemeral: {
      within: { volumeClaimTemplate: { parts: { spec: CLAIM_SPEC } } },
    },
    image: {
      set(image) {
        const policy = {
          image: image.text('reference'),
          imagePullPolicy: image.text('pullPolicy'),
        };
        return { pullPolicy: containerPullPolicy(policy).pullPolicy };
      },
    },
  },
};
