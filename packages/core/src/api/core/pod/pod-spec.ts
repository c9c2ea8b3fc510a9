import type { LocalObjectReference, StringMap } from '../../meta/metadata.js';
import type { Affinity } from './affinity.js';
import type { Container, EphemeralContainer } from './container.js';
import type { ResourceList, ResourceRequirements } from './resource-requirements.js';
import type { Volume } from './volume.js';

/** A Pod as it is wished for. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface PodSpec {
  /** Volumes that containers may mount. */
  readonly volumes?: readonly Volume[] | null | undefined;
  /** Containers that start one after the other before the app containers; those with `restartPolicy: Always` stay. */
  readonly initContainers?: readonly Container[] | null | undefined;
  /** The app containers, which run side by side. */
  readonly containers?: readonly Container[] | null | undefined;
  /** Containers that were added while the Pod runs. */
  readonly ephemeralContainers?: readonly EphemeralContainer[] | null | undefined;
  /** `Always`, `OnFailure` or `Never`. */
  readonly restartPolicy?: string | null | undefined;
  /** Seconds that the containers have to end by themselves. */
  readonly terminationGracePeriodSeconds?: number | null | undefined;
  /** Seconds after which the Pod is ended. */
  readonly activeDeadlineSeconds?: number | null | undefined;
  /** `ClusterFirst`, `ClusterFirstWithHostNet`, `Default` or `None`. */
  readonly dnsPolicy?: string | null | undefined;
  /** Labels that the node must have. */
  readonly nodeSelector?: StringMap | null | undefined;
  /** The service account that it runs as. */
  readonly serviceAccountName?: string | null | undefined;
  /** Old name of `serviceAccountName`. */
  readonly serviceAccount?: string | null | undefined;
  /** Whether the service account's token is mounted. */
  readonly automountServiceAccountToken?: boolean | null | undefined;
  /** The node that it is bound to. */
  readonly nodeName?: string | null | undefined;
  /** Whether it uses the node's network. */
  readonly hostNetwork?: boolean | null | undefined;
  /** Whether it sees the node's processes. */
  readonly hostPID?: boolean | null | undefined;
  /** Whether it shares the node's inter-process communication. */
  readonly hostIPC?: boolean | null | undefined;
  /** Whether its containers see one another's processes. */
  readonly shareProcessNamespace?: boolean | null | undefined;
  /** User, groups and the like of all containers; not read. */
  readonly securityContext?: unknown;
  /** Secrets with credentials for registries. */
  readonly imagePullSecrets?: readonly LocalObjectReference[] | null | undefined;
  /** First label of its host name; absent means the Pod's name. */
  readonly hostname?: string | null | undefined;
  /** The headless Service under which it has a name of its own. */
  readonly subdomain?: string | null | undefined;
  /** Preferences for nodes and neighbours. */
  readonly affinity?: Affinity | null | undefined;
  /** The scheduler that binds it. */
  readonly schedulerName?: string | null | undefined;
  /** Taints that do not keep it away; not read. */
  readonly tolerations?: unknown;
  /** Further lines for `/etc/hosts`. */
  readonly hostAliases?: readonly HostAlias[] | null | undefined;
  /** Name of its PriorityClass. */
  readonly priorityClassName?: string | null | undefined;
  /** The number behind the PriorityClass. */
  readonly priority?: number | null | undefined;
  /** Additions to what `dnsPolicy` gives. */
  readonly dnsConfig?: PodDNSConfig | null | undefined;
  /** Conditions that must be true before it counts as ready; not read. */
  readonly readinessGates?: unknown;
  /** Name of its RuntimeClass. */
  readonly runtimeClassName?: string | null | undefined;
  /** Whether Services appear as environment variables. */
  readonly enableServiceLinks?: boolean | null | undefined;
  /** `PreemptLowerPriority` or `Never`. */
  readonly preemptionPolicy?: string | null | undefined;
  /** What the Pod costs beyond its containers; comes from the RuntimeClass. */
  readonly overhead?: ResourceList | null | undefined;
  /** How the Pods of a workload are spread; not read. */
  readonly topologySpreadConstraints?: unknown;
  /** Whether the host name is the full one. */
  readonly setHostnameAsFQDN?: boolean | null | undefined;
  /** The operating system that it is made for. */
  readonly os?: PodOS | null | undefined;
  /** Whether it uses the node's user numbers. */
  readonly hostUsers?: boolean | null | undefined;
  /** What must be taken away before it is scheduled; not read. */
  readonly schedulingGates?: unknown;
  /** Claims that its containers may use. */
  readonly resourceClaims?: readonly PodResourceClaim[] | null | undefined;
  /** What all containers together ask for. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** Host name inside the Pod, over `hostname` and `subdomain`; names in DNS do not follow it. */
  readonly hostnameOverride?: string | null | undefined;
  /** The group that it is scheduled with; not read. */
  readonly schedulingGroup?: unknown;
  /** Who has a say in its eviction; not read. */
  readonly evictionResponders?: unknown;
}

/** The operating system of a Pod. */
export interface PodOS {
  /** `linux` or `windows`. */
  readonly name?: string | null | undefined;
}

/** A claim on devices, under the name by which the containers of the Pod refer to it. */
export interface PodResourceClaim {
  /** Unique in the Pod; a DNS-1123 label. */
  readonly name?: string | null | undefined;
  /** The ResourceClaim that is used. */
  readonly resourceClaimName?: string | null | undefined;
  /** The template that a ResourceClaim is made from for this Pod. */
  readonly resourceClaimTemplateName?: string | null | undefined;
}

/** One line for `/etc/hosts`. */
export interface HostAlias {
  /** The address. */
  readonly ip?: string | null | undefined;
  /** Its names. */
  readonly hostnames?: readonly string[] | null | undefined;
}

/** Additions to a Pod's `resolv.conf`. */
export interface PodDNSConfig {
  /** Addresses of further name servers. */
  readonly nameservers?: readonly string[] | null | undefined;
  /** Further search domains. */
  readonly searches?: readonly string[] | null | undefined;
  /** Further options, which replace those of the same name. */
  readonly options?: readonly PodDNSConfigOption[] | null | undefined;
}

/** One option of a Pod's `resolv.conf`, written `name` or `name:value`. */
export interface PodDNSConfigOption {
  /** Name of the option. */
  readonly name?: string | null | undefined;
  /** Value of the option. */
  readonly value?: string | null | undefined;
}
