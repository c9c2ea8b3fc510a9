/** Security settings of a Pod and all its containers. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface PodSecurityContext {
  /** AppArmor profile; not read. */
  readonly appArmorProfile?: unknown;
  /** Group that owns the files of volumes. */
  readonly fsGroup?: number | null | undefined;
  /** When the group of files changes: `Always` or `OnRootMismatch`. */
  readonly fsGroupChangePolicy?: string | null | undefined;
  /** Group of the processes. */
  readonly runAsGroup?: number | null | undefined;
  /** Whether the kubelet rejects containers that run as root. */
  readonly runAsNonRoot?: boolean | null | undefined;
  /** User of the processes. */
  readonly runAsUser?: number | null | undefined;
  /** How volumes are labeled for SELinux: `MountOption` or `Recursive`. */
  readonly seLinuxChangePolicy?: string | null | undefined;
  /** SELinux labels; not read. */
  readonly seLinuxOptions?: unknown;
  /** System calls that are allowed; not read. */
  readonly seccompProfile?: unknown;
  /** Additional groups of the processes. */
  readonly supplementalGroups?: readonly number[] | null | undefined;
  /** Whether the groups of the image count: `Merge` or `Strict`. */
  readonly supplementalGroupsPolicy?: string | null | undefined;
  /** Kernel parameters; not read. */
  readonly sysctls?: unknown;
  /** Settings of Windows; not read. */
  readonly windowsOptions?: unknown;
}

/** Security settings of a container, which override those of the Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface SecurityContext {
  /** Whether a process can gain more privileges than its parent. */
  readonly allowPrivilegeEscalation?: boolean | null | undefined;
  /** AppArmor profile; not read. */
  readonly appArmorProfile?: unknown;
  /** Linux capabilities; not read. */
  readonly capabilities?: unknown;
  /** Whether it has all privileges on the node. */
  readonly privileged?: boolean | null | undefined;
  /** Which parts of `/proc` are hidden: `Default` or `Unmasked`. */
  readonly procMount?: string | null | undefined;
  /** Whether its root file system is read-only. */
  readonly readOnlyRootFilesystem?: boolean | null | undefined;
  /** Group of the processes. */
  readonly runAsGroup?: number | null | undefined;
  /** Whether the kubelet rejects the container if it runs as root. */
  readonly runAsNonRoot?: boolean | null | undefined;
  /** User of the processes. */
  readonly runAsUser?: number | null | undefined;
  /** SELinux labels; not read. */
  readonly seLinuxOptions?: unknown;
  /** System calls that are allowed; not read. */
  readonly seccompProfile?: unknown;
  /** Settings of Windows; not read. */
  readonly windowsOptions?: unknown;
}
