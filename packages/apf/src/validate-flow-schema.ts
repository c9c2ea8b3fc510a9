// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  dns1123LabelErrors,
  type FlowSchema,
  type FlowSchemaSubject,
  type NonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  type ResourcePolicyRule,
} from '@kubesem/core';
import { type ApfProblem, listOf, type Report, reportTo, textOf } from './apf-problem.js';
import { nameOf } from './classify.js';
import { applyFlowSchemaDefaults } from './defaults.js';
import { mandatoryFlowSchemas } from './mandatory-objects.js';
import { schemas } from './plan-maintenance.js';
import { checkMetadata, checkSubdomain } from './validate-metadata.js';

type List = readonly string[] | null | undefined;

const verbs = /^(?:get|list|create|update|delete|deletecollection|patch|watch|proxy)$/;

/** A list that has to have something, and nothing beside a `*`; whether its entries are to be looked at. */
function checkList(report: Report, path: string, list: List): boolean {
  const entries = listOf(list);
  if (entries.length === 0) report('REQUIRED', path, undefined, 'at least one entry');
  const hasWildcard = entries.includes('*');
  if (hasWildcard && entries.length > 1)
    report('WILDCARD_NOT_ALONE', path, entries, 'nothing beside *');
  return !hasWildcard;
}

function checkVerbs(report: Report, path: string, list: List): void {
  if (checkList(report, path, list) && !listOf(list).every((verb) => verbs.test(verb)))
    report('NOT_SUPPORTED', path, list, 'verbs of the API alone, or *');
}

function checkResourceRule(report: Report, path: string, rule: ResourcePolicyRule): void {
  checkVerbs(report, `${path}.verbs`, rule.verbs);
  checkList(report, `${path}.apiGroups`, rule.apiGroups);
  checkList(report, `${path}.resources`, rule.resources);
  const namespaces = listOf(rule.namespaces);
  if (namespaces.length === 0 && rule.clusterScope === true) return;
  if (!checkList(report, `${path}.namespaces`, namespaces)) return;
  namespaces.forEach((namespace, i) => {
    for (const _ of dns1123LabelErrors(namespace))
      report('INVALID_NAME', `${path}.namespaces[${i}]`, namespace, 'a DNS label, or *');
  });
}

function isPath(url: string): boolean {
  const star = url.indexOf('*');
  const isStarLast = star < 0 || (star === url.length - 1 && url.endsWith('/*'));
  return url.startsWith('/') && !/ |\/\//.test(url) && isStarLast;
}

function checkNonResourceRule(report: Report, path: string, rule: NonResourcePolicyRule): void {
  checkVerbs(report, `${path}.verbs`, rule.verbs);
  if (!checkList(report, `${path}.nonResourceURLs`, rule.nonResourceURLs)) return;
  listOf(rule.nonResourceURLs).forEach((url, i) => {
    if (!isPath(textOf(url)))
      report('INVALID_PATH', `${path}.nonResourceURLs[${i}]`, url, 'a path, /* at most at its end');
  });
}

const subjectFields = { User: 'user', Group: 'group', ServiceAccount: 'serviceAccount' } as const;

function checkServiceAccount(
  report: Report,
  path: string,
  { name, namespace }: NonNullable<FlowSchemaSubject['serviceAccount']>,
): void {
  if (textOf(name) !== '' && name !== '*') checkSubdomain(report, `${path}.name`, textOf(name));
  if (textOf(namespace) === '') report('REQUIRED', `${path}.namespace`, undefined, 'a namespace');
  else
    for (const _ of dns1123LabelErrors(namespace))
      report('INVALID_NAME', `${path}.namespace`, namespace, 'a DNS label');
}

function checkSubject(report: Report, path: string, subject: FlowSchemaSubject): void {
  const kind = textOf(subject.kind) as keyof typeof subjectFields;
  const own = Object.prototype.hasOwnProperty.call(subjectFields, kind)
    ? subjectFields[kind]
    : undefined;
  if (own === undefined) {
    report('NOT_SUPPORTED', `${path}.kind`, subject.kind, 'User, Group or ServiceAccount');
    return;
  }
  const named = subject[own];
  if (!named) {
    report('REQUIRED', `${path}.${own}`, undefined, `what the kind ${kind} names`);
  } else {
    if (textOf(named.name) === '') report('REQUIRED', `${path}.${own}.name`, undefined, 'a name');
    if (own === 'serviceAccount')
      checkServiceAccount(report, `${path}.${own}`, subject.serviceAccount ?? {});
  }
  for (const field of Object.values(subjectFields)) {
    if (field !== own && subject[field])
      report('FORBIDDEN', `${path}.${field}`, subject[field], `nothing beside ${own}`);
  }
}

function checkRules(report: Report, path: string, rules: PolicyRulesWithSubjects): void {
  const subjects = listOf(rules.subjects);
  if (subjects.length === 0)
    report('REQUIRED', `${path}.subjects`, undefined, 'at least one subject');
  subjects.forEach((subject, i) => checkSubject(report, `${path}.subjects[${i}]`, subject ?? {}));
  const resourceRules = listOf(rules.resourceRules);
  const nonResourceRules = listOf(rules.nonResourceRules);
  if (resourceRules.length === 0 && nonResourceRules.length === 0)
    report('REQUIRED', path, undefined, 'resourceRules or nonResourceRules');
  resourceRules.forEach((rule, i) =>
    checkResourceRule(report, `${path}.resourceRules[${i}]`, rule ?? {}),
  );
  nonResourceRules.forEach((rule, i) =>
    checkNonResourceRule(report, `${path}.nonResourceRules[${i}]`, rule ?? {}),
  );
}

function checkPrecedence(report: Report, precedence: number, name: string): void {
  const path = 'spec.matchingPrecedence';
  if (!(precedence > 0 && precedence <= 10_000))
    report('OUT_OF_RANGE', path, precedence, 'a number from 1 to 10000');
  if (precedence === 1 && name !== 'exempt')
    report('RESERVED', path, precedence, 'a number above 1: only the schema exempt has that');
}

/**
 * Lists for what the API server would not create a flow schema.
 *
 * The defaults are filled in before, as the server does it. Of the metadata only the name, the namespace and what
 * concerns the configuration are looked at. What is of another type than Kubernetes defines counts as absent.
 *
 * @param flowSchema - as in a manifest, of any version of the API; not changed
 * @returns the problems, empty if there are none
 *
 * @example
 * ```ts
 * import { validateFlowSchema } from '@kubesem/apf';
 *
 * const problems = validateFlowSchema({ metadata: { name: 'mine' }, spec: { matchingPrecedence: 1 } });
 * problems.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'spec.matchingPrecedence RESERVED',
 * //   'spec.priorityLevelConfiguration.name REQUIRED',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1 (`ValidateFlowSchema`).
 */
export function validateFlowSchema(flowSchema: FlowSchema): readonly ApfProblem[] {
  const problems: ApfProblem[] = [];
  const report = reportTo(problems);
  const defaulted = applyFlowSchemaDefaults(flowSchema);
  const { metadata, spec } = defaulted;
  checkMetadata(report, metadata, false);
  checkPrecedence(report, Number(spec?.matchingPrecedence), nameOf(defaulted));
  const { distinguisherMethod, priorityLevelConfiguration, rules } = spec ?? {};
  if (distinguisherMethod && !/^By(?:User|Namespace)$/.test(textOf(distinguisherMethod.type)))
    report(
      'NOT_SUPPORTED',
      'spec.distinguisherMethod.type',
      distinguisherMethod.type,
      'ByUser or ByNamespace',
    );
  const levelPath = 'spec.priorityLevelConfiguration.name';
  const level = textOf(priorityLevelConfiguration?.name);
  if (level === '') report('REQUIRED', levelPath, undefined, 'the name of a priority level');
  else checkSubdomain(report, levelPath, level);
  listOf(rules).forEach((each, i) => checkRules(report, `spec.rules[${i}]`, each ?? {}));
  const fixed = mandatoryFlowSchemas.find((each) => nameOf(each) === nameOf(defaulted));
  if (fixed && !schemas.isSameSpec(fixed, defaulted))
    report('FIXED', 'spec', spec, `the spec that ${nameOf(fixed)} always has`);
  return problems;
}
