import { type PodSpec, type Timestamp } from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';

/** A sandbox of a Pod: its network and what its containers share. */
export interface RuntimeSandbox {
  /** Whether it runs (`ready`). */
  readonly state: 'ready' | 'notReady';
  /** How many sandboxes the Pod had before this one. */
  readonly attempt: number;
  /** Its address; empty if it has none, absent if the runtime does not report the network. */
  readonly ip?: string | undefined;
}

/** A container that exists in the runtime, running or dead. */
export interface RuntimeContainer {
  /** Its name in the Pod. */
  readonly name: string;
  /** Its ID, which changes with each restart. */
  readonly id: string;
  /** Its state. */
  readonly state: 'created' | 'running' | 'exited' | 'unknown';
  /** Its exit code; 0 by default. */
  readonly exitCode?: number | undefined;
  /** Why it exited, such as `OOMKilled`. */
  readonly reason?: string | undefined;
  /** Its termination message. */
  readonly message?: string | undefined;
  /** How many containers with its name preceded it. */
  readonly restartCount?: number | undefined;
  /** The image that it was created with. If it differs from the image in the spec, the container has changed. */
  readonly image?: string | undefined;
  /** When it was created. */
  readonly createdAt?: Timestamp | undefined;
  /** When it started. */
  readonly startedAt?: Timestamp | undefined;
  /** When it exited. */
  readonly finishedAt?: Timestamp | undefined;
  /** Whether it belongs to the current sandbox; true by default. */
  readonly active?: boolean | undefined;
}

/** What the container runtime reports about a Pod. */
export interface PodRuntime {
  /** The sandboxes, the newest first. */
  readonly sandboxes: readonly RuntimeSandbox[];
  /** The containers, the newest first. */
  readonly containers: readonly RuntimeContainer[];
}

/** What the runtime knows, by the names of the containers. */
export interface KnownContainers {
  readonly all: readonly Fields<RuntimeContainer>[];
  /** The newest container of a name. */
  readonly byName: ReadonlyMap<string, Fields<RuntimeContainer>>;
  /** The newest container of a name in the current sandbox. */
  readonly activeByName: ReadonlyMap<string, Fields<RuntimeContainer>>;
}

/** Finds the newest container of each name. */
export function knownContainers(runtime: PodRuntime): KnownContainers {
  const all = fields<PodRuntime>(runtime, ABSENT).objects('containers');
  const byName = new Map<string, Fields<RuntimeContainer>>();
  const activeByName = new Map<string, Fields<RuntimeContainer>>();
  for (const container of all) {
    const name = container.text('name');
    if (!byName.has(name)) {
      byName.set(name, container);
    }
    if (container.flag('active') !== false && !activeByName.has(name)) {
      activeByName.set(name, container);
    }
  }
  return { all, byName, activeByName };
}

/** Whether a Pod has a sandbox that can hold its containers. */
export interface SandboxState {
  /** Whether it needs another one. */
  readonly changed: boolean;
  /** The attempt of the sandbox that it has or needs. */
  readonly attempt: number;
  /** Why it needs another one. */
  readonly reason?: string | undefined;
}

/**
 * Decides whether a Pod needs another sandbox. Its network is that of the Pod: it cannot change.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime/util` v1.37.1, `PodSandboxChanged`.
 */
export function sandboxState(spec: Fields<PodSpec>, runtime: PodRuntime): SandboxState {
  const sandboxes = fields<PodRuntime>(runtime, ABSENT).objects('sandboxes');
  const [newest] = sandboxes;
  if (newest === undefined) {
    return { changed: true, attempt: 0, reason: 'no pod sandbox exists' };
  }
  const attempt = newest.integer('attempt') ?? 0;
  const problem = (reason: string): SandboxState => ({
    changed: true,
    attempt: attempt + 1,
    reason,
  });
  if (sandboxes.filter((sandbox) => sandbox.text('state') === 'ready').length > 1) {
    return problem('multiple pod sandboxes are ready and need to be reconciled');
  }
  if (newest.text('state') !== 'ready') {
    return problem('pod sandbox is not ready');
  }
  if (spec.flag('hostNetwork') !== true && newest.optionalText('ip') === '') {
    return problem('pod sandbox has no IP address');
  }
  return { changed: false, attempt };
}
