// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  childPath,
  type FieldPath,
  type FlowSchema,
  type FlowSchemaSubject,
  type NonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  type ResourcePolicyRule,
} from '@kubesem/core';
import { nameOf } from '../requests/classify.js';
import { applyFlowSchemaDefaults } from './defaults.js';
import {
  checkEntries,
  checkMetadata,
  checkName,
  checkRange,
  checkWord,
  forbid,
  type Report,
  reportInvalid,
  requireName,
  requirePresence,
} from './field-checks.js';
import { checkFlowSchemaTypes } from './json-types.js';
import { MANDATORY_FLOW_SCHEMAS } from './mandatory-objects.js';
import type { ApfProblem } from './problem.js';
import { isSame } from './same-spec.js';

const VERBS: readonly string[] = [
  'get',
  'list',
  'create',
  'update',
  'delete',
  'deletecollection',
  'patch',
  'watch',
  'proxy',
];

function checkVerbs(
  { verbs }: ResourcePolicyRule | NonResourcePolicyRule,
  rule: FieldPath,
  report: Report,
): void {
  const path = childPath(rule, 'verbs');
  const list = verbs ?? [];
  checkEntries(list, path, report);
  if (!list.includes('*') && !list.every((verb) => VERBS.includes(verb))) {
    reportInvalid('NOT_SUPPORTED', path, list, `expected ${VERBS.join(', ')}, or *`, report);
  }
}

function checkResourceRule(rule: ResourcePolicyRule, path: FieldPath, report: Report): void {
  const namespaces = rule.namespaces ?? [];
  checkVerbs(rule, path, report);
  checkEntries(rule.apiGroups ?? [], childPath(path, 'apiGroups'), report);
  checkEntries(rule.resources ?? [], childPath(path, 'resources'), report);
  if (namespaces.length > 0 || rule.clusterScope !== true) {
    checkEntries(namespaces, childPath(path, 'namespaces'), report, (namespace, entry) =>
      checkName('dns1123Label', namespace, entry, report),
    );
  }
}

function checkNonResourceRule(rule: NonResourcePolicyRule, path: FieldPath, report: Report): void {
  const urls = rule.nonResourceURLs ?? [];
  checkVerbs(rule, path, report);
  checkEntries(urls, childPath(path, 'nonResourceURLs'), report, (url, entry) => {
    if (!/^\/(?:[^ *]*\/)?(?:[^ */]*|\*)$/.test(url) || url.includes('//')) {
      const message = 'must be a URL path without spaces or //; * is allowed only after the last /';
      reportInvalid('INVALID_PATH', entry, url, message, report);
    }
  });
}

const SUBJECTS = [
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
] as const;
const SUBJECT_KINDS: readonly string[] = ['ServiceAccount', 'User', 'Group'];

function checkSubject(subject: FlowSchemaSubject, path: FieldPath, report: Report): void {
  const kind = subject.kind ?? '';
  checkWord(kind, SUBJECT_KINDS, childPath(path, 'kind'), report);
  if (!SUBJECT_KINDS.includes(kind)) {
    return;
  }
  for (const [word, field] of SUBJECTS) {
    const named = subject[field];
    const namedPath = childPath(path, field);
    if (word !== kind) {
      forbid(named, namedPath, `for the kind ${kind}`, report);
    } else if (requirePresence(Boolean(named), namedPath, report)) {
      const namePath = childPath(namedPath, 'name');
      requirePresence(Boolean(named?.name), namePath, report);
      if (word === 'ServiceAccount') {
        checkServiceAccount(subject.serviceAccount ?? {}, namedPath, report);
      }
    }
  }
}

function checkServiceAccount(
  { name, namespace }: NonNullable<FlowSchemaSubject['serviceAccount']>,
  path: FieldPath,
  report: Report,
): void {
  if (name && name !== '*') {
    checkName('dns1123Subdomain', name, childPath(path, 'name'), report);
  }
  requireName('dns1123Label', namespace, childPath(path, 'namespace'), report);
}

function checkRules(rules: PolicyRulesWithSubjects, path: FieldPath, report: Report): void {
  const subjects = rules.subjects ?? [];
  const resourceRules = rules.resourceRules ?? [];
  const nonResourceRules = rules.nonResourceRules ?? [];
  requirePresence(subjects.length > 0, childPath(path, 'subjects'), report);
  requirePresence(resourceRules.length + nonResourceRules.length > 0, path, report);
  // Go decodes null in a list as an empty object.
  subjects.forEach((subject, index) =>
    checkSubject(subject ?? {}, childPath(childPath(path, 'subjects'), index), report),
  );
  resourceRules.forEach((rule, index) =>
    checkResourceRule(rule ?? {}, childPath(childPath(path, 'resourceRules'), index), report),
  );
  nonResourceRules.forEach((rule, index) =>
    checkNonResourceRule(rule ?? {}, childPath(childPath(path, 'nonResourceRules'), index), report),
  );
}

/**
 * Lists why the API server would reject a FlowSchema.
 *
 * It first applies the defaults and generates a name from `generateName`, as the server does. In the metadata, it
 * checks only the name, the namespace and the annotations of API Priority and Fairness. If a field has the wrong JSON
 * type, it lists only such problems, because the server cannot decode the object.
 *
 * @param flowSchema - the FlowSchema, as in a manifest, in any API version; not changed
 * @returns the problems; empty if the server accepts the FlowSchema
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
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1, `ValidateFlowSchema`;
 * `k8s.io/apiserver/pkg/registry/generic/registry` v0.37.1, `Create`.
 */
export function validateFlowSchema(flowSchema: FlowSchema): readonly ApfProblem[] {
  const problems: ApfProblem[] = [];
  const report: Report = (problem) => problems.push(problem);
  checkFlowSchemaTypes(flowSchema, report);
  if (problems.length === 0) {
    checkFlowSchema(applyFlowSchemaDefaults(flowSchema ?? {}), report);
  }
  return problems;
}

function checkFlowSchema(flowSchema: FlowSchema, report: Report): void {
  const name = nameOf(flowSchema);
  const spec = flowSchema.spec ?? {};
  const path = childPath(undefined, 'spec');
  checkMetadata(flowSchema.metadata, report);
  const precedencePath = childPath(path, 'matchingPrecedence');
  checkRange(spec.matchingPrecedence, 1, 10_000, precedencePath, report);
  if (spec.matchingPrecedence === 1 && name !== 'exempt') {
    const message = 'must be greater than 1, which is reserved for the FlowSchema exempt';
    reportInvalid('RESERVED', precedencePath, 1, message, report);
  }
  if (spec.distinguisherMethod) {
    const methodPath = childPath(childPath(path, 'distinguisherMethod'), 'type');
    checkWord(spec.distinguisherMethod.type, ['ByUser', 'ByNamespace'], methodPath, report);
  }
  const levelPath = childPath(childPath(path, 'priorityLevelConfiguration'), 'name');
  requireName('dns1123Subdomain', spec.priorityLevelConfiguration?.name, levelPath, report);
  spec.rules?.forEach((rules, index) =>
    checkRules(rules ?? {}, childPath(childPath(path, 'rules'), index), report),
  );
  const fixed = MANDATORY_FLOW_SCHEMAS.find((each) => nameOf(each) === name);
  if (fixed && !isSame(fixed.spec, spec)) {
    reportInvalid('FIXED', path, spec, `must be the built-in spec of ${name}`, report);
  }
}
