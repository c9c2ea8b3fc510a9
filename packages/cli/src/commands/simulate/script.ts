import { ABSENT, everyContainer, type Pod, podFields } from '@kubesem/core';
import type { ContainerScript, PodScript, ProbeKind, ScriptedAnswer } from '@kubesem/lifecycle';

/** What one container does, as an option says it. */
export interface ContainerAnswer<T> {
  readonly container: string;
  readonly value: T;
}

/** An answer of a probe from some time on. */
export interface ProbeOption extends ScriptedAnswer {
  readonly kind: ProbeKind;
}

/** The options that change a script. */
export interface ScriptFlags {
  readonly exit: readonly ContainerAnswer<{ readonly ms: number; readonly exitCode: number }>[];
  readonly stop: readonly ContainerAnswer<number>[];
  readonly probe: readonly ContainerAnswer<ProbeOption>[];
  readonly deleteAtSeconds: number | undefined;
  readonly gracePeriodSeconds: number | undefined;
}

const INIT_MS = 2000;
const STOP_MS = 1000;
const DELETE_AT_SECONDS = 60;

/**
 * Completes a script: init containers run for 2 seconds, all others until they are stopped, which takes a second. Without a
 * script and options that end a container, the Pod is deleted after a minute.
 *
 * @param pod - the Pod
 * @param script - of the file, if there is one
 * @param flags - options, which replace what the script says
 */
export function scriptFor(pod: Pod, script: PodScript | undefined, flags: ScriptFlags): PodScript {
  const { exit, stop, probe } = flags;
  const isDefault = script === undefined && exit.length === 0;
  const deleteAt = flags.deleteAtSeconds ?? script?.deleteAtSeconds;
  const containers = new Map(
    everyContainer(podFields(pod, ABSENT).spec, (_, name, kind): [string, ContainerScript] => {
      const given = own(script?.containers, name);
      const ends = exit.filter(({ container }) => container === name).map(({ value }) => value);
      const stopMs = stop.find(({ container }) => container === name)?.value;
      const runs =
        ends.length > 0 ? ends : (given?.runs ?? [kind === 'init' ? { ms: INIT_MS } : {}]);
      const answers = probe.filter(({ container }) => container === name);
      return [
        name,
        {
          ...given,
          runs: runs.map((run) => ({
            stopMs: STOP_MS,
            ...run,
            ...(stopMs !== undefined && { stopMs }),
          })),
          probes: { ...given?.probes, ...probesOf(answers.map(({ value }) => value)) },
        },
      ];
    }),
  );
  return {
    containers: Object.fromEntries(containers),
    deleteAtSeconds: deleteAt ?? (isDefault ? DELETE_AT_SECONDS : undefined),
    gracePeriodSeconds: flags.gracePeriodSeconds ?? script?.gracePeriodSeconds,
  };
}

function probesOf(options: readonly ProbeOption[]): ContainerScript['probes'] {
  const sorted = [...options].sort((a, b) => a.afterMs - b.afterMs);
  const kinds = new Set(sorted.map(({ kind }) => kind));
  return Object.fromEntries(
    [...kinds].map((kind) => [
      kind,
      sorted
        .filter((each) => each.kind === kind)
        .map(({ afterMs, result }) => ({ afterMs, result })),
    ]),
  );
}

/** The containers that a script and options name, but the Pod does not have. */
export function unknownContainers(
  pod: Pod,
  script: PodScript | undefined,
  { exit, stop, probe }: ScriptFlags,
): readonly string[] {
  const known = new Set(everyContainer(podFields(pod, ABSENT).spec, (_, name) => name));
  const options = [...exit, ...stop, ...probe].map(({ container }) => container);
  const named = [...Object.keys(script?.containers ?? {}), ...options];
  return [...new Set(named.filter((name) => !known.has(name)))];
}

function own<T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}
