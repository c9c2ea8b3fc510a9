import type { HpaMetricExplanation, HpaPodState } from '@kubesem/workloads';
import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';
import { renderTree, type TreeNode } from '../../output/tree.js';
import type { HpaModel } from './model.js';

/** Why it scales, or what keeps it from doing so. */
export function reasonOf({ decision, reference, isUnlisted }: HpaModel): string {
  if (decision === undefined) {
    return isUnlisted ? `${reference} could not be listed` : `${reference} is not in the input`;
  }
  const { error, reason, conditions } = decision;
  const limited = conditions.find(
    ({ type, status }) => type === 'ScalingLimited' && status === 'True',
  );
  const able = conditions.find(({ type }) => type === 'AbleToScale');
  return error ?? [reason || able?.message, limited?.message].filter(Boolean).join('; ');
}

/** Draws what each metric proposes, Pod by Pod, and what limits it. */
export function renderDecisions(models: readonly HpaModel[], colors: Colors): string {
  return models.map((model) => renderDecision(model, colors)).join('\n');
}

function renderDecision(model: HpaModel, colors: Colors): string {
  const { namespace, name, reference, current, decision, minReplicas, maxReplicas } = model;
  const title = colors.bold(visible(`HorizontalPodAutoscaler ${namespace}/${name}`));
  if (decision === undefined) {
    return renderTree({ text: `${title}: ${colors.yellow(visible(reasonOf(model)))}` });
  }
  const { replicas, recommended, stabilized, conditions, metrics, tolerance, error } = decision;
  const stable = stabilized === recommended ? '' : `, stabilized ${stabilized}`;
  const children: TreeNode[] = [
    ...metrics.map((metric, index) => metricNode(metric, model.targets[index] ?? '', colors)),
    {
      text: `tolerance: ${tolerance.scaleDown * 100}% below and ${tolerance.scaleUp * 100}% above the target`,
    },
    ...(recommended === undefined
      ? []
      : [{ text: `recommended ${recommended}${stable}, limits ${minReplicas} to ${maxReplicas}` }]),
    ...conditions.map(({ type, status, reason, message }) => ({
      text: visible(`${type} ${status}, ${reason}: ${message}`),
    })),
    ...(error === undefined ? [] : [{ text: colors.red(visible(error)) }]),
  ];
  const change = replicas === current ? `stays at ${current}` : `${current} to ${replicas}`;
  return renderTree({ text: `${title}: ${visible(reference)} ${change}`, children });
}

const RULES: { readonly [rule in NonNullable<HpaMetricExplanation['rule']>]: string } = {
  TARGET_MISSED: 'the value is too far from the target',
  WITHIN_TOLERANCE: 'the value is close enough to the target',
  DIRECTION_CHANGED: 'with missing or unready Pods, the direction would change',
  FROM_ZERO: 'there are no Pods',
};
const STATES: { readonly [state in HpaPodState]: string } = {
  COUNTED: 'counts',
  UNREADY: 'is unready: counts 0 on scaling up, and not at all on scaling down',
  MISSING: 'has no usage: counts 0 on scaling up, and all of its request on scaling down',
  IGNORED: 'is ignored, because it has failed or is being deleted',
};

function metricNode(
  { type, replicas, rule, ratio, adjustedRatio, pods, failure }: HpaMetricExplanation,
  target: string,
  colors: Colors,
): TreeNode {
  const head = visible(`${type} ${target}`);
  const children = pods.map(({ name, state }) => ({
    text: `${visible(name)} ${state === 'COUNTED' ? STATES[state] : colors.yellow(STATES[state])}`,
  }));
  if (failure !== undefined || rule === undefined) {
    return { text: `${head}: ${colors.red(visible(failure ?? 'not computed'))}`, children };
  }
  const adjusted = adjustedRatio === undefined ? '' : `, ${short(adjustedRatio)} with all Pods`;
  return {
    text: `${head} proposes ${replicas}, ratio ${short(ratio ?? 0)}${adjusted}; ${RULES[rule]}`,
    children,
  };
}

function short(ratio: number): string {
  return `${Number(ratio.toFixed(4))}`;
}
