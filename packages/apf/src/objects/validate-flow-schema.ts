// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  FieldProblems,
  type FlowSchema,
  type FlowSchemaSubject,
  fields,
  type NonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  type ResourcePolicyRule,
  type ServiceAccountSubject,
} from '@kubesem/core';
import { nameOf } from '../requests/classify.js';
import { applyFlowSchemaDefaults } from './defaults.js';
import {
  type ApfProblem,
  type ApfProblemCode,
  type Checked,
  checkEntries,
  checkMetadata,
  checkName,
  checkRange,
  checkWord,
  forbid,
  isSame,
  requireName,
  requirePresence,
} from './field-checks.js';
import { checkFlowSchemaTypes } from './json-types.js';
import { MANDATORY_FLOW_SCHEMAS } from './mandatory-objects.js';

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

function checkVerbs<T extends { readonly verbs?: unknown }>(rule: Checked<T>): void {
  const verbs = rule.texts('verbs');
  checkEntries(rule, 'verbs');
  if (!verbs.includes('*') && !verbs.every((verb) => VERBS.includes(verb))) {
    const message = `expected ${VERBS.join(', ')}, or *`;
    rule.problem('verbs', 'NOT_SUPPORTED', message, rule.list('verbs'));
  }
}

function checkResourceRule(rule: Checked<ResourcePolicyRule>): void {
  checkVerbs(rule);
  checkEntries(rule, 'apiGroups');
  checkEntries(rule, 'resources');
  if (rule.list('namespaces').length > 0 || rule.flag('clusterScope') !== true) {
    checkEntries(rule, 'namespaces', (namespace, path) =>
      checkName(rule, path, 'dns1123Label', namespace),
    );
  }
}

function checkNonResourceRule(rule: Checked<NonResourcePolicyRule>): void {
  checkVerbs(rule);
  checkEntries(rule, 'nonResourceURLs', (url, path) => {
    if (!/^\/(?:[^ *]*\/)?(?:[^ */]*|\*)$/.test(url) || url.includes('//')) {
      const message = 'must be a URL path without spaces or //; * is allowed only after the last /';
      rule.invalid(path, message, url, 'INVALID_PATH');
    }
  });
}

const SUBJECTS = [
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
] as const;
const SUBJECT_KINDS: readonly string[] = ['ServiceAccount', 'User', 'Group'];

function checkSubject(subject: Checked<FlowSchemaSubject>): void {
  const kind = subject.text('kind');
  checkWord(subject, 'kind', SUBJECT_KINDS);
  if (!SUBJECT_KINDS.includes(kind)) {
    return;
  }
  for (const [word, field] of SUBJECTS) {
    if (word !== kind) {
      forbid(subject, field, `for the kind ${kind}`);
    } else if (requirePresence(subject, field)) {
      requirePresence(subject.at(field), 'name');
      if (word === 'ServiceAccount') {
        checkServiceAccount(subject.at('serviceAccount'));
      }
    }
  }
}

function checkServiceAccount(account: Checked<ServiceAccountSubject>): void {
  const name = account.text('name');
  if (name !== '' && name !== '*') {
    checkName(account, 'name', 'dns1123Subdomain', name);
  }
  requireName(account, 'namespace', 'dns1123Label');
}

function checkRules(rules: Checked<PolicyRulesWithSubjects>): void {
  requirePresence(rules, 'subjects');
  if (rules.list('resourceRules').length + rules.list('nonResourceRules').length === 0) {
    rules.required(rules.path, 'must be set');
  }
  rules.each('subjects', checkSubject);
  rules.each('resourceRules', checkResourceRule);
  rules.each('nonResourceRules', checkNonResourceRule);
}

/**
 * Lists why the API server would reject a FlowSchema.
 *
 * It first applies the defaults and generates a name from `generateName`, as the server does. In the metadata, it
 * checks only the name, the namespace and the annotations of API Priority and Fairness. If a field has the wrong JSON
 * type, it lists only such problems, because the server cannot decode the object.
 *
 * A field of the wrong type is one of the problems.
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
  const problems = new FieldProblems<ApfProblemCode>();
  checkFlowSchemaTypes(flowSchema, problems);
  if (problems.count === 0) {
    checkFlowSchema(fields(applyFlowSchemaDefaults(flowSchema), problems));
  }
  return problems.list();
}

function checkFlowSchema(flowSchema: Checked<FlowSchema>): void {
  const metadata = flowSchema.at('metadata');
  const name = metadata.text('name');
  const spec = flowSchema.at('spec');
  checkMetadata(metadata);
  checkRange(spec, 'matchingPrecedence', 1, 10_000);
  if (spec.raw('matchingPrecedence') === 1 && name !== 'exempt') {
    const message = 'must be greater than 1, which is reserved for the FlowSchema exempt';
    spec.invalid('matchingPrecedence', message, 1, 'RESERVED');
  }
  const method = spec.at('distinguisherMethod');
  if (method.isPresent) {
    checkWord(method, 'type', ['ByUser', 'ByNamespace']);
  }
  requireName(spec.at('priorityLevelConfiguration'), 'name', 'dns1123Subdomain');
  spec.each('rules', checkRules);
  const fixed = MANDATORY_FLOW_SCHEMAS.find((each) => nameOf(each) === name);
  if (fixed && !isSame(fixed.spec, spec.value)) {
    flowSchema.invalid('spec', `must be the built-in spec of ${name}`, spec.value, 'FIXED');
  }
}
