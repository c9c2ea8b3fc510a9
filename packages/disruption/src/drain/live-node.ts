// The nodes of a drain as they change.
import type { LivePod, WaitingEviction } from './live-cluster.js';
import type { NodeDrain } from './timeline.js';

/** An eviction that kubectl requests until it is allowed. */
export interface Request extends WaitingEviction {
  readonly node: LiveNode;
  lastMs: number;
  cause: string;
}

/** A node of the simulation. */
export interface LiveNode {
  readonly name: string;
  startedAtMs: number | undefined;
  drainedAtMs: number | undefined;
  evicted: number;
  pending: number;
  failed: boolean;
  /** When kubectl notices that the last of its Pods is gone. */
  endMs: number;
  errors: readonly string[];
  warnings: readonly string[];
  /** The Pods that finalizers keep, and for which kubectl waits. */
  readonly held: LivePod[];
}

/** A node before its drain. */
export function liveNode(name: string, startMs: number): LiveNode {
  return {
    name,
    startedAtMs: undefined,
    drainedAtMs: undefined,
    evicted: 0,
    pending: 0,
    failed: false,
    endMs: startMs,
    errors: [],
    warnings: [],
    held: [],
  };
}

/** What has happened to a node. */
export function nodeDrain(node: LiveNode, startMs: number): NodeDrain {
  const { name, startedAtMs, drainedAtMs, evicted, errors, warnings } = node;
  return {
    node: name,
    ...(startedAtMs !== undefined && { startedAtMs: startedAtMs - startMs }),
    ...(drainedAtMs !== undefined && { drainedAtMs: drainedAtMs - startMs }),
    ...{ evicted, errors, warnings },
  };
}
