import type { PodImageKind, PullPolicyRule, RegistryCredential } from '@kubesem/image';
import type { PodCgroups, PodQosClass, PodQosExplanation } from '@kubesem/qos';
import type {
  PodDeclaredResources,
  PodResourcesExplanation,
  ResourceQuantities,
} from '@kubesem/resources';
import type { PodCount } from './kinds.js';
import type { Problem } from './problem.js';

/** Requests and limits. */
export interface Amounts {
  /** What is set aside, by resource name. */
  readonly requests: ResourceQuantities;
  /** What may be used at most, by resource name. */
  readonly limits: ResourceQuantities;
}

/** Why a Pod has its numbers, step by step. */
export interface PodExplanation {
  /** How each request came about. */
  readonly requests: PodResourcesExplanation;
  /** How each limit came about. */
  readonly limits: PodResourcesExplanation;
  /** How the QoS class came about. */
  readonly qos: PodQosExplanation;
  /**
   * What a kubelet with default settings makes of them: the limits that the kernel holds the processes to. While a stored
   * Pod is resized, of what its status says is in force.
   */
  readonly cgroups: PodCgroups;
}

/** An image that a Pod needs. */
export interface ImageReport {
  /** Whether a container runs it, and which kind of one, or a volume holds it. */
  readonly kind: PodImageKind;
  /** Name of the container or volume. */
  readonly name: string;
  /** The image as it is written; empty if there is none. */
  readonly image: string;
  /** The image with all that Kubernetes fills in; absent if it cannot be parsed. */
  readonly normalized?: string | undefined;
  /** What the registry is asked for: the digest alone where there is one; absent if it cannot be parsed. */
  readonly pulledAs?: string | undefined;
  /** The pull policy, with its default. */
  readonly pullPolicy: string;
  /** Why it is that. */
  readonly pullPolicyRule: PullPolicyRule;
  /**
   * What the kubelet tries to pull it with, in this order; empty if it pulls without. Absent if there are no credentials
   * to look in, or the kubelet does not pull: the image cannot be parsed, or a Secret of the Pod cannot be decoded.
   */
  readonly credentials?: readonly Omit<RegistryCredential, 'password'>[] | undefined;
}

/**
 * What a Pod asks for: the effective amounts, as the scheduler and `kubectl describe` count them, and besides what is
 * set for each container, for the Pod as a whole and for its overhead. While a stored Pod is resized, a container has the
 * amounts that the Pod counts of it.
 */
export interface PodReport extends Amounts, PodDeclaredResources {
  /** Quality of service class. */
  readonly qosClass: PodQosClass;
  /** Its images, those of init containers first and those of volumes last. */
  readonly images: readonly ImageReport[];
  /** Why, if it was asked for. */
  readonly explanation?: PodExplanation | undefined;
}

/** Which object it is, and where it stands. */
export interface ObjectIdentity {
  /** Name of the file. */
  readonly file: string;
  /** Line that the object starts in, counted from 1. */
  readonly line: number;
  /** Column that the object starts at, counted from 1. */
  readonly column: number;
  /** Path of the object in the list that the document is, such as `items[3]`; absent if it is the document. */
  readonly item?: string | undefined;
  /** API group and version, such as `apps/v1`. */
  readonly apiVersion: string;
  /** Kind, such as `Deployment`. */
  readonly kind: string;
  /** Namespace; `default` if the object names none. */
  readonly namespace: string;
  /** Name; for a name that the API server is to make up, its start and a `*`. */
  readonly name: string;
}

/** A Pod, or an object that carries a template for Pods. */
export interface ObjectReport extends ObjectIdentity {
  /**
   * `stored` for an object that an API server has stored (it has a `metadata.uid`, which only the server gives), else
   * `manifest`.
   */
  readonly origin: 'manifest' | 'stored';
  /**
   * Whether the numbers are those after the API server's defaults. A stored Pod has them already and is taken as it is;
   * a template gets them when a Pod is made from it.
   */
  readonly defaulted: boolean;
  /** How many Pods it stands for. */
  readonly pods: PodCount;
  /** The numbers of each of its Pods; absent if there are errors. */
  readonly pod?: PodReport | undefined;
  /** What is wrong with it, or worth knowing. */
  readonly problems: readonly Problem[];
  /** `metadata.uid` of a stored object. */
  readonly uid?: string | undefined;
  /** `metadata.uid` of the object that controls it, such as the ReplicaSet of a Pod. */
  readonly controllerUid?: string | undefined;
  /**
   * What its controller was made for, as the name of the controller tells: the Deployment of a Pod's ReplicaSet, or the
   * CronJob of its Job.
   */
  readonly controllerMadeFor?:
    | {
        /** Its kind. */
        readonly kind: 'Deployment' | 'CronJob';
        /** Its name. */
        readonly name: string;
      }
    | undefined;
}

/** What one file holds. */
export interface FileReport {
  /** Name of the file. */
  readonly file: string;
  /** Pods and objects that carry a template for Pods. */
  readonly objects: readonly ObjectReport[];
  /** Objects of all other kinds, of which nothing but the name was looked at. */
  readonly others: readonly ObjectIdentity[];
  /** What is wrong with the file, or with documents that are no objects. */
  readonly problems: readonly Problem[];
}

/** What several objects ask for together. */
export interface Totals extends Amounts {
  /** Number of Pods. */
  readonly pods: number;
  /** What DaemonSets add on each node that they fit on. */
  readonly perNode: Amounts & {
    /** Number of Pods on each node. */
    readonly pods: number;
  };
}

/** What all objects ask for together, each multiplied by its number of Pods. */
export interface Summary extends Totals {
  /** The same for each namespace, in the order of their names. */
  readonly namespaces: readonly (Totals & {
    /** Name of the namespace. */
    readonly namespace: string;
  })[];
  /** Objects that were left out because Pods or ReplicaSets or Jobs that they control are among the objects. */
  readonly controllersLeftOut: number;
}

/** What several files hold. */
export interface InspectReport {
  /** The Kubernetes release whose rules were applied. */
  readonly kubernetesVersion: string;
  /** Pods and objects that carry a template for Pods, in the order of the files. */
  readonly objects: readonly ObjectReport[];
  /** Objects of all other kinds. */
  readonly others: readonly ObjectIdentity[];
  /** What is wrong with files, or with documents that are no objects. */
  readonly problems: readonly Problem[];
  /** What all objects ask for together. */
  readonly summary: Summary;
}
