import type { Container, Pod, PodStatus, Probe } from '@kubesem/core';
import { type ProbeAnswer, type ProbeKind, ProbeWorker } from '@kubesem/lifecycle';

/** What a worker meets. Times are milliseconds after its start. */
export interface ProbeScript {
  readonly pod: Pod;
  readonly kind: ProbeKind;
  /** The answers to its probes and how long they take; after the last one, the first one comes again. */
  readonly script: readonly { readonly result: string; readonly ms: number }[];
  /** The last status first. */
  readonly statuses: readonly { readonly atMs: number; readonly status: PodStatus | null }[];
  readonly triggersMs: readonly number[];
  readonly kubeletStartedMs: number;
  /** 0 if it is not stopped before the end. */
  readonly stopMs: number;
  readonly untilMs: number;
}

/** What a worker did. */
export interface ProbeRun {
  readonly probesMs: readonly number[];
  /** The cached result whenever it changed, after its time; empty without one. */
  readonly values: readonly string[];
  /** When it ended; -1 if it was still running at the end. */
  readonly endMs: number;
}

/** The start of all workers. */
export const START_MS = Date.parse('2026-11-22T12:00:00Z');

const ANSWERS: { readonly [result: string]: ProbeAnswer } = {
  success: 'Success',
  warning: 'Success',
  failure: 'Failure',
  unknown: 'Failure',
};
const MOST_ATTEMPTS = 3;

/** The container of a script, and its probe. */
export function probedContainer({ pod: { spec }, kind }: ProbeScript): {
  readonly container: Container;
  readonly probe: Probe;
} {
  const container = (spec?.containers?.[0] ?? spec?.initContainers?.[0]) as Container;
  return { container, probe: container[`${kind}Probe`] as Probe };
}

/** The changes of a result before the end; of those at the same time the last one counts. */
export function changesOf(
  results: Iterable<readonly [atMs: number, result: string]>,
  untilMs: number,
): string[] {
  const changes: string[] = [];
  let last = '';
  for (const [atMs, result] of new Map(results)) {
    if (result !== last && atMs < untilMs) {
      changes.push(`${atMs} ${result}`);
      last = result;
    }
  }
  return changes;
}

/** Runs our worker as the script says. */
export function runScript(input: ProbeScript): ProbeRun {
  const { script, statuses, untilMs } = input;
  const { container, probe } = probedContainer(input);
  const worker = new ProbeWorker(input.kind, probe, {
    pod: input.pod,
    container: container.name as string,
    startedAtMs: START_MS,
    kubeletStartedAtMs: START_MS + input.kubeletStartedMs,
  });
  const probesMs: number[] = [];
  const results: [number, string][] = [];
  let endMs = -1;
  const note = (atMs: number): void => {
    results.push([atMs, worker.value ?? '']);
    if (worker.hasEnded && endMs < 0 && atMs < untilMs) {
      endMs = atMs;
    }
  };
  const calls = [
    ...input.triggersMs.map((atMs) => ({ atMs, call: () => worker.trigger(START_MS + atMs) })),
    ...(input.stopMs > 0 ? [{ atMs: input.stopMs, call: () => worker.stop() }] : []),
  ];
  /** Calls what is scripted before a time, and notes it. */
  const callUntil = (endMs: number): void => {
    while (calls[0] && !(calls[0].atMs >= endMs)) {
      const { atMs, call } = calls.shift() as { atMs: number; call: () => void };
      call();
      note(atMs);
    }
  };
  const answerProbe = (nowMs: number): number => {
    let freeMs = nowMs;
    let answer: ProbeAnswer = 'Error';
    for (let attempt = 0; attempt < MOST_ATTEMPTS && answer === 'Error'; attempt++) {
      const { result, ms } = script[probesMs.length % script.length] as ProbeScript['script'][0];
      probesMs.push(freeMs);
      answer = ANSWERS[result] ?? 'Error';
      freeMs += ms;
    }
    callUntil(freeMs);
    worker.report(answer);
    note(freeMs);
    return freeMs;
  };
  for (let freeMs = 0; !worker.hasEnded; ) {
    const dueMs = Math.max((worker.nextMs ?? Number.POSITIVE_INFINITY) - START_MS, freeMs);
    if (calls[0] && calls[0].atMs < dueMs) {
      callUntil(calls[0].atMs + 1);
      continue;
    }
    if (!(dueMs < untilMs)) {
      break;
    }
    const isProbed = worker.due(
      START_MS + dueMs,
      statuses.find(({ atMs }) => atMs <= dueMs)?.status,
    );
    note(dueMs);
    freeMs = isProbed ? answerProbe(dueMs) : dueMs;
  }
  const values = changesOf(results, untilMs);
  return { probesMs: probesMs.filter((atMs) => atMs < untilMs), values, endMs };
}
