import { type Condition, type HorizontalPodAutoscaler, type Pod } from '@kubesem/core';
import { COUNT_RANGE, type Fields, fields, readNow, THROW } from '@kubesem/core/internal';
import { readQuantity } from '@kubesem/resources/internal';
import { autoscalerAsV2, metricFields } from './autoscaler-v1.js';
import type {
  AutoscalerCondition,
  HpaDecision,
  HpaMetricExplanation,
  HpaPodState,
  HpaReplicasOptions,
} from './decision.js';
import {
  limitByDefault,
  limitByPolicies,
  type Range,
  scalingRules,
  stabilizeByDefault,
  stabilizeByWindows,
} from './limits.js';
import { type MetricResult, metricResult } from './metric-proposals.js';
import type { Tolerances } from './proposal.js';

/**
 * Computes how many Pods a HorizontalPodAutoscaler wants, as its controller does every 15 seconds.
 *
 * The controller rounds the utilization down to a whole percentage. It multiplies the ratio by the number of Pods that
 * count, not by the current number, so the result can differ from the formula in the documentation. The function assumes
 * the default settings of the controller manager.
 *
 * Amounts that do not fit into an int64 in thousandths wrap around or count as 0, as in the controller.
 *
 * @param autoscaler - the object, of `autoscaling/v2` or `autoscaling/v1`; defaults apply, and it is not changed
 * @param options - the Pods, the metrics, the number of Pods now, and the current time
 * @returns the number of Pods, the conditions, and what each metric proposed and why
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that counts has the wrong type, or `now` is not a time
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if a target, a request or a value is not a quantity
 * @throws the errors of {@link @kubesem/selectors!matchesLabelSelector | matchesLabelSelector} if the selector of a metric is invalid
 *
 * @example
 * ```ts
 * import { hpaReplicas } from '@kubesem/workloads';
 *
 * const target = { type: 'Utilization', averageUtilization: 50 };
 * const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
 * const autoscaler = { metadata: { name: 'web', namespace: 'shop' }, spec: { maxReplicas: 10, metrics } };
 * const ready = { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' };
 * const pod = {
 *   metadata: { name: 'web-1' },
 *   spec: { containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }] },
 *   status: { phase: 'Running', startTime: '2026-01-01T00:00:00Z', conditions: [ready] },
 * };
 * const usage = {
 *   metadata: { name: 'web-1' },
 *   timestamp: '2026-01-02T00:00:00Z',
 *   window: '30s',
 *   containers: [{ name: 'app', usage: { cpu: '900m' } }],
 * };
 * const now = '2026-01-02T00:00:00Z';
 * const decision = hpaReplicas(autoscaler, { pods: [pod], metrics: { pods: [usage] }, current: 1, now });
 * decision.replicas // => 2
 * decision.reason // => 'cpu resource utilization (percentage of request) above target'
 * decision.metrics[0]?.pods // => [{ name: 'web-1', state: 'COUNTED' }]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `reconcileAutoscaler`.
 */
export function hpaReplicas(
  autoscaler: HorizontalPodAutoscaler,
  options: HpaReplicasOptions,
): HpaDecision {
  return new Reconciliation(autoscaler, options).run();
}

const DEFAULT_TOLERANCE = 0.1;

/** The conditions of an autoscaler while the controller changes them. */
class AutoscalerConditions {
  private readonly conditions = new Map<string, AutoscalerCondition>();

  constructor(stored: readonly (Condition | null)[]) {
    for (const condition of stored) {
      const { type, status, reason, message } = condition ?? {};
      this.set(type ?? '', status ?? '', reason ?? '', message ?? '');
    }
  }

  set(type: string, status: string, reason: string, message: string): void {
    this.conditions.set(type, { type, status, reason, message });
  }

  /** In the order in which they were set first. */
  list(): readonly AutoscalerCondition[] {
    return [...this.conditions.values()];
  }

  isTrue(type: string): boolean {
    return this.conditions.get(type)?.status === 'True';
  }
}

/** One sync of an autoscaler by the controller. */
class Reconciliation {
  private readonly autoscaler: Fields<HorizontalPodAutoscaler>;
  private readonly options: Fields<HpaReplicasOptions>;
  private readonly spec: Fields<NonNullable<HorizontalPodAutoscaler['spec']>>;
  private readonly pods: readonly Pod[];
  private readonly range: Range;
  private readonly current: number;
  private readonly nowMs: number;
  private readonly conditions: AutoscalerConditions;
  private readonly tolerance: Tolerances;
  private results: readonly MetricResult[] = [];
  private recommended: number | undefined;
  private stabilized: number | undefined;
  private error: string | undefined;

  constructor(autoscaler: HorizontalPodAutoscaler, options: HpaReplicasOptions) {
    this.autoscaler = fields(autoscalerAsV2(fields(autoscaler, THROW).value), THROW);
    this.options = fields(options, THROW);
    this.spec = this.autoscaler.at('spec');
    this.pods = this.options.each('pods', ({ value }) => value);
    this.range = {
      min: this.spec.integer('minReplicas') ?? 1,
      max: this.spec.integer('maxReplicas') ?? 0,
    };
    this.current = this.options.integer('current') ?? 0;
    this.nowMs = readNow(options.now);
    this.conditions = new AutoscalerConditions(this.autoscaler.at('status').list('conditions'));
    this.tolerance = {
      scaleDown: this.toleranceOf('scaleDown'),
      scaleUp: this.toleranceOf('scaleUp'),
    };
  }

  private toleranceOf(direction: 'scaleDown' | 'scaleUp'): number {
    const rules = this.spec.at('behavior').at(direction);
    return rules.has('tolerance') ? readQuantity(rules, 'tolerance').toNumber() : DEFAULT_TOLERANCE;
  }

  run(): HpaDecision {
    const { current, conditions } = this;
    const { min, max } = this.range;
    const text = "the HPA controller was able to get the target's current scale";
    conditions.set('AbleToScale', 'True', 'SucceededGetScale', text);
    if (current === 0 && !this.scalesFromZero()) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      conditions.set('ScalingActive', 'False', 'ScalingDisabled', message);
      return this.decide(0, false, '');
    }
    if (current > max && current !== 0) {
      return this.decide(max, true, 'Current number of replicas above Spec.MaxReplicas');
    }
    if (current < min && current !== 0) {
      return this.decide(min, true, 'Current number of replicas below Spec.MinReplicas');
    }
    return this.byMetrics();
  }

  /** Whether the autoscaler itself has removed the last Pod, and can add one again. */
  private scalesFromZero(): boolean {
    return this.conditions.isTrue('ScaledToZero') && (this.range.min !== 0 || this.canReachZero());
  }

  /** Whether a metric does not need a Pod. */
  private canReachZero(): boolean {
    return metricFields(this.autoscaler).some(
      ({ value: { type } }) => type === 'Object' || type === 'External',
    );
  }

  /** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeReplicasForMetrics`. */
  private byMetrics(): HpaDecision {
    const { current } = this;
    const { min } = this.range;
    const best = this.askMetrics();
    if (best === undefined) {
      return this.decide(current, false, '');
    }
    this.recommended = Math.max(best.replicas, 0);
    const rises = this.recommended > current;
    // A proposal of 0 has no name.
    const name = best.replicas > 0 ? best.name : '';
    let reason = rises ? `${name} above target` : '';
    if (this.recommended < current) {
      reason = 'All metrics below target';
    }
    let replicas = this.normalize(this.recommended);
    if (current === 0 && replicas < min) {
      replicas = min;
      reason = reason || 'Current number of replicas below Spec.MinReplicas';
    }
    return this.decide(replicas, replicas !== current, reason);
  }

  /** The highest proposal; undefined if metrics failed that could have prevented its reduction. */
  private askMetrics(): { readonly replicas: number; readonly name: string } | undefined {
    const { current, conditions, tolerance: tolerances, nowMs } = this;
    const metrics = this.options.at('metrics');
    const observed = this.options.integer('observed') ?? current;
    const namespace = this.autoscaler.at('metadata').text('namespace');
    const context = { pods: this.pods, current, observed, tolerances, nowMs };
    const answers = metrics.objects('answers');
    this.results = metricFields(this.autoscaler).map((spec, index) =>
      metricResult(spec, { metrics, answer: answers[index], namespace, context }),
    );
    let best = { replicas: 0, name: '' };
    for (const { proposal, name } of this.results) {
      if (proposal !== undefined && (best.replicas === 0 || proposal.replicas > best.replicas)) {
        best = { replicas: proposal.replicas, name };
      }
    }
    const failures = this.results.flatMap(({ failure }) => failure ?? []);
    const [first] = failures;
    if (first !== undefined) {
      const counts = `${failures.length} invalid out of ${this.results.length}`;
      this.error = `invalid metrics (${counts}), first error is: ${first.error}`;
    }
    const isBlocked = failures.length === this.results.length || best.replicas < current;
    if (first !== undefined && isBlocked) {
      const scaled = this.spec.at('scaleTargetRef');
      const target = `${scaled.text('kind')}/${namespace}/${scaled.text('name')}`;
      this.error = `failed to compute desired number of replicas based on listed metrics for ${target}: ${this.error}`;
      const message = `the HPA was unable to compute the replica count: ${first.message}`;
      conditions.set('ScalingActive', 'False', first.reason, message);
      return undefined;
    }
    const text = 'the HPA was able to successfully calculate a replica count from';
    conditions.set('ScalingActive', 'True', 'ValidMetricFound', `${text} ${best.name}`);
    return best;
  }

  /** Stabilizes and limits a recommendation. */
  private normalize(recommended: number): number {
    const { current, conditions, range, nowMs } = this;
    const behavior = this.spec.at('behavior');
    const past = this.options.at('past');
    const { recommendations = [] } = past.value;
    const steadySeconds = past.integer('steadySeconds', COUNT_RANGE) ?? 0;
    const recent =
      recommendations.length > 0
        ? recommendations
        : [{ replicas: current, time: new Date(nowMs - steadySeconds * 1000) }];
    const rules = behavior.isPresent
      ? {
          up: scalingRules(behavior.at('scaleUp'), 'up'),
          down: scalingRules(behavior.at('scaleDown'), 'down'),
        }
      : undefined;
    const stabilized = rules
      ? stabilizeByWindows(recommended, current, recent, rules, nowMs)
      : stabilizeByDefault(recommended, recent, nowMs);
    this.stabilized = stabilized;
    const isUp = Boolean(rules) && recommended >= current;
    if (stabilized === recommended) {
      const message = 'recommended size matches current size';
      conditions.set('AbleToScale', 'True', 'ReadyForNewScale', message);
    } else {
      const [direction, extreme, which] = isUp
        ? ['Up', 'lower', 'lowest']
        : ['Down', 'higher', 'highest'];
      const message = `recent recommendations were ${extreme} than current one, applying the ${which} recent recommendation`;
      conditions.set('AbleToScale', 'True', `Scale${direction}Stabilized`, message);
    }
    const { replicas, reason, message } = rules
      ? limitByPolicies(stabilized, current, range, rules, past.value, nowMs)
      : limitByDefault(stabilized, current, range);
    const isLimited = replicas === stabilized ? 'False' : 'True';
    conditions.set('ScalingLimited', isLimited, reason, message);
    return replicas;
  }

  private decide(replicas: number, scales: boolean, reason: string): HpaDecision {
    const { conditions, results } = this;
    if (scales) {
      const text = 'the HPA controller was able to update the target scale to';
      conditions.set('AbleToScale', 'True', 'SucceededRescale', `${text} ${replicas}`);
      const isZero = this.current > 0 && replicas === 0 && this.range.min === 0;
      if (isZero && this.canReachZero()) {
        const message = 'the HPA controller scaled the workload to zero';
        conditions.set('ScaledToZero', 'True', 'ScaledToZero', message);
      } else {
        const message = 'the HPA controller did not scale the workload to zero';
        conditions.set('ScaledToZero', 'False', 'NotScaledToZero', message);
      }
    }
    return {
      replicas,
      scales,
      reason: scales ? reason : '',
      error: this.error,
      conditions: conditions.list(),
      currentMetrics: results.map(({ current }) => current),
      metrics: results.map((result) => this.explain(result)),
      tolerance: this.tolerance,
      recommended: this.recommended,
      stabilized: this.stabilized,
    };
  }

  private explain({ type, name, proposal, failure }: MetricResult): HpaMetricExplanation {
    const groups = proposal?.groups;
    const pods = this.pods.flatMap(({ metadata }) => {
      const pod = metadata?.name ?? '';
      const state: HpaPodState | undefined = groups?.ready.has(pod)
        ? 'COUNTED'
        : groups?.unready.has(pod)
          ? 'UNREADY'
          : groups?.missing.has(pod)
            ? 'MISSING'
            : groups && 'IGNORED';
      return state === undefined ? [] : [{ name: pod, state }];
    });
    const { replicas, rule, ratio, adjustedRatio } = proposal ?? {};
    return { type, name, replicas, rule, ratio, adjustedRatio, pods, failure: failure?.message };
  }
}
