import type { Toleration } from '../../../pod/tolerations.js';
import type { LocalObjectReference, StringMap } from '../../meta/metadata.js';
import type { Affinity } from './affinity.js';
import type { Container, EphemeralContainer } from './container.js';
import type { ResourceList, ResourceRequirements } from './resource-requirements.js';
import type { PodSecurityContext } from './security-context.js';
import type { Volume } from './volume.js';

/** Desired state of a Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface PodSpec {
  /** Volumes for its containers. */
  readonly volumes?: readonly Volume[] | null | undefined;
  /** Containers that start one after the other, before the app containers; those with `restartPolicy: Always` keep running. */
  readonly initContainers?: readonly Container[] | null | undefined;
  /** The app containers, which run in parallel. */
  readonly containers?: readonly Container[] | null | undefined;
  /** Containers that were added to the running Pod. */
  readonly ephemeralContainers?: readonly EphemeralContainer[] | null | undefined;
  /** `Always`, `OnFailure` or `Never`. */
  readonly restartPolicy?: string | null | undefined;
  /** Seconds between the stop signal and the kill signal. */
  readonly terminationGracePeriodSeconds?: number | null | undefined;
  /** Seconds after which the Pod is terminated. */
  readonly activeDeadlineSeconds?: number | null | undefined;
  /** `ClusterFirst`, `ClusterFirstWithHostNet`, `Default` or `None`. */
  readonly dnsPolicy?: string | null | undefined;
  /** Labels that the node must have. */
  readonly nodeSelector?: StringMap | null | undefined;
  /** Name of its service account. */
  readonly serviceAccountName?: string | null | undefined;
  /** Old name of `serviceAccountName`. */
  readonly serviceAccount?: string | null | undefined;
  /** Whether the service account's token is mounted. */
  readonly automountServiceAccountToken?: boolean | null | undefined;
  /** Name of its node. */
  readonly nodeName?: string | null | undefined;
  /** Whether it uses the network of the node. */
  readonly hostNetwork?: boolean | null | undefined;
  /** Whether it shares the process namespace of the node. */
  readonly hostPID?: boolean | null | undefined;
  /** Whether it shares the IPC namespace of the node. */
  readonly hostIPC?: boolean | null | undefined;
  /** Whether its containers share one process namespace. */
  readonly shareProcessNamespace?: boolean | null | undefined;
  /** Security settings of the Pod and all its containers. */
  readonly securityContext?: PodSecurityContext | null | undefined;
  /** Secrets with registry credentials. */
  readonly imagePullSecrets?: readonly LocalObjectReference[] | null | undefined;
  /** First label of its hostname; absent means the name of the Pod. */
  readonly hostname?: string | null | undefined;
  /** The headless Service below which it has a DNS name. */
  readonly subdomain?: string | null | undefined;
  /** Nodes and other Pods that it requires or prefers. */
  readonly affinity?: Affinity | null | undefined;
  /** Name of its scheduler. */
  readonly schedulerName?: string | null | undefined;
  /** Taints that it tolerates. */
  readonly tolerations?: readonly Toleration[] | null | undefined;
  /** Additional lines of `/etc/hosts`. */
  readonly hostAliases?: readonly HostAlias[] | null | undefined;
  /** Name of its PriorityClass. */
  readonly priorityClassName?: string | null | undefined;
  /** The value of the PriorityClass. */
  readonly priority?: number | null | undefined;
  /** Additions to the configuration from `dnsPolicy`. */
  readonly dnsConfig?: PodDNSConfig | null | undefined;
  /** Further conditions of its readiness. */
  readonly readinessGates?: readonly PodReadinessGate[] | null | undefined;
  /** Name of its RuntimeClass. */
  readonly runtimeClassName?: string | null | undefined;
  /** Whether Services appear as environment variables. */
  readonly enableServiceLinks?: boolean | null | undefined;
  /** `PreemptLowerPriority` or `Never`. */
  readonly preemptionPolicy?: string | null | undefined;
  /** Resources that the Pod uses in addition to its containers; set from the RuntimeClass. */
  readonly overhead?: ResourceList | null | undefined;
  /** How similar Pods are spread over the cluster; not read. */
  readonly topologySpreadConstraints?: unknown;
  /** Whether the hostname is the fully qualified name. */
  readonly setHostnameAsFQDN?: boolean | null | undefined;
  /** Its operating system. */
  readonly os?: PodOS | null | undefined;
  /** Whether it uses the user namespace of the node. */
  readonly hostUsers?: boolean | null | undefined;
  /** Scheduling gates, which block its scheduling. */
  readonly schedulingGates?: readonly PodSchedulingGate[] | null | undefined;
  /** Resource claims for its containers. */
  readonly resourceClaims?: readonly PodResourceClaim[] | null | undefined;
  /** Requests and limits of all containers together. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** Hostname inside the Pod, instead of `hostname` and `subdomain`; DNS names ignore it. */
  readonly hostnameOverride?: string | null | undefined;
  /** The group that it is scheduled with; not read. */
  readonly schedulingGroup?: unknown;
  /** Components that take part in its eviction; not read. */
  readonly evictionResponders?: unknown;
}

/** The operating system of a Pod. */
export interface PodOS {
  /** `linux` or `windows`. */
  readonly name?: string | null | undefined;
}

/** A claim for devices, with the name by which the containers refer to it. */
export interface PodResourceClaim {
  /** Unique in the Pod; a DNS-1123 label. */
  readonly name?: string | null | undefined;
  /** Name of the ResourceClaim. */
  readonly resourceClaimName?: string | null | undefined;
  /** Name of the template of a ResourceClaim for this Pod. */
  readonly resourceClaimTemplateName?: string | null | undefined;
}

/** One line of `/etc/hosts`. */
export interface HostAlias {
  /** The address. */
  readonly ip?: string | null | undefined;
  /** Its names. */
  readonly hostnames?: readonly string[] | null | undefined;
}

/** Additions to a Pod's `resolv.conf`. */
export interface PodDNSConfig {
  /** Additional name servers. */
  readonly nameservers?: readonly string[] | null | undefined;
  /** Additional search domains. */
  readonly searches?: readonly string[] | null | undefined;
  /** Additional options, which replace those of the same name. */
  readonly options?: readonly PodDNSConfigOption[] | null | undefined;
}

/** One option of a Pod's `resolv.conf`, written `name` or `name:value`. */
export interface PodDNSConfigOption {
  /** Name of the option. */
  readonly name?: string | null | undefined;
  /** Value of the option. */
  readonly value?: string | null | undefined;
}

/** A condition that must be true for a Pod to be ready. */
export interface PodReadinessGate {
  /** Type of the condition. */
  readonly conditionType?: string | null | undefined;
}

/** Blocks the scheduling of a Pod until a controller removes it. */
export interface PodSchedulingGate {
  /** Unique in the Pod; a qualified name. */
  readonly name?: string | null | undefined;
}
