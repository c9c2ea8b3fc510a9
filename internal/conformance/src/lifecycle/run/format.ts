import type { Pod } from '@kubesem/core';
import type { JsonObject } from '../../harness/json.js';

/** One run of a container. */
export interface RunScript {
  /** How long it runs; without, until it is stopped. */
  readonly ms?: number;
  readonly exitCode?: number;
  /** Reason of its end; by default `Completed` or `Error`. */
  readonly reason?: string;
  /** How long it takes to end after SIGTERM; without, it ignores the signal. */
  readonly stopMs?: number;
  readonly stopExitCode?: number;
}

/** A hook: how long it takes, at most until its container ends, and whether it fails. */
export interface HookScript {
  readonly ms: number;
  readonly fails?: boolean;
}

/** What a probe answers from some time after the start of a run on, up to its end; before the first answer, success. */
export interface ProbeAnswer {
  readonly afterMs: number;
  /** `error` if the probe could not run. */
  readonly result: 'success' | 'failure' | 'error';
}

/** What a container does. */
export interface ContainerScript {
  /** Its runs, of which the last one repeats; without, it runs forever and ignores SIGTERM. */
  readonly runs?: readonly RunScript[];
  readonly postStart?: HookScript;
  readonly preStop?: HookScript;
  readonly probes?: {
    readonly [kind in 'startup' | 'liveness' | 'readiness']?: readonly ProbeAnswer[];
  };
}

/**
 * The life of a Pod. The kubelet starts with it at `now`, a whole second, and does at whole seconds what it does in a
 * loop: it drops old back-off (every two seconds), handles results of probes, a deletion, and the end of a sync; lists
 * containers, and syncs the Pod if a container changed, a result of a probe asks for it, the deadline is over, or the
 * time after the last sync is: one minute, 10 seconds after an error, or the end of a back-off. No time is random. What a
 * sync waits for comes before what the kubelet does in that second, and of probe results of one time, successes come last.
 * Probes, hooks and images succeed at once unless the script says otherwise. What a sync starts can take time: until
 * its end there is no other, but results of probes are handled.
 */
export interface LifeCase {
  readonly pod: Pod;
  readonly now: string;
  readonly seconds: number;
  readonly scripts: { readonly [container: string]: ContainerScript };
  /** A whole number of seconds after `now` at which someone deletes the Pod. */
  readonly deleteAtSeconds?: number;
  readonly gracePeriodSeconds?: number;
}

/** Something that the kubelet or a container did; sorted by time, then by container; probes come first, by kind. */
export interface LifeEvent {
  readonly atMs: number;
  readonly container?: string;
  readonly action:
    | 'createSandbox'
    | 'stopSandbox'
    | 'start'
    | 'postStart'
    | 'preStop'
    | 'stop'
    | 'exit'
    | 'probe';
  /** Of a stop: the time between SIGTERM and SIGKILL. */
  readonly timeoutSeconds?: number;
  readonly exitCode?: number;
  /** Of a probe; three attempts at one time count once. */
  readonly kind?: string;
  readonly result?: string;
}

/**
 * A status that differs from the one before, and what kubectl prints: name, ready, status, restarts, age. Of conditions
 * and containers it has those that differ.
 */
export interface LifeChange {
  readonly atMs: number;
  readonly cells: readonly [string, string, string, string | number, string];
  readonly phase: string;
  readonly reason?: string;
  readonly message?: string;
  readonly podIP?: string;
  readonly conditions?: readonly JsonObject[];
  readonly initContainerStatuses?: readonly JsonObject[];
  readonly containerStatuses?: readonly JsonObject[];
}

/** The life of a Pod as the kubelet of the release lives it. */
export interface LifeAnswer {
  readonly changes: readonly LifeChange[];
  readonly events: readonly LifeEvent[];
  /** From when the API no longer has the Pod. */
  readonly goneAtMs: number | null;
}
