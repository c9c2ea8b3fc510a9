import type { Timestamp } from '../../meta/metadata.js';
import type { ResourceList, ResourceRequirements } from './resource-requirements.js';

/** Observed state of a container. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ContainerStatus {
  /** Name of the container. */
  readonly name?: string | null | undefined;
  /** Its current state. */
  readonly state?: ContainerState | null | undefined;
  /** Its state before the last restart. */
  readonly lastState?: ContainerState | null | undefined;
  /** Whether its readiness probe passes. */
  readonly ready?: boolean | null | undefined;
  /** Number of restarts. */
  readonly restartCount?: number | null | undefined;
  /** The image that it runs. */
  readonly image?: string | null | undefined;
  /** ID of the image, usually with its digest. */
  readonly imageID?: string | null | undefined;
  /** ID of the container, as `<runtime>://<id>`. */
  readonly containerID?: string | null | undefined;
  /** Whether its startup probe and its `postStart` hook have succeeded. */
  readonly started?: boolean | null | undefined;
  /** The requests that the node admitted. */
  readonly allocatedResources?: ResourceList | null | undefined;
  /** The requests and limits in force. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** Volumes as mounted; not read. */
  readonly volumeMounts?: unknown;
  /** User and groups of its first process; not read. */
  readonly user?: unknown;
  /** Health of its devices; not read. */
  readonly allocatedResourcesStatus?: unknown;
  /** The signal that stops it. */
  readonly stopSignal?: string | null | undefined;
}

/** The state of a container: at most one member is set; without any, it is waiting. */
export interface ContainerState {
  /** It has not started yet. */
  readonly waiting?: ContainerStateWaiting | null | undefined;
  /** It is running. */
  readonly running?: ContainerStateRunning | null | undefined;
  /** It has terminated. */
  readonly terminated?: ContainerStateTerminated | null | undefined;
}

/** State of a waiting container. */
export interface ContainerStateWaiting {
  /** One-word reason, such as `ImagePullBackOff`. */
  readonly reason?: string | null | undefined;
  /** Human-readable message. */
  readonly message?: string | null | undefined;
}

/** State of a running container. */
export interface ContainerStateRunning {
  /** When it started. */
  readonly startedAt?: Timestamp | null | undefined;
}

/** State of a terminated container. */
export interface ContainerStateTerminated {
  /** Exit code of its first process. */
  readonly exitCode?: number | null | undefined;
  /** The signal that terminated it; 0 and absent mean no signal. */
  readonly signal?: number | null | undefined;
  /** One-word reason, such as `OOMKilled`. */
  readonly reason?: string | null | undefined;
  /** Human-readable message. */
  readonly message?: string | null | undefined;
  /** When it started. */
  readonly startedAt?: Timestamp | null | undefined;
  /** When it terminated. */
  readonly finishedAt?: Timestamp | null | undefined;
  /** ID of the container, as `<runtime>://<id>`. */
  readonly containerID?: string | null | undefined;
}
