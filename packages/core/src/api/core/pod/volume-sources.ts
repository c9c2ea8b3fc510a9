import type { StringMap } from '../../meta/metadata.js';
import type { ResourceFieldSelector } from '../resource-field-selector.js';
import type { ObjectFieldSelector } from './environment.js';

/** A file for a key of a ConfigMap or Secret. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface KeyToPath {
  /** The key. */
  readonly key?: string | null | undefined;
  /** Path of the file in the volume. */
  readonly path?: string | null | undefined;
  /** Permissions of the file; those of the volume by default. */
  readonly mode?: number | null | undefined;
  /** Owner of the file; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly user?: number | null | undefined;
}

/** Some or all keys of a ConfigMap, as one of the sources of a projected volume. */
export interface ConfigMapProjection {
  /** Name of the ConfigMap. */
  readonly name?: string | null | undefined;
  /** The keys to use; all keys if absent or empty. */
  readonly items?: readonly KeyToPath[] | null | undefined;
  /** Whether the ConfigMap and its keys may be missing. */
  readonly optional?: boolean | null | undefined;
}

/** A volume with the keys of a ConfigMap. */
export interface ConfigMapVolumeSource extends ConfigMapProjection {
  /** Permissions of files without a mode; 0644 by default. */
  readonly defaultMode?: number | null | undefined;
  /** Owner of the files; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly defaultUser?: number | null | undefined;
}

/** Some or all keys of a Secret, as one of the sources of a projected volume. */
export interface SecretProjection {
  /** Name of the Secret. */
  readonly name?: string | null | undefined;
  /** The keys to use; all keys if absent or empty. */
  readonly items?: readonly KeyToPath[] | null | undefined;
  /** Whether the Secret and its keys may be missing. */
  readonly optional?: boolean | null | undefined;
}

/** A volume with the keys of a Secret. */
export interface SecretVolumeSource {
  /** Name of the Secret. */
  readonly secretName?: string | null | undefined;
  /** The keys to use; all keys if absent or empty. */
  readonly items?: readonly KeyToPath[] | null | undefined;
  /** Whether the Secret and its keys may be missing. */
  readonly optional?: boolean | null | undefined;
  /** Permissions of files without a mode; 0644 by default. */
  readonly defaultMode?: number | null | undefined;
  /** Owner of the files; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly defaultUser?: number | null | undefined;
}

/** A file with a field of the Pod, or with a request or limit. */
export interface DownwardAPIVolumeFile {
  /** Path of the file in the volume. */
  readonly path?: string | null | undefined;
  /** The field of the Pod. */
  readonly fieldRef?: ObjectFieldSelector | null | undefined;
  /** The request or limit of a container. */
  readonly resourceFieldRef?: ResourceFieldSelector | null | undefined;
  /** Permissions of the file; those of the volume by default. */
  readonly mode?: number | null | undefined;
  /** Owner of the file; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly user?: number | null | undefined;
}

/** Fields of the Pod, as one of the sources of a projected volume. */
export interface DownwardAPIProjection {
  /** The files. */
  readonly items?: readonly DownwardAPIVolumeFile[] | null | undefined;
}

/** A volume with fields of the Pod. */
export interface DownwardAPIVolumeSource extends DownwardAPIProjection {
  /** Permissions of files without a mode; 0644 by default. */
  readonly defaultMode?: number | null | undefined;
  /** Owner of the files; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly defaultUser?: number | null | undefined;
}

/** A volume with several sources in one directory. */
export interface ProjectedVolumeSource {
  /** The sources; a later one replaces files of an earlier one. */
  readonly sources?: readonly VolumeProjection[] | null | undefined;
  /** Permissions of files without a mode; 0644 by default. */
  readonly defaultMode?: number | null | undefined;
  /** Owner of the files; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly defaultUser?: number | null | undefined;
}

/** One of the sources of a projected volume; exactly one field is set. */
export interface VolumeProjection {
  /** Keys of a Secret. */
  readonly secret?: SecretProjection | null | undefined;
  /** Fields of the Pod. */
  readonly downwardAPI?: DownwardAPIProjection | null | undefined;
  /** Keys of a ConfigMap. */
  readonly configMap?: ConfigMapProjection | null | undefined;
  /** A token of the service account of the Pod. */
  readonly serviceAccountToken?: ServiceAccountTokenProjection | null | undefined;
  /** Certificates of ClusterTrustBundles. */
  readonly clusterTrustBundle?: ClusterTrustBundleProjection | null | undefined;
  /** A key and a certificate of the Pod. */
  readonly podCertificate?: PodCertificateProjection | null | undefined;
}

/** A token of the service account of the Pod, which the kubelet renews. */
export interface ServiceAccountTokenProjection {
  /** Intended audience; the API server by default. */
  readonly audience?: string | null | undefined;
  /** Lifetime in seconds; 3600 by default. */
  readonly expirationSeconds?: number | null | undefined;
  /** Path of the file in the volume. */
  readonly path?: string | null | undefined;
  /** Owner of the file; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly user?: number | null | undefined;
}

/** Certificates of ClusterTrustBundles: of one name, or of a signer. */
export interface ClusterTrustBundleProjection {
  /** Name of the ClusterTrustBundle. */
  readonly name?: string | null | undefined;
  /** Signer of the ClusterTrustBundles. */
  readonly signerName?: string | null | undefined;
  /** Labels of those of the signer; not read. */
  readonly labelSelector?: unknown;
  /** Whether they may be missing. */
  readonly optional?: boolean | null | undefined;
  /** Path of the file in the volume. */
  readonly path?: string | null | undefined;
  /** Owner of the file; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly user?: number | null | undefined;
}

/** A key and a certificate, which the kubelet requests for the Pod and renews. */
export interface PodCertificateProjection {
  /** Signer of the certificate. */
  readonly signerName?: string | null | undefined;
  /** Type of the key, such as `ED25519`. */
  readonly keyType?: string | null | undefined;
  /** Longest lifetime in seconds. */
  readonly maxExpirationSeconds?: number | null | undefined;
  /** Path of the file with the key and the certificates. */
  readonly credentialBundlePath?: string | null | undefined;
  /** Path of the file with the key. */
  readonly keyPath?: string | null | undefined;
  /** Path of the file with the certificates. */
  readonly certificateChainPath?: string | null | undefined;
  /** Annotations for the signer. */
  readonly userAnnotations?: StringMap | null | undefined;
  /** Owner of the files; ignored by default (feature gate `AtomicWriteVolumeUserFields`). */
  readonly user?: number | null | undefined;
}
