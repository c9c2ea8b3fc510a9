import type { ImageReport, ObjectReport, PodReport } from '@kubesem/inspect';
import type {
  CgroupValues,
  GuaranteedBreach,
  PodCgroups,
  PodQosExplanation,
  RequirementsQos,
} from '@kubesem/qos';
import type {
  ContainerKind,
  ResourceExplanation,
  ResourcePhase,
  ResourceSource,
} from '@kubesem/resources';
import { sourceOf } from './render-credentials.js';
import { PULL_POLICY_RULES } from './render-image.js';
import { placeOf, qosClass } from './render-table.js';
import { type Colors, shorten, visible } from './terminal.js';

/**
 * Tells how the numbers of one object came about, step by step.
 *
 * @param object - a report
 * @param colors - for the terminal
 * @returns an empty line and the lines; nothing if the report does not explain, or the object has errors
 */
export function renderExplanation(object: ObjectReport, colors: Colors): string {
  const { kind, namespace, name, pod } = object;
  if (pod?.explanation === undefined) {
    return '';
  }
  const title = `${kind} ${visible(namespace)}/${visible(name)}`;
  const origin = object.defaulted ? 'after the defaults of the API server' : 'as stored';
  const lines = [
    `${colors.bold(title)} ${colors.dim(`(${placeOf(object)}, ${origin})`)}`,
    ...indent(explainQos(pod.explanation.qos, colors)),
    ...indent(explainResources(pod, colors)),
    ...indent(explainCgroups(pod.explanation.cgroups)),
    ...indent(explainImages(pod.images)),
  ];
  return `\n${lines.join('\n')}\n`;
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

const QOS_RULES = {
  POD_LEVEL: 'spec.resources alone is judged',
  NO_CONTAINERS: 'there are no containers',
  ALL_ALIKE: 'every container by itself is the same',
  ONE_BURSTABLE: 'one Burstable container is enough',
  MIXED: 'some containers are Guaranteed and some BestEffort',
} as const;

function explainQos(qos: PodQosExplanation, colors: Colors): string[] {
  const title = `QoS ${qosClass(qos.qosClass, colors)}: ${QOS_RULES[qos.rule]}`;
  const judge = (name: string, judged: RequirementsQos) =>
    `${name}: ${judged.qosClass}${judged.breaches.map(explainBreach).join('')}`;
  const judgements = [
    ...(qos.podLevel === undefined ? [] : [judge('spec.resources', qos.podLevel)]),
    ...qos.containers.map((judged) => judge(named(judged.kind, judged.name), judged)),
  ];
  return [title, ...indent(judgements)];
}

function explainBreach({ resource, rule, request, limit }: GuaranteedBreach): string {
  const breaches = {
    NOT_SET: 'has neither request nor limit',
    NO_LIMIT: `request ${request} has no limit`,
    NO_REQUEST: `limit ${limit} has no request`,
    UNEQUAL: `request ${request} is not the limit ${limit}`,
  };
  return `, ${resource} ${breaches[rule]}`;
}

const RESOURCE_RULES = {
  RUNNING_PHASE: 'what runs together',
  INIT_STEP: 'the start needs more than what runs later',
  POD_STATUS: 'as the status of the Pod has it during a resize',
  DRA_CLAIMS: 'resource claims ask for it',
  POD_LEVEL: 'spec.resources replaces the sum of the containers',
  OVERHEAD: 'overhead alone',
} as const;

function explainResources({ explanation }: PodReport, colors: Colors): string[] {
  const { requests = {}, limits = {} } = explanation ?? {};
  const names = new Set([...Object.keys(requests), ...Object.keys(limits)]);
  return [...names].flatMap((name) => [
    ...explainResource('request', requests[name], colors),
    ...explainResource('limit', limits[name], colors),
  ]);
}

function explainResource(
  what: 'request' | 'limit',
  explained: ResourceExplanation | undefined,
  colors: Colors,
): string[] {
  if (explained === undefined) {
    return [];
  }
  const { name, value, rule, sources, podLevel, overhead, withoutLimit } = explained;
  const title = `${visible(name)} ${what} ${colors.bold(value.toString())}`;
  const lines = sources.flatMap((source) => explainSource(source, sources.length > 1, colors));
  if (podLevel !== undefined) {
    const replaced = podLevel.replaced === undefined ? '' : ` in place of ${podLevel.replaced}`;
    lines.push(`spec.resources sets ${podLevel.value}${replaced}`);
  }
  if (overhead !== undefined) {
    lines.push(`spec.overhead adds ${overhead}`);
  }
  // What is set for the whole Pod holds all of its containers.
  if (withoutLimit.length > 0 && podLevel === undefined) {
    lines.push(`without a limit, so the Pod may use more: ${withoutLimit.map(visible).join(', ')}`);
  }
  return [`${title}: ${RESOURCE_RULES[rule]}`, ...indent(lines)];
}

function explainSource(source: ResourceSource, named: boolean, colors: Colors): string[] {
  const lines = source.phases.map((phase) => explainPhase(phase, colors));
  if (!named) {
    return lines;
  }
  const remark = source.ignored
    ? ' (not counted: the resize is infeasible)'
    : source.decides
      ? ' (highest)'
      : '';
  return [`${source.source} ${source.total ?? 'nothing'}${remark}`, ...indent(lines)];
}

function explainPhase(
  { phase, amounts, sidecars, total, decides }: ResourcePhase,
  colors: Colors,
): string {
  const parts = amounts.map(({ kind, container, amount }) => `${amount} ${named(kind, container)}`);
  if (sidecars !== undefined) {
    parts.push(`${sidecars} sidecars`);
  }
  const sum = parts.length > 1 ? `${total} = ` : '';
  const line = `${phase === 'init' ? 'start' : 'run  '}  ${sum}${parts.join(' + ')}`;
  return decides ? line : colors.dim(line);
}

/** The values as they stand in the files of cgroup v2. */
function explainCgroups({ pod, containers }: PodCgroups): string[] {
  const lines = containers.map((values) => `${named(values.kind, values.name)}: ${files(values)}`);
  return ['cgroups (v2)', ...indent([`Pod: ${files(pod)}`, ...lines])];
}

function files(values: CgroupValues): string {
  const { cpuWeight, cpuQuotaMicroseconds = 'max', cpuPeriodMicroseconds = 100_000 } = values;
  const cpu = `cpu.weight ${cpuWeight}, cpu.max ${cpuQuotaMicroseconds} ${cpuPeriodMicroseconds}`;
  return `${cpu}, memory.max ${values.memoryLimitBytes ?? 'max'}`;
}

/** Images without a name are left out: of those there is nothing to say. */
function explainImages(images: readonly ImageReport[]): string[] {
  return images
    .filter(({ image }) => image !== '')
    .flatMap(({ kind, name, image, normalized, pulledAs, credentials, ...policy }) => {
      const { pullPolicy, pullPolicyRule } = policy;
      const owner = kind === 'app' ? visible(name) : `${visible(name)} (${kind})`;
      const lines = [`pull policy ${visible(pullPolicy)}, ${PULL_POLICY_RULES[pullPolicyRule]}`];
      if (normalized !== undefined && normalized !== image) {
        lines.unshift(`stands for ${normalized}`);
      }
      if (pulledAs !== normalized) {
        lines.unshift(`pulled as ${pulledAs}`);
      }
      if (credentials?.length === 0) {
        lines.push('pulled without credentials: none match');
      }
      for (const [index, credential] of (credentials ?? []).entries()) {
        const { pattern, username } = credential;
        const what = `${shorten(visible(pattern))}, user ${shorten(visible(username)) || '-'}`;
        lines.push(`credentials ${index + 1}: ${what}, from ${sourceOf(credential)}`);
      }
      return [`image of ${owner}: ${visible(image)}`, ...indent(lines)];
    });
}

/** A container by its name, and what it is unless it is an app container. */
function named(kind: ContainerKind, name: string): string {
  return kind === 'app' ? visible(name) : `${visible(name)} (${kind})`;
}
