import type { Timestamp } from '../../meta/metadata.js';
import type { ResourceList, ResourceRequirements } from './resource-requirements.js';

/** What is known of a container. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ContainerStatus {
  /** Name of the container. */
  readonly name?: string | null | undefined;
  /** What it is doing now. */
  readonly state?: ContainerState | null | undefined;
  /** What it did before its last restart. */
  readonly lastState?: ContainerState | null | undefined;
  /** Whether its readiness probe passes. */
  readonly ready?: boolean | null | undefined;
  /** How often it was restarted. */
  readonly restartCount?: number | null | undefined;
  /** The image that it runs. */
  readonly image?: string | null | undefined;
  /** The image's identity, usually with its digest. */
  readonly imageID?: string | null | undefined;
  /** The container's identity, as `<runtime>://<id>`. */
  readonly containerID?: string | null | undefined;
  /** Whether its start hook and startup probe are through. */
  readonly started?: boolean | null | undefined;
  /** The requests that the node has admitted. */
  readonly allocatedResources?: ResourceList | null | undefined;
  /** The requests and limits that are in force. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** Volumes as mounted; not read. */
  readonly volumeMounts?: unknown;
  /** User and groups of its first process; not read. */
  readonly user?: unknown;
  /** Health of the devices it was given; not read. */
  readonly allocatedResourcesStatus?: unknown;
  /** The signal that ends it. */
  readonly stopSignal?: string | null | undefined;
}

/** What a container is doing: at most one member is set, and none means that it waits. */
export interface ContainerState {
  /** It has not started yet. */
  readonly waiting?: ContainerStateWaiting | null | undefined;
  /** It runs. */
  readonly running?: ContainerStateRunning | null | undefined;
  /** It has ended. */
  readonly terminated?: ContainerStateTerminated | null | undefined;
}

/** Why a container has not started yet. */
export interface ContainerStateWaiting {
  /** In one word, such as `ImagePullBackOff`. */
  readonly reason?: string | null | undefined;
  /** For people. */
  readonly message?: string | null | undefined;
}

/** Since when a container runs. */
export interface ContainerStateRunning {
  /** When it started. */
  readonly startedAt?: Timestamp | null | undefined;
}

/** How a container ended. */
export interface ContainerStateTerminated {
  /** Exit code of its first process. */
  readonly exitCode?: number | null | undefined;
  /** The signal that ended it; 0 and absent mean none. */
  readonly signal?: number | null | undefined;
  /** In one word, such as `OOMKilled`. */
  readonly reason?: string | null | undefined;
  /** For people. */
  readonly message?: string | null | undefined;
  /** When it started. */
  readonly startedAt?: Timestamp | null | undefined;
  /** When it ended. */
  readonly finishedAt?: Timestamp | null | undefined;
  /** The container's identity, as `<runtime>://<id>`. */
  readonly containerID?: string | null | undefined;
}
