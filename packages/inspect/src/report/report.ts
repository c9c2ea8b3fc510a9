import type { LimitRangeDefault, LimitRangeRow, QuotaBar } from '@kubesem/admission';
import type { StoredQosClass } from '@kubesem/core';
import type { DnsNames } from '@kubesem/dns';
import type { PodImageKind, PullPolicyRule, RegistryCredential } from '@kubesem/image';
import type { CrashLoop, PodReadiness, ReadyCount } from '@kubesem/lifecycle';
import type { PodCgroups, PodQosExplanation } from '@kubesem/qos';
import type { Quantity } from '@kubesem/quantity';
import type {
  PodDeclaredResources,
  PodResourcesExplanation,
  ResourceQuantities,
} from '@kubesem/resources';
import type { ControllerCreator, PodCount } from '@kubesem/workloads';
import type { Problem } from '../problem.js';

/** Requests and limits. */
export interface Amounts {
  /** Amounts that the scheduler reserves, by resource name. */
  readonly requests: ResourceQuantities;
  /** Maximum amounts that may be used, by resource name. */
  readonly limits: ResourceQuantities;
}

/** How the numbers of a Pod are computed, step by step. */
export interface PodExplanation {
  /** How each request is computed. */
  readonly requests: PodResourcesExplanation;
  /** How each limit is computed. */
  readonly limits: PodResourcesExplanation;
  /** How the QoS class is computed. */
  readonly qos: PodQosExplanation;
  /**
   * The limits of the kernel that a kubelet with default settings sets. While a stored Pod is resized, they follow the
   * amounts that its status reports.
   */
  readonly cgroups: PodCgroups;
}

/** An image that a Pod needs. */
export interface ImageReport {
  /** What uses the image: a container of that kind, or a volume. */
  readonly kind: PodImageKind;
  /** Name of the container or volume. */
  readonly name: string;
  /** The image as written; empty if absent. */
  readonly image: string;
  /** The image with all defaults; absent if it cannot be parsed. */
  readonly normalized?: string | undefined;
  /** The name that is pulled, without the tag if it has a digest; absent if the image cannot be parsed. */
  readonly pulledAs?: string | undefined;
  /** The pull policy, with its default. */
  readonly pullPolicy: string;
  /** The rule that determines the pull policy. */
  readonly pullPolicyRule: PullPolicyRule;
  /**
   * The credentials that the kubelet tries, in this order; empty if it pulls without any. Absent if no credentials were
   * passed in, or the kubelet does not pull: the image cannot be parsed, or a Secret of the Pod cannot be decoded. Users and
   * passwords are omitted.
   */
  readonly credentials?: readonly ReportedCredential[] | undefined;
}

/** Credentials of an image, without user and password. */
export interface ReportedCredential extends Pick<RegistryCredential, 'pattern' | 'source'> {
  /** Whether they have neither user nor password, so that the pull is anonymous. */
  readonly isAnonymous: boolean;
}

/** The status of a stored Pod. */
export interface PodStatusReport {
  /** Its status as `kubectl get pods` prints it, such as `CrashLoopBackOff`. */
  readonly status: string;
  /** Its app containers and sidecars that are ready. */
  readonly ready: ReadyCount;
  /** How often its containers restarted. */
  readonly restarts: number;
  /** Whether it is ready, and what keeps it from being so. */
  readonly readiness: PodReadiness;
  /** Containers in `CrashLoopBackOff`, with their delays and the times of their earliest restarts. */
  readonly crashLoops: readonly (Pick<CrashLoop, 'backOffSeconds' | 'restartsAtMs'> & {
    /** Name of the container. */
    readonly container: string;
  })[];
}

/**
 * The resources, class and images of a Pod: the effective amounts, as the scheduler and `kubectl describe` count them,
 * and the amounts of each container, of the Pod as a whole and of its overhead. While a stored Pod is resized, a container
 * has the amounts that count for the Pod.
 */
export interface PodReport extends Amounts, PodDeclaredResources {
  /** Quality of service class. */
  readonly qosClass: StoredQosClass;
  /** Its status; absent for manifests and templates. */
  readonly status?: PodStatusReport | undefined;
  /** Its images: those of init containers first, those of volumes last. */
  readonly images: readonly ImageReport[];
  /** What the LimitRanges of the files give to its containers; absent if nothing. */
  readonly limitRangeDefaults?: readonly LimitRangeDefault[] | undefined;
  /** How the numbers are computed; absent unless requested. */
  readonly explanation?: PodExplanation | undefined;
}

/** Identity and place of an object. */
export interface ObjectIdentity {
  /** Name of the file. */
  readonly file: string;
  /** Line in which the object starts, counted from 1. */
  readonly line: number;
  /** Column in which the object starts, counted from 1. */
  readonly column: number;
  /** Path of the object in a list, such as `items[3]`; absent if the object is a document of its own. */
  readonly item?: string | undefined;
  /** API group and version, such as `apps/v1`. */
  readonly apiVersion: string;
  /** Kind, such as `Deployment`. */
  readonly kind: string;
  /** Namespace; `default` if the object has none. */
  readonly namespace: string;
  /** Name; with `generateName`, its prefix and a `*`. */
  readonly name: string;
}

/** A Pod, or an object with a Pod template. */
export interface ObjectReport extends ObjectIdentity {
  /**
   * `stored` for an object that an API server has stored: it has a `metadata.uid`, which only the server sets. `manifest`
   * for all others.
   */
  readonly origin: 'manifest' | 'stored';
  /**
   * Whether the defaults of the API server were applied. A stored Pod has them already; the template of a workload gets
   * them when a Pod is created from it.
   */
  readonly defaulted: boolean;
  /** How many Pods it runs. */
  readonly pods: PodCount;
  /** The report on each of its Pods; absent if they cannot be read. */
  readonly pod?: PodReport | undefined;
  /** What is wrong with it, or worth knowing. */
  readonly problems: readonly Problem[];
  /** `metadata.uid` of a stored object. */
  readonly uid?: string | undefined;
  /** `metadata.uid` of the object that controls it, such as the ReplicaSet of a Pod. */
  readonly controllerUid?: string | undefined;
  /**
   * The workload that created its controller, as the name of the controller shows: the Deployment of a ReplicaSet, or the
   * CronJob of a Job.
   */
  readonly controllerCreator?: ControllerCreator | undefined;
}

/** Requests and limits of several Pods together. */
export interface PodTotals extends Amounts {
  /** Number of Pods. */
  readonly pods: number;
}

/** Requests and limits of several objects together. */
export interface Totals extends PodTotals {
  /** What DaemonSets add on each node on which they run. */
  readonly perNode: PodTotals;
  /** The totals without DaemonSets if all HorizontalPodAutoscalers are at their limits; absent without any. */
  readonly autoscaled?:
    | {
        /** With the minimum number of Pods. */
        readonly min: PodTotals;
        /** With the maximum number of Pods. */
        readonly max: PodTotals;
      }
    | undefined;
}

/** Requests and limits of all objects together, each multiplied by its number of Pods. */
export interface Summary extends Totals {
  /** The same for each namespace, sorted by name. */
  readonly namespaces: readonly (Totals & {
    /** Name of the namespace. */
    readonly namespace: string;
  })[];
  /** Number of objects that are not counted because Pods, ReplicaSets or Jobs that they control are. */
  readonly controllersSkipped: number;
}

/** How full a quota is under one name, with the objects of the files. */
export interface QuotaUse extends Pick<QuotaBar, 'hard' | 'used' | 'usedText'> {
  /** What the new objects that are admitted add to the usage. */
  readonly added: Quantity;
  /** What the quota still admits after that; negative if it is exceeded. */
  readonly remaining: Quantity;
  /** The usage after that, divided by the limit; undefined if the limit is zero, or if it is not a finite float. */
  readonly ratio: number | undefined;
  /** Whether no quota of the namespace with the same scopes has less remaining: the tightest one decides. */
  readonly isTightest: boolean;
}

/** A ResourceQuota of the files. */
export interface QuotaReport extends ObjectIdentity {
  /**
   * Where the usage is from: `status` if the quota has a status, as in a cluster; `objects` if it is counted from the
   * objects of the files that exist.
   */
  readonly usageFrom: 'status' | 'objects';
  /** How full it is under each name, sorted by name. */
  readonly uses: {
    /** How full it is under one name. */
    readonly [name: string]: QuotaUse | undefined;
  };
}

/** A LimitRange of the files. */
export interface LimitRangeReport extends ObjectIdentity {
  /** What it sets for each type of objects and each resource, with its own defaults. */
  readonly rows: readonly LimitRangeRow[];
}

/** What the quotas of a namespace do with a new object that they limit, or with the new Pods of a workload. */
export interface QuotaVerdict extends ObjectIdentity {
  /** What is created: the object itself, its Pods, or the claims of an ephemeral volume of these. */
  readonly creates: 'object' | 'pods' | 'claims';
  /** How many are created. */
  readonly count: number;
  /** How many of them the API server admits. */
  readonly admitted: number;
  /** How many of them fit into the quotas; 0 if the API server rejects them for another reason. */
  readonly fitting: number;
  /**
   * Why the API server rejects the first that is not admitted; undefined if all are. The message of a quota is that of the API
   * server.
   */
  readonly message: string | undefined;
  /**
   * How many Pods of the version before the new Pods replace; absent if none. New Pods are admitted step by step, each as soon
   * as the update strategy allows to delete an old one.
   */
  readonly replaces?: number | undefined;
}

/** The report on the objects of some files. */
export interface InspectReport {
  /** Kubernetes release whose rules were applied. */
  readonly kubernetesVersion: string;
  /** Pods and objects with a Pod template, in the order of the files. */
  readonly objects: readonly ObjectReport[];
  /** Objects of all other kinds. */
  readonly others: readonly ObjectIdentity[];
  /** Problems that are not about one of `objects`: of files, of other objects, and of DNS names. */
  readonly problems: readonly Problem[];
  /** Requests and limits of all objects together. */
  readonly summary: Summary;
  /** The LimitRanges of the files; absent if there are none. */
  readonly limitRanges?: readonly LimitRangeReport[] | undefined;
  /** The ResourceQuotas of the files; absent if there are none. */
  readonly quotas?: readonly QuotaReport[] | undefined;
  /** What these quotas do with the new objects of the files; absent if there are no quotas. */
  readonly quotaVerdicts?: readonly QuotaVerdict[] | undefined;
  /** DNS names of the Services and Pods; absent unless requested. */
  readonly dnsNames?: readonly DnsNames[] | undefined;
}
