import { formatFieldPath, type Pod } from '@kubesem/core';
import { type ObjectReport, POD_STATUS_TEXTS, type PodReason, podReasons } from '@kubesem/inspect';
import type { CgroupValues, GuaranteedBreach, PodQosExplanation } from '@kubesem/qos';
import type { ContainerAmount, ResourceExplanation, ResourcePhase } from '@kubesem/resources';
import type { Case } from '../../case/case.js';
import { explainedObject, titleOf } from '../../case/explained.js';
import type { Place } from '../area.js';
import type { Life } from './life.js';
import type { PodsOptions } from './options.js';

/** Why a Pod has its amounts, its class and its status. */
export interface PodDetail extends Place {
  readonly key: string;
  readonly title: string;
  /** Whether the defaults of the API server are applied. */
  readonly defaulted: boolean;
  readonly qos?: QosDetail | undefined;
  readonly resources: readonly ResourceDetail[];
  readonly limitRanges: readonly string[];
  readonly status?: StatusDetail | undefined;
  readonly cgroups: readonly CgroupDetail[];
  readonly life?: Life | undefined;
}

/** Why a Pod has its class. */
export interface QosDetail {
  readonly qosClass: string;
  readonly rule: PodQosExplanation['rule'];
  readonly parts: readonly {
    readonly name: string;
    readonly qosClass: string;
    readonly why: string;
  }[];
}

/** How one amount is computed. */
export interface ResourceDetail {
  readonly resource: string;
  readonly what: 'request' | 'limit';
  readonly value: string;
  readonly rule: ResourceExplanation['rule'];
  readonly phases: readonly PhaseDetail[];
  readonly notes: readonly string[];
}

/** What the containers of one phase add up to. */
export interface PhaseDetail {
  readonly title: string;
  readonly decides: boolean;
  readonly total: string;
  readonly parts: readonly PhasePart[];
}

/** What one container adds. */
export interface PhasePart {
  readonly name: string;
  readonly kind: string;
  readonly amount: string;
  /** The amount as a number, to draw it. */
  readonly size: number;
}

/** What set the status of a stored Pod. */
export interface StatusDetail {
  readonly status: string;
  /** Whether it is ready. */
  readonly ready: boolean;
  readonly steps: readonly string[];
  /** Why it is in this state. */
  readonly reasons: readonly PodReason[];
}

/** The values in the files of a cgroup. */
export interface CgroupDetail {
  readonly name: string;
  readonly files: readonly (readonly [file: string, value: string])[];
}

/** Explains a Pod or the Pods of a workload. */
export async function podDetail(
  input: Case,
  report: ObjectReport,
  options: PodsOptions,
): Promise<PodDetail> {
  const { file, line, column, defaulted } = report;
  const common = { key: titleOf(report), title: titleOf(report), file, line, column, defaulted };
  const { object, pod } = explainedObject(input, report);
  const explanation = object?.pod?.explanation;
  if (pod === undefined || object?.pod === undefined || explanation === undefined) {
    return { ...common, resources: [], limitRanges: [], cgroups: [] };
  }
  const { podLife } = await import('./life.js');
  const { requests, limits, qos, cgroups } = explanation;
  const names = new Set([...Object.keys(requests), ...Object.keys(limits)]);
  return {
    ...common,
    qos: qosDetail(qos),
    resources: [...names].flatMap((resource) => [
      ...resourceDetail(resource, 'request', requests[resource]),
      ...resourceDetail(resource, 'limit', limits[resource]),
    ]),
    limitRanges: (object.pod.limitRangeDefaults ?? []).map(
      ({ limitRange, container, resource, field, amount }) =>
        `LimitRange ${limitRange} sets the ${field} of ${resource} of ${container} to ${amount}`,
    ),
    status: object.pod.status && statusDetail(pod),
    cgroups: [
      { name: 'Pod', files: cgroupFiles(cgroups.pod) },
      ...cgroups.containers.map((each) => ({ name: each.name, files: cgroupFiles(each) })),
    ],
    life: podLife(pod, options),
  };
}

function qosDetail({ qosClass, rule, podLevel, containers }: PodQosExplanation): QosDetail {
  const whole = podLevel === undefined ? [] : [{ ...podLevel, name: 'spec.resources' }];
  return {
    ...{ qosClass, rule },
    parts: [...whole, ...containers].map((part) => ({
      name: part.name,
      qosClass: part.qosClass,
      why: part.breaches.map(breachText).join('; '),
    })),
  };
}

function breachText({ resource, rule, request, limit }: GuaranteedBreach): string {
  const texts = {
    NOT_SET: 'has neither a request nor a limit',
    NO_LIMIT: `request ${request} has no limit`,
    NO_REQUEST: `limit ${limit} has no request`,
    UNEQUAL: `request ${request} differs from limit ${limit}`,
  };
  return `${resource} ${texts[rule]}`;
}

/** Explains one amount of a Pod. */
export function resourceDetail(
  resource: string,
  what: 'request' | 'limit',
  explained: ResourceExplanation | undefined,
): readonly ResourceDetail[] {
  if (explained === undefined) {
    return [];
  }
  const { value, rule, sources, podLevel, overhead, withoutLimit } = explained;
  const source = sources.find(({ decides }) => decides) ?? sources[0];
  const phases = phaseDetails(source?.phases ?? []);
  const notes = [
    ...sources
      .filter(() => sources.length > 1)
      .map(({ source: view, total, ignored }) => {
        const remark = ignored ? ', ignored because the resize is infeasible' : '';
        return `${view}: ${total ?? 'none'}${remark}`;
      }),
    ...(podLevel === undefined
      ? []
      : [`spec.resources sets ${podLevel.value} instead of ${podLevel.replaced ?? 'nothing'}`]),
    ...(overhead === undefined ? [] : [`spec.overhead adds ${overhead}`]),
    ...(withoutLimit.length > 0 && podLevel === undefined
      ? [`without a limit, so the Pod can use more: ${withoutLimit.join(', ')}`]
      : []),
  ];
  return [{ ...{ resource, what, value: value.toString(), rule, phases, notes } }];
}

/** The phases in their order, so sidecars that already run can be named. */
function phaseDetails(phases: readonly ResourcePhase[]): readonly PhaseDetail[] {
  const running: ContainerAmount[] = [];
  return phases.map(({ phase, amounts, total, decides }): PhaseDetail => {
    const [first] = amounts;
    const all = phase === 'init' ? [...running, ...amounts] : amounts;
    running.push(...amounts.filter(({ kind }) => phase === 'init' && kind === 'sidecar'));
    return {
      title: phase === 'running' ? 'running' : `start of ${first?.container ?? ''}`,
      decides,
      total: total.toString(),
      parts: all.map(({ container, kind, amount }) => ({
        ...{ name: container, kind, amount: amount.toString(), size: amount.toNumber() },
      })),
    };
  });
}

function statusDetail(pod: Pod): StatusDetail {
  const { row, readiness, steps, reasons } = podReasons(pod);
  return {
    status: row.status,
    ready: readiness.ready || row.isCompleted,
    steps: steps.map(({ rule, status, segments, container }) => {
      const where = container === undefined ? '' : `${container}, `;
      return `${status}: ${POD_STATUS_TEXTS[rule]} (${where}${formatFieldPath(segments)})`;
    }),
    reasons,
  };
}

function cgroupFiles(values: CgroupValues): CgroupDetail['files'] {
  const { cpuWeight, cpuQuotaMicroseconds = 'max', cpuPeriodMicroseconds = 100_000 } = values;
  return [
    ['cpu.weight', `${cpuWeight}`],
    ['cpu.max', `${cpuQuotaMicroseconds} ${cpuPeriodMicroseconds}`],
    ['memory.max', `${values.memoryLimitBytes ?? 'max'}`],
  ];
}
