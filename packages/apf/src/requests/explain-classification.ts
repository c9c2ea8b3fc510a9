import {
  type FieldPathSegment,
  type FlowSchema,
  formatFieldPath,
  type PolicyRulesWithSubjects,
} from '@kubesem/core';
import { listOf } from '@kubesem/core/internal';
import {
  CATCH_ALL,
  flowDistinguisher,
  inMatchingOrder,
  type NonResourceRulePart,
  nameOf,
  nonResourceRuleMismatch,
  type ResourceRulePart,
  resourceRuleMismatch,
  subjectMatches,
} from './classify.js';
import type { RequestDigest } from './digest.js';

/** A field of a FlowSchema. */
export interface ExplainedField {
  /** The path as text, such as `spec.rules[0].subjects[2]`. For display; do not parse it. */
  readonly path: string;
  /** The names and indexes of the path. */
  readonly segments: readonly FieldPathSegment[];
}

/** One resource rule or non-resource rule, and whether it matches. */
export interface RuleExplanation extends ExplainedField {
  /** The first field of the rule that does not match; absent if the rule matches. */
  readonly mismatch?: ResourceRulePart | NonResourceRulePart;
}

/**
 * Why a set of rules matches a request or not.
 *
 * - `MATCH`: a subject and a rule match
 * - `NO_SUBJECT`: no subject matches the user
 * - `NO_RULE`: there is no rule for this kind of request (resource or non-resource)
 * - `RULES_MISMATCH`: there are such rules, and none matches
 */
export type RulesOutcome = 'MATCH' | 'NO_SUBJECT' | 'NO_RULE' | 'RULES_MISMATCH';

/** A set of rules with subjects. */
export interface RulesExplanation {
  /** Why it matches or not. */
  readonly outcome: RulesOutcome;
  /** The first subject that matches. */
  readonly subject?: ExplainedField;
  /** The rules for this kind of request, up to the first match; empty if no subject matches. */
  readonly rules: readonly RuleExplanation[];
}

/** A FlowSchema compared with a request. */
export interface FlowSchemaExplanation {
  /** Name of the FlowSchema. */
  readonly flowSchema: string;
  /** Its precedence: lower numbers are tried first. */
  readonly matchingPrecedence: number;
  /** Its priority level. */
  readonly priorityLevel: string;
  /** Whether one of its sets of rules matches. */
  readonly matches: boolean;
  /** The sets of rules, up to the first match. */
  readonly rules: readonly RulesExplanation[];
}

/** Which FlowSchema a request matches, and why it does not match the others. */
export interface ClassificationExplanation {
  /** Name of the FlowSchema that applies; absent if there is none. */
  readonly flowSchema?: string;
  /** Its priority level. */
  readonly priorityLevel?: string;
  /** Distinguishes the flow of the request from other flows of the FlowSchema. */
  readonly flowDistinguisher?: string;
  /** Whether no FlowSchema matches, so the one named `catch-all` applies. */
  readonly isFallback: boolean;
  /** All FlowSchemas in the order in which they are tried, including those after the first match. */
  readonly flowSchemas: readonly FlowSchemaExplanation[];
}

function explained(...segments: readonly FieldPathSegment[]): ExplainedField {
  return { path: formatFieldPath(segments), segments };
}

function explainEach<Rule, Part extends ResourceRulePart | NonResourceRulePart>(
  rules: readonly Rule[],
  path: readonly FieldPathSegment[],
  mismatchOf: (rule: Rule) => Part | undefined,
): RuleExplanation[] {
  const explanations: RuleExplanation[] = [];
  for (const [i, rule] of rules.entries()) {
    const mismatch = mismatchOf(rule);
    explanations.push({ ...explained(...path, i), ...(mismatch && { mismatch }) });
    if (mismatch === undefined) {
      break;
    }
  }
  return explanations;
}

function explainRules(
  rules: PolicyRulesWithSubjects,
  path: readonly FieldPathSegment[],
  { requestInfo, user }: RequestDigest,
): RulesExplanation {
  const index = listOf(rules?.subjects).findIndex((subject) => subjectMatches(subject, user));
  if (index < 0) {
    return { outcome: 'NO_SUBJECT', rules: [] };
  }
  const subject = explained(...path, 'subjects', index);
  const explanations = requestInfo.isResourceRequest
    ? explainEach(listOf(rules.resourceRules), [...path, 'resourceRules'], (rule) =>
        resourceRuleMismatch(rule, requestInfo),
      )
    : explainEach(listOf(rules.nonResourceRules), [...path, 'nonResourceRules'], (rule) =>
        nonResourceRuleMismatch(rule, requestInfo),
      );
  const last = explanations[explanations.length - 1];
  const missed = last === undefined ? 'NO_RULE' : 'RULES_MISMATCH';
  const isMatch = last !== undefined && last.mismatch === undefined;
  return { outcome: isMatch ? 'MATCH' : missed, subject, rules: explanations };
}

function explainSchema(schema: FlowSchema, request: RequestDigest): FlowSchemaExplanation {
  const rules: RulesExplanation[] = [];
  for (const [i, each] of listOf(schema.spec?.rules).entries()) {
    const explanation = explainRules(each, ['spec', 'rules', i], request);
    rules.push(explanation);
    if (explanation.outcome === 'MATCH') {
      break;
    }
  }
  return {
    flowSchema: nameOf(schema),
    matchingPrecedence: schema.spec?.matchingPrecedence ?? 0,
    priorityLevel: schema.spec?.priorityLevelConfiguration?.name ?? '',
    matches: rules.some(({ outcome }) => outcome === 'MATCH'),
    rules,
  };
}

/**
 * Explains for every FlowSchema why a request matches it or not.
 *
 * A field of the wrong type counts as absent.
 *
 * @param request - the request and its user
 * @param flowSchemas - the FlowSchemas, as stored, in any order
 * @returns the FlowSchema that {@link classifyRequest} finds, and the comparison of every FlowSchema with the request
 *
 * @example
 * ```ts
 * import { explainClassification } from '@kubesem/apf';
 *
 * const flowSchema = {
 *   metadata: { name: 'pods' },
 *   spec: {
 *     priorityLevelConfiguration: { name: 'low' },
 *     matchingPrecedence: 500,
 *     rules: [{
 *       subjects: [{ kind: 'User', user: { name: 'jane' } }],
 *       resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }],
 *     }],
 *   },
 * };
 * const requestInfo = { isResourceRequest: true, path: '', verb: 'list', resource: 'pods', namespace: 'prod' };
 * const { flowSchemas } = explainClassification({ requestInfo, user: { name: 'jane' } }, [flowSchema]);
 * const [rules] = flowSchemas[0]?.rules ?? [];
 * rules?.outcome // => 'RULES_MISMATCH'
 * rules?.subject?.path // => 'spec.rules[0].subjects[0]'
 * rules?.rules[0]?.mismatch // => 'verbs'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `rule.go`.
 */
export function explainClassification(
  request: RequestDigest,
  flowSchemas: Iterable<FlowSchema>,
): ClassificationExplanation {
  const ordered = inMatchingOrder(flowSchemas);
  const explanations = ordered.map((schema) => explainSchema(schema, request));
  const matched = explanations.findIndex(({ matches }) => matches);
  const fallback = ordered.findIndex((schema) => nameOf(schema) === CATCH_ALL);
  const schema = ordered[matched >= 0 ? matched : fallback];
  if (schema === undefined) {
    return { isFallback: false, flowSchemas: explanations };
  }
  return {
    flowSchema: nameOf(schema),
    priorityLevel: schema.spec?.priorityLevelConfiguration?.name ?? '',
    flowDistinguisher: flowDistinguisher(request, schema),
    isFallback: matched < 0,
    flowSchemas: explanations,
  };
}
