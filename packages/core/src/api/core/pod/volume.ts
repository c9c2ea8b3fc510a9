import type { QuantityInput } from '../../meta/quantity-input.js';
import type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './volume-sources.js';

/** A volume of a Pod: a name and one source. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Volume {
  /** Unique among the volumes of the Pod; a DNS-1123 label. */
  readonly name?: string | null | undefined;
  /** An AWS disk; not read. */
  readonly awsElasticBlockStore?: unknown;
  /** An Azure disk; not read. */
  readonly azureDisk?: unknown;
  /** An Azure file share; not read. */
  readonly azureFile?: unknown;
  /** A Ceph file system; not read. */
  readonly cephfs?: unknown;
  /** An OpenStack disk; not read. */
  readonly cinder?: unknown;
  /** The keys of a ConfigMap. */
  readonly configMap?: ConfigMapVolumeSource | null | undefined;
  /** A volume of a CSI driver; not read. */
  readonly csi?: unknown;
  /** Fields of the Pod itself. */
  readonly downwardAPI?: DownwardAPIVolumeSource | null | undefined;
  /** An empty directory that lives as long as the Pod. */
  readonly emptyDir?: EmptyDirVolumeSource | null | undefined;
  /** A claim that lives as long as the Pod; not read. */
  readonly ephemeral?: unknown;
  /** A Fibre Channel disk; not read. */
  readonly fc?: unknown;
  /** A volume of a plugin on the node; not read. */
  readonly flexVolume?: unknown;
  /** A Flocker volume; not read. */
  readonly flocker?: unknown;
  /** A Google disk; not read. */
  readonly gcePersistentDisk?: unknown;
  /** A git repository; not read. */
  readonly gitRepo?: unknown;
  /** A GlusterFS volume; not read. */
  readonly glusterfs?: unknown;
  /** A directory on the node; not read. */
  readonly hostPath?: unknown;
  /** The content of an image, which is pulled like the image of a container. */
  readonly image?: ImageVolumeSource | null | undefined;
  /** An iSCSI disk; not read. */
  readonly iscsi?: unknown;
  /** A share of an NFS server; not read. */
  readonly nfs?: unknown;
  /** A PersistentVolumeClaim; not read. */
  readonly persistentVolumeClaim?: unknown;
  /** A Photon disk; not read. */
  readonly photonPersistentDisk?: unknown;
  /** A Portworx volume; not read. */
  readonly portworxVolume?: unknown;
  /** Several sources in one directory. */
  readonly projected?: ProjectedVolumeSource | null | undefined;
  /** A Quobyte volume; not read. */
  readonly quobyte?: unknown;
  /** A Ceph block device; not read. */
  readonly rbd?: unknown;
  /** A ScaleIO volume; not read. */
  readonly scaleIO?: unknown;
  /** The keys of a Secret. */
  readonly secret?: SecretVolumeSource | null | undefined;
  /** A StorageOS volume; not read. */
  readonly storageos?: unknown;
  /** A vSphere disk; not read. */
  readonly vsphereVolume?: unknown;
}

/** An image or artifact whose content is mounted as a volume. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ImageVolumeSource {
  /** Image reference. */
  readonly reference?: string | null | undefined;
  /** `Always`, `IfNotPresent` or `Never`. */
  readonly pullPolicy?: string | null | undefined;
}

/** An empty directory that lives as long as the Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface EmptyDirVolumeSource {
  /** Its medium: the disk of the node if absent or empty, `Memory`, or huge pages. */
  readonly medium?: string | null | undefined;
  /** Maximum size in bytes; absent or zero means no limit. */
  readonly sizeLimit?: QuantityInput | null | undefined;
  /** Permissions of the directory. */
  readonly mode?: number | null | undefined;
}
