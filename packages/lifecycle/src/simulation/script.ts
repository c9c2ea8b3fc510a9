import { type Pod, type PodStatus, type Timestamp } from '@kubesem/core';
import { AMOUNT_OPTION, readOption } from '@kubesem/core/internal';
import type { ProbeKind } from '../probes/worker.js';
import type { CrashLoopConfiguration } from '../restart/crash-loop.js';
import type { PodRow } from '../status/pod-row.js';
import { DEFAULT_GRACE_SECONDS } from '../termination/grace-period.js';

/** What one run of a container does. */
export interface ContainerRun {
  /** How long it runs, in milliseconds; by default, until it is stopped. */
  readonly ms?: number | undefined;
  /** Its exit code; 0 by default. */
  readonly exitCode?: number | undefined;
  /** Why it exits, such as `OOMKilled`; by default `Completed` or `Error`. */
  readonly reason?: string | undefined;
  /** How long it needs to exit after SIGTERM, in milliseconds; by default, it ignores the signal. */
  readonly stopMs?: number | undefined;
  /** Its exit code after SIGTERM; 0 by default. */
  readonly stopExitCode?: number | undefined;
}

/** What a hook does. A hook with `tcpSocket` always fails, because the kubelet cannot run it. */
export interface HookRun {
  /** How long it takes, in milliseconds; 0 by default. Ignored for a `sleep` hook, which has its own duration. */
  readonly ms?: number | undefined;
  /** Whether it fails; false by default. */
  readonly fails?: boolean | undefined;
}

/** The result of a probe, starting at a time of each run. */
export interface ScriptedAnswer {
  /** The time since the start of the run, in milliseconds. */
  readonly afterMs: number;
  /** The result; `error` if the probe itself cannot run, which the kubelet ignores. */
  readonly result: 'success' | 'failure' | 'error';
}

/** What a container does. */
export interface ContainerScript {
  /** Its runs; the last one repeats. By default, one run that does not end by itself. */
  readonly runs?: readonly ContainerRun[] | undefined;
  /** What its `postStart` hook does. */
  readonly postStart?: HookRun | undefined;
  /** What its `preStop` hook does. */
  readonly preStop?: HookRun | undefined;
  /** The results of its probes in each run, sorted by time; success by default. */
  readonly probes?:
    | { readonly [kind in ProbeKind]?: readonly ScriptedAnswer[] | undefined }
    | undefined;
}

/** What the containers of a Pod do, and when it is deleted. */
export interface PodScript {
  /** What the containers do, by their names; containers without a script run until they are stopped. */
  readonly containers?: { readonly [name: string]: ContainerScript | undefined } | undefined;
  /** When the Pod is deleted, in seconds since the start; never by default. */
  readonly deleteAtSeconds?: number | undefined;
  /** The grace period of the deletion; that of the Pod by default. */
  readonly gracePeriodSeconds?: number | undefined;
}

/** An event of the kubelet or of a container. */
export interface SimulationEvent {
  /** When, in milliseconds since the start. */
  readonly atMs: number;
  /**
   * What happens: the kubelet creates or stops the sandbox, starts a container, runs one of its hooks, probes it, or sends
   * SIGTERM; or the container exits.
   */
  readonly action:
    | 'createSandbox'
    | 'stopSandbox'
    | 'start'
    | 'postStart'
    | 'preStop'
    | 'probe'
    | 'stop'
    | 'exit';
  /** Name of the container; absent for the sandbox. */
  readonly container?: string | undefined;
  /** For `stop`: how long the runtime waits before it kills the container. */
  readonly timeoutSeconds?: number | undefined;
  /** For `exit`. */
  readonly exitCode?: number | undefined;
  /** For `probe`. */
  readonly kind?: ProbeKind | undefined;
  /** For `probe`. */
  readonly result?: ScriptedAnswer['result'] | undefined;
}

/** The script of a container, even if it is called `__proto__`. */
export function scriptOf({ containers }: PodScript, name: string): ContainerScript {
  const isKnown =
    containers !== undefined && Object.prototype.hasOwnProperty.call(containers, name);
  return (isKnown ? containers[name] : undefined) ?? {};
}

/**
 * Checks the times of a script. A negative one would lead back, and one that is not a number would last forever.
 *
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if one is not a number, 0 or more
 */
export function checkScript({ containers, deleteAtSeconds }: PodScript): void {
  readOption('deleteAtSeconds', deleteAtSeconds, AMOUNT_OPTION);
  for (const script of Object.values(containers ?? {})) {
    const { runs = [], postStart, preStop, probes } = script ?? {};
    for (const { ms, stopMs } of runs) {
      readOption('ms', ms, AMOUNT_OPTION);
      readOption('stopMs', stopMs, AMOUNT_OPTION);
    }
    readOption('ms', postStart?.ms, AMOUNT_OPTION);
    readOption('ms', preStop?.ms, AMOUNT_OPTION);
    for (const { afterMs } of Object.values(probes ?? {}).flatMap((answers) => answers ?? [])) {
      readOption('afterMs', afterMs, AMOUNT_OPTION);
    }
  }
}

/** A status of a Pod, and when the kubelet set it. */
export interface PodChange {
  /** When, in milliseconds since the start. */
  readonly atMs: number;
  /** The status. */
  readonly status: PodStatus;
  /** The row that `kubectl get pods` prints then. */
  readonly row: PodRow;
}

/** Options of `PodSimulation`. */
export interface PodSimulationOptions {
  /** When the kubelet accepts the Pod. */
  readonly now: Timestamp;
  /** The address of the Pod; `10.0.0.1` by default. */
  readonly podIP?: string | undefined;
  /** Settings of the node for `CrashLoopBackOff`. */
  readonly crashLoop?: CrashLoopConfiguration | undefined;
}

/** The spec with what the API server and the scheduler fill in, as far as the simulation reads it. */
export function withDefaults(spec: NonNullable<Pod['spec']>): NonNullable<Pod['spec']> {
  return {
    ...spec,
    restartPolicy: spec.restartPolicy || 'Always',
    nodeName: spec.nodeName || 'node',
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS,
  };
}
