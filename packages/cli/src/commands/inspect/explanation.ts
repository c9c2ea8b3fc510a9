import {
  credentialSource,
  type ImageReport,
  type ObjectReport,
  type PodReport,
} from '@kubesem/inspect';
import type {
  CgroupValues,
  GuaranteedBreach,
  PodCgroups,
  PodQosExplanation,
  RequirementsQos,
} from '@kubesem/qos';
import type { ResourceExplanation, ResourcePhase, ResourceSource } from '@kubesem/resources';
import type { Colors } from '../../output/colors.js';
import { objectTitle, placeOf, shorten, visible } from '../../output/text.js';
import { PULL_POLICY_RULES } from '../../shared/images.js';

/**
 * Explains the numbers of one object, step by step.
 *
 * @param object - a report
 * @param colors - for the terminal
 * @returns an empty line and the explanation; empty if the report has none, as for an object with errors
 */
export function renderExplanation(object: ObjectReport, colors: Colors): string {
  const { pod, defaulted } = object;
  if (pod?.explanation === undefined) {
    return '';
  }
  const origin = defaulted ? 'with API server defaults' : 'as stored';
  const lines = [
    `${colors.bold(objectTitle(object))} ${colors.dim(`(${placeOf(object)}, ${origin})`)}`,
    ...indent(explainQos(pod.explanation.qos, colors)),
    ...indent(explainLimitRanges(pod)),
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
  POD_LEVEL: 'spec.resources alone decides',
  NO_CONTAINERS: 'there are no containers',
  ALL_ALIKE: 'every container has the same class',
  ONE_BURSTABLE: 'at least one container is Burstable',
  MIXED: 'some containers are Guaranteed, others BestEffort',
} as const;

function explainQos(qos: PodQosExplanation, colors: Colors): string[] {
  const title = `QoS ${qosClass(qos.qosClass, colors)}: ${QOS_RULES[qos.rule]}`;
  const judge = (name: string, judged: RequirementsQos) =>
    `${name}: ${judged.qosClass}${judged.breaches.map(explainBreach).join('')}`;
  const judgements = [
    ...(qos.podLevel === undefined ? [] : [judge('spec.resources', qos.podLevel)]),
    ...qos.containers.map((judged) => judge(containerTitle(judged.kind, judged.name), judged)),
  ];
  return [title, ...indent(judgements)];
}

function explainBreach({ resource, rule, request, limit }: GuaranteedBreach): string {
  const breaches = {
    NOT_SET: 'has neither request nor limit',
    NO_LIMIT: `request ${request} has no limit`,
    NO_REQUEST: `limit ${limit} has no request`,
    UNEQUAL: `request ${request} differs from limit ${limit}`,
  };
  const zeros = [
    ...(request?.isZero() ? ['request'] : []),
    ...(limit?.isZero() ? ['limit'] : []),
  ].join(' and ');
  if (zeros === '' || rule === 'UNEQUAL') {
    return `, ${resource} ${breaches[rule]}`;
  }
  const other =
    rule === 'NO_LIMIT' ? `request ${request}, ` : rule === 'NO_REQUEST' ? `limit ${limit}, ` : '';
  return `, ${resource} ${other}${zeros} 0 (0 is the same as not set)`;
}

/** What LimitRanges have filled in: a line for each LimitRange and container. */
function explainLimitRanges({ limitRangeDefaults = [] }: PodReport): string[] {
  const lines = new Map<string, string[]>();
  for (const { limitRange, kind, container, field, resource, amount } of limitRangeDefaults) {
    const title = containerTitle(kind === 'container' ? 'app' : 'init', container);
    const line = `LimitRange ${visible(limitRange)} sets for ${title}:`;
    const amounts = lines.get(line) ?? [];
    amounts.push(`${visible(resource)} ${field} ${amount}`);
    lines.set(line, amounts);
  }
  return [...lines].map(([line, amounts]) => `${line} ${amounts.join(', ')}`);
}

const RESOURCE_RULES = {
  RUNNING_PHASE: 'sum of the containers that run together',
  INIT_STEP: 'an init step needs more than the running containers',
  POD_STATUS: 'from the status of the Pod, during a resize',
  DRA_CLAIMS: 'from resource claims',
  POD_LEVEL: 'spec.resources replaces the sum of the containers',
  OVERHEAD: 'overhead only',
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
    const replaced = podLevel.replaced === undefined ? '' : ` instead of ${podLevel.replaced}`;
    lines.push(`spec.resources sets ${podLevel.value}${replaced}`);
  }
  if (overhead !== undefined) {
    lines.push(`spec.overhead adds ${overhead}`);
  }
  // A limit of the whole Pod applies to all of its containers.
  if (withoutLimit.length > 0 && podLevel === undefined) {
    lines.push(`no limit, so the Pod can use more: ${withoutLimit.map(visible).join(', ')}`);
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
  return [`${source.source} ${source.total ?? 'none'}${remark}`, ...indent(lines)];
}

function explainPhase(
  { phase, amounts, sidecars, total, decides }: ResourcePhase,
  colors: Colors,
): string {
  const parts = amounts.map(
    ({ kind, container, amount }) => `${amount} ${containerTitle(kind, container)}`,
  );
  if (sidecars !== undefined) {
    parts.push(`${sidecars} sidecars`);
  }
  const sum = parts.length > 1 ? `${total} = ` : '';
  const line = `${phase === 'init' ? 'init' : 'run '}  ${sum}${parts.join(' + ')}`;
  return decides ? line : colors.dim(line);
}

/** The values as the files of cgroup v2 contain them. */
function explainCgroups({ pod, containers }: PodCgroups): string[] {
  const lines = containers.map(
    (values) => `${containerTitle(values.kind, values.name)}: ${cgroupFiles(values)}`,
  );
  return ['cgroups (v2)', ...indent([`Pod: ${cgroupFiles(pod)}`, ...lines])];
}

function cgroupFiles(values: CgroupValues): string {
  const { cpuWeight, cpuQuotaMicroseconds = 'max', cpuPeriodMicroseconds = 100_000 } = values;
  const cpu = `cpu.weight ${cpuWeight}, cpu.max ${cpuQuotaMicroseconds} ${cpuPeriodMicroseconds}`;
  return `${cpu}, memory.max ${values.memoryLimitBytes ?? 'max'}`;
}

/** There is nothing to explain about containers without an image. */
function explainImages(images: readonly ImageReport[]): string[] {
  return images
    .filter(({ image }) => image !== '')
    .flatMap((image) => [
      `image of ${containerTitle(image.kind, image.name)}: ${visible(image.image)}`,
      ...indent(explainImage(image)),
    ]);
}

function explainImage(report: ImageReport): string[] {
  const { image, normalized, pulledAs, credentials, pullPolicy, pullPolicyRule } = report;
  return [
    ...(pulledAs === normalized ? [] : [`pulled as ${pulledAs}`]),
    ...(normalized === undefined || normalized === image ? [] : [`full name ${normalized}`]),
    `pull policy ${visible(pullPolicy)} (${PULL_POLICY_RULES[pullPolicyRule]})`,
    ...(credentials?.length === 0 ? ['pulled without credentials: none match'] : []),
    ...(credentials ?? []).map((credential, index) => {
      const pattern = shorten(visible(credential.pattern));
      return `credentials ${index + 1}: ${pattern}, from ${visible(credentialSource(credential))}`;
    }),
  ];
}

/** A QoS class in its color: the safer from eviction, the greener. That of a stored Pod can be any text. */
export function qosClass(name: string, { green, yellow, magenta }: Colors): string {
  const color = name === 'Guaranteed' ? green : name === 'Burstable' ? yellow : magenta;
  return color(visible(name));
}

/** A container by its name, with its kind unless it is an app container. */
export function containerTitle(kind: string, name: string): string {
  return kind === 'app' ? visible(name) : `${visible(name)} (${kind})`;
}
