import {
  type Problem as CoreProblem,
  type FieldPath,
  fieldPath,
  formatDuration,
  type Pod,
} from '@kubesem/core';
import { ABSENT, fields, problemOf } from '@kubesem/core/internal';
import { crashLoop, explainPodRow, podReadiness, podRow } from '@kubesem/lifecycle';
import type { PodStatusProblemCode } from '../problem.js';
import type { PodStatusReport } from '../report/report.js';
import { readinessBlockerText } from './texts.js';

/** Reports the status of a stored Pod. */
export function reportPodStatus(pod: Pod): PodStatusReport {
  const { status, ready, restarts } = podRow(pod);
  const readiness = podReadiness(pod);
  return {
    status,
    ready,
    restarts: restarts.count,
    readiness,
    crashLoops: crashLoopsOf(pod).map(({ container, backOffSeconds, restartsAtMs }) => ({
      container,
      backOffSeconds,
      restartsAtMs,
    })),
  };
}

/**
 * Finds what keeps a stored Pod from being ready. Pods that have ended or are being deleted have no problem, and neither have
 * Pods whose status is not in the input.
 */
export function podStatusProblems(pod: Pod): readonly CoreProblem<PodStatusProblemCode>[] {
  const { row, steps } = explainPodRow(pod);
  const { blockers } = podReadiness(pod);
  if (row.isCompleted || blockers.length === 0 || pod.metadata?.deletionTimestamp) {
    return [];
  }
  const loops = crashLoopsOf(pod);
  const looping = new Set(loops.map(({ container }) => container));
  const init = steps.filter(({ rule }) => rule.startsWith('INIT_')).pop()?.container;
  const reasons =
    init === undefined
      ? blockers
          .filter(({ container }) => !looping.has(container ?? ''))
          .filter(({ code }) => code !== 'PHASE' && code !== 'NO_STATUS')
          .map(readinessBlockerText)
      : looping.has(init)
        ? []
        : [`init container ${init} has not succeeded`];
  const unscheduled = schedulingMessage(pod);
  const all = unscheduled === undefined ? reasons : [unscheduled];
  return [...loops.map(crashLoopProblem), ...(all.length === 0 ? [] : [notReady(row.status, all)])];
}

function notReady(status: string, reasons: readonly string[]): CoreProblem<'POD_NOT_READY'> {
  const message = `the Pod is not ready: ${reasons.join(', ')}`;
  const path = fieldPath('status');
  return problemOf({
    code: 'POD_NOT_READY',
    severity: 'warning',
    path,
    value: status,
    message,
  });
}

/** A container in `CrashLoopBackOff`. */
interface LoopingContainer {
  readonly container: string;
  readonly path: FieldPath;
  readonly backOffSeconds: number;
  readonly restartsAtMs: number | undefined;
}

function crashLoopsOf(pod: Pod): LoopingContainer[] {
  const status = fields(pod, ABSENT).at('status');
  return (['initContainerStatuses', 'containerStatuses'] as const).flatMap((field) =>
    status
      .each(field, (each): LoopingContainer[] => {
        const found = crashLoop(each.value);
        const path = each.pathOf('state');
        return found === undefined ? [] : [{ container: each.text('name'), path, ...found }];
      })
      .flat(),
  );
}

function crashLoopProblem({
  container,
  path,
  backOffSeconds,
  restartsAtMs,
}: LoopingContainer): CoreProblem<'CRASH_LOOP'> {
  const delay = formatDuration(backOffSeconds * 1000);
  const at =
    restartsAtMs === undefined ? '' : `, not before ${new Date(restartsAtMs).toISOString()}`;
  return problemOf({
    code: 'CRASH_LOOP',
    severity: 'warning',
    path,
    message: `container ${container} keeps exiting; the kubelet restarts it after ${delay}${at}`,
  });
}

/** Why the scheduler has not assigned a node; undefined if it has, or says nothing. */
function schedulingMessage(pod: Pod): string | undefined {
  const condition = pod.status?.conditions?.find(
    (each) => each?.type === 'PodScheduled' && each.status === 'False',
  );
  const message = condition?.message || '';
  return condition && `it is not scheduled${message && ` (${message})`}`;
}
