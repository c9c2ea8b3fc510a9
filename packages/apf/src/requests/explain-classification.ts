import type { FlowSchema, PolicyRulesWithSubjects } from '@kubesem/core';
import {
  flowDistinguisher,
  inMatchingOrder,
  type NonResourceRulePart,
  nameOf,
  nonResourceRuleMismatch,
  type ResourceRulePart,
  resourceRuleMismatch,
  subjectMatches,
} from './classify.js';
import type { RequestDigest } from './request-digest.js';

/** One rule for resources or other paths, and whether it matches. */
export interface RuleExplanation {
  /** Its place, such as `spec.rules[0].resourceRules[1]`. */
  readonly path: string;
  /** The first part of it that does not match; absent if it matches. */
  readonly mismatch?: ResourceRulePart | NonResourceRulePart;
}

/**
 * Why a set of rules matches a request or does not.
 *
 * - `MATCH`: one of the subjects and one of the rules match
 * - `NO_SUBJECT`: none of the subjects is the one who asks
 * - `NO_RULE`: there is no rule for this kind of request, for resources or for other paths
 * - `RULES_MISMATCH`: there are such rules, and none of them matches
 */
export type RulesOutcome = 'MATCH' | 'NO_SUBJECT' | 'NO_RULE' | 'RULES_MISMATCH';

/** A set of rules with subjects. */
export interface RulesExplanation {
  /** Why they match or not. */
  readonly outcome: RulesOutcome;
  /** Place of the subject that matches, such as `spec.rules[0].subjects[2]`. */
  readonly subject?: string;
  /** The rules for this kind of request, up to the first that matches; none, if no subject matches. */
  readonly rules: readonly RuleExplanation[];
}

/** A flow schema and a request. */
export interface FlowSchemaExplanation {
  /** Name of the schema. */
  readonly flowSchema: string;
  /** Its precedence: lower numbers come first. */
  readonly matchingPrecedence: number;
  /** Its priority level. */
  readonly priorityLevel: string;
  /** Whether one of its sets of rules matches. */
  readonly matches: boolean;
  /** The sets of rules, up to the first that matches. */
  readonly rules: readonly RulesExplanation[];
}

/** Which schema a request hits, and why not the others. */
export interface ClassificationExplanation {
  /** Name of the schema that counts; absent if there is none. */
  readonly flowSchema?: string;
  /** Its priority level. */
  readonly priorityLevel?: string;
  /** What tells the flow of the request from others of the schema. */
  readonly flowDistinguisher?: string;
  /** Whether no schema matches, so that the one named `catch-all` counts all the same. */
  readonly isFallback: boolean;
  /** All schemas, in the order in which they are tried; those behind the first match are looked at, too. */
  readonly flowSchemas: readonly FlowSchemaExplanation[];
}

function explainEach<Rule, Part extends ResourceRulePart | NonResourceRulePart>(
  rules: readonly Rule[],
  path: string,
  mismatchOf: (rule: Rule) => Part | undefined,
): RuleExplanation[] {
  const explained: RuleExplanation[] = [];
  for (const [i, rule] of rules.entries()) {
    const mismatch = mismatchOf(rule);
    explained.push({ path: `${path}[${i}]`, ...(mismatch === undefined ? {} : { mismatch }) });
    if (mismatch === undefined) {
      break;
    }
  }
  return explained;
}

function explainRules(
  rules: PolicyRulesWithSubjects,
  path: string,
  request: RequestDigest,
): RulesExplanation {
  const { requestInfo, user } = request;
  const found = (rules.subjects ?? []).findIndex((subject) => subjectMatches(subject, user));
  if (found < 0) {
    return { outcome: 'NO_SUBJECT', rules: [] };
  }
  const subject = `${path}.subjects[${found}]`;
  const explained = requestInfo.isResourceRequest
    ? explainEach(rules.resourceRules ?? [], `${path}.resourceRules`, (rule) =>
        resourceRuleMismatch(rule, requestInfo),
      )
    : explainEach(rules.nonResourceRules ?? [], `${path}.nonResourceRules`, (rule) =>
        nonResourceRuleMismatch(rule, requestInfo),
      );
  const last = explained[explained.length - 1];
  const missed = last === undefined ? 'NO_RULE' : 'RULES_MISMATCH';
  return {
    outcome: last !== undefined && last.mismatch === undefined ? 'MATCH' : missed,
    subject,
    rules: explained,
  };
}

function explainSchema(schema: FlowSchema, request: RequestDigest): FlowSchemaExplanation {
  const rules: RulesExplanation[] = [];
  for (const [i, each] of (schema.spec?.rules ?? []).entries()) {
    const explained = explainRules(each, `spec.rules[${i}]`, request);
    rules.push(explained);
    if (explained.outcome === 'MATCH') {
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
 * Says for every flow schema why a request matches it or does not.
 *
 * @param request - who asks for what
 * @param flowSchemas - as stored, in any order
 * @returns the schema that {@link classify} finds, and what it and the others made of the request
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
 * flowSchemas[0]?.rules[0]?.outcome // => 'RULES_MISMATCH'
 * flowSchemas[0]?.rules[0]?.rules[0]?.mismatch // => 'verbs'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`rule.go`).
 */
export function explainClassification(
  request: RequestDigest,
  flowSchemas: Iterable<FlowSchema>,
): ClassificationExplanation {
  const ordered = inMatchingOrder(flowSchemas);
  const explained = ordered.map((schema) => explainSchema(schema, request));
  const matched = explained.findIndex(({ matches }) => matches);
  const chosen =
    matched >= 0 ? matched : explained.findIndex(({ flowSchema }) => flowSchema === 'catch-all');
  const schema = ordered[chosen];
  if (schema === undefined) {
    return { isFallback: false, flowSchemas: explained };
  }
  return {
    flowSchema: nameOf(schema),
    priorityLevel: schema.spec?.priorityLevelConfiguration?.name ?? '',
    flowDistinguisher: flowDistinguisher(request, schema),
    isFallback: matched < 0,
    flowSchemas: explained,
  };
}
