// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  type FieldErrorType,
  type FlowSchema,
  type FlowSchemaSpec,
  type FlowSchemaSubject,
  type NonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  type ResourcePolicyRule,
  type ServiceAccountSubject,
} from '@kubesem/core';
import { FieldProblems, fields } from '@kubesem/core/internal';
import { nameOf } from '../requests/classify.js';
import { applyFlowSchemaDefaults } from './defaults.js';
import {
  type ApfProblem,
  type Checked,
  checkEntries,
  checkMetadata,
  checkName,
  checkNamespace,
  checkNumber,
  forbid,
  isSame,
  requirePresence,
} from './field-checks.js';
import { checkFlowSchemaTypes } from './json-types.js';
import { MANDATORY_FLOW_SCHEMAS } from './mandatory-objects.js';

const VERBS: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'proxy',
  'update',
  'watch',
];

function checkVerbs<T extends { readonly verbs?: unknown }>(rule: Checked<T>): void {
  const verbs = rule.texts('verbs');
  checkEntries(rule, 'verbs', {
    empty: 'verbs must contain at least one value',
    entries: 'verbs',
  });
  if (!verbs.includes('*') && !verbs.every((verb) => VERBS.includes(verb))) {
    rule.notSupported('verbs', verbs, VERBS);
  }
}

function checkResourceRule(rule: Checked<ResourcePolicyRule>): void {
  checkVerbs(rule);
  checkEntries(rule, 'apiGroups', {
    empty: 'resource rules must supply at least one api group',
    entries: 'api groups',
  });
  checkEntries(rule, 'resources', {
    empty: 'resource rules must supply at least one resource',
    entries: 'resources',
  });
  if (rule.list('namespaces').length > 0 || rule.flag('clusterScope') !== true) {
    const empty = 'resource rules that are not cluster scoped must supply at least one namespace';
    checkEntries(rule, 'namespaces', { empty, entries: 'namespaces' }, (namespace, path) => {
      const intro = "each member of this list must be '*' or a DNS-1123 label; ";
      checkNamespace(rule, path, namespace, intro);
    });
  }
}

function checkNonResourceRule(rule: Checked<NonResourcePolicyRule>): void {
  checkVerbs(rule);
  const empty = 'nonResourceURLs must contain at least one value';
  checkEntries(rule, 'nonResourceURLs', { empty, entries: 'non-resource URLs' }, (url, path) => {
    const message = urlPathError(url);
    if (message !== undefined) {
      rule.invalid(path, message, url);
    }
  });
}

/** The first rule of a URL path that a text breaks. Source: `ValidateNonResourceURLPath`, as above. */
function urlPathError(path: string): string | undefined {
  if (path === '') {
    return 'must not be empty';
  }
  if (!path.startsWith('/')) {
    return 'must start with slash';
  }
  if (path.includes(' ')) {
    return 'must not contain white-space';
  }
  if (path.includes('//')) {
    return 'must not contain double slash';
  }
  const star = path.indexOf('*');
  const isSuffix = star === path.length - 1 && path.endsWith('/*');
  return star >= 0 && !isSuffix ? 'wildcard can only do suffix matching' : undefined;
}

const SUBJECTS = [
  ['Group', 'group'],
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
] as const;
const SUBJECT_KINDS: readonly string[] = ['Group', 'ServiceAccount', 'User'];

function checkSubject(subject: Checked<FlowSchemaSubject>): void {
  const kind = subject.text('kind');
  if (!SUBJECT_KINDS.includes(kind)) {
    subject.notSupported('kind', kind, SUBJECT_KINDS);
    return;
  }
  for (const [word, field] of SUBJECTS) {
    if (word !== kind) {
      forbid(subject, field, `${field} is forbidden when subject kind is not '${word}'`);
    } else if (
      requirePresence(subject, field, `${field} is required when subject kind is '${word}'`)
    ) {
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
    checkName(account, 'name', name);
  }
  if (requirePresence(account, 'namespace', 'must specify namespace for service account')) {
    checkNamespace(account, 'namespace', account.text('namespace'));
  }
}

function checkRules(rules: Checked<PolicyRulesWithSubjects>): void {
  requirePresence(rules, 'subjects', 'subjects must contain at least one value');
  if (rules.list('resourceRules').length + rules.list('nonResourceRules').length === 0) {
    const message = 'at least one of resourceRules and nonResourceRules has to be non-empty';
    rules.required(rules.path, message);
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
 * problems.map(({ path, message }) => `${path}: ${message}`) // => [
 * //   "spec.matchingPrecedence: only the schema named 'exempt' may have matchingPrecedence 1",
 * //   'spec.priorityLevelConfiguration.name: must reference a priority level',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1, `ValidateFlowSchema`;
 * `k8s.io/apiserver/pkg/registry/generic/registry` v0.37.1, `Create`.
 */
export function validateFlowSchema(flowSchema: FlowSchema): readonly ApfProblem[] {
  const problems = new FieldProblems<FieldErrorType>();
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
  checkPrecedence(spec, name);
  const method = spec.at('distinguisherMethod');
  if (method.isPresent) {
    method.supported('type', method.text('type'), ['ByNamespace', 'ByUser']);
  }
  const level = spec.at('priorityLevelConfiguration');
  if (requirePresence(level, 'name', 'must reference a priority level')) {
    checkName(level, 'name', level.text('name'));
  }
  spec.each('rules', checkRules);
  const fixed = MANDATORY_FLOW_SCHEMAS.find((each) => nameOf(each) === name);
  if (fixed && !isSame(fixed.spec, spec.value)) {
    flowSchema.invalid('spec', `spec of '${name}' must equal the fixed value`, spec.value);
  }
}

function checkPrecedence(spec: Checked<FlowSchemaSpec>, name: string): void {
  const field = 'matchingPrecedence';
  checkNumber(spec, field, (value) => value > 0, 'must be a positive value');
  checkNumber(spec, field, (value) => value <= 10_000, 'must not be greater than 10000');
  const message = "only the schema named 'exempt' may have matchingPrecedence 1";
  checkNumber(spec, field, (value) => value !== 1 || name === 'exempt', message);
}
