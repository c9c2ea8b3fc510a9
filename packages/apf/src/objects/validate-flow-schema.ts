// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import type { FlowSchema } from '@kubesem/core';
import { nameOf } from '../requests/classify.js';
import type { ApfProblem } from './apf-problem.js';
import { applyFlowSchemaDefaults } from './defaults.js';
import { MANDATORY_FLOW_SCHEMAS } from './mandatory-objects.js';
import { ObjectField } from './object-field.js';
import { isSame } from './same-spec.js';

const VERBS = /^(?:get|list|create|update|delete|deletecollection|patch|watch|proxy|\*)$/;

function checkVerbs(field: ObjectField): void {
  field.requireList();
  const { list } = field;
  if (!list.includes('*') && !list.every((verb) => VERBS.test(String(verb)))) {
    field.report('NOT_SUPPORTED', 'verbs of the API alone, or *');
  }
}

function checkResourceRule(rule: ObjectField): void {
  const namespaces = rule.get('namespaces');
  checkVerbs(rule.get('verbs'));
  rule.get('apiGroups').requireList();
  rule.get('resources').requireList();
  if (namespaces.list.length > 0 || rule.get('clusterScope').value !== true) {
    namespaces.requireList((namespace) => namespace.checkName('label'));
  }
}

/** A path, with a `*` behind its last slash at most. */
function checkPath(url: ObjectField): void {
  if (!/^\/(?:[^ *]*\/)?(?:[^ */]*|\*)$/.test(url.text) || url.text.includes('//')) {
    url.report('INVALID_PATH', 'a path, /* at most at its end');
  }
}

function checkNonResourceRule(rule: ObjectField): void {
  checkVerbs(rule.get('verbs'));
  rule.get('nonResourceURLs').requireList(checkPath);
}

const KINDS = ['ServiceAccount', 'User', 'Group'] as const;
const FIELDS = ['serviceAccount', 'user', 'group'] as const;

function checkSubject(subject: ObjectField): void {
  const kind = subject.get('kind');
  kind.requireWord(...KINDS);
  KINDS.forEach((word, i) => {
    const named = subject.get(FIELDS[i] as string);
    if (!KINDS.includes(kind.text as 'User') || !named.requireIf(word === kind.text)) {
      return;
    }
    const name = named.get('name');
    name.require(name.text);
    if (i > 0) {
      return;
    }
    if (name.text && name.text !== '*') {
      name.requireName('subdomain');
    }
    named.get('namespace').requireName('label');
  });
}

function checkRules(rules: ObjectField): void {
  const subjects = rules.get('subjects');
  subjects.require(subjects.each(checkSubject));
  rules.require(
    rules.get('resourceRules').each(checkResourceRule) +
      rules.get('nonResourceRules').each(checkNonResourceRule),
  );
}

/**
 * Lists for what the API server would not create a flow schema.
 *
 * The defaults are filled in before, as the server does it, and a name is made of `generateName`. Of the metadata only
 * the name, what it is made of, the namespace and what concerns the configuration are looked at. What is of another
 * type than Kubernetes defines counts as absent.
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
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1 (`ValidateFlowSchema`);
 * `k8s.io/apiserver/pkg/registry/generic/registry` v0.37.1, `Create`.
 */
export function validateFlowSchema(flowSchema: FlowSchema): readonly ApfProblem[] {
  const problems: ApfProblem[] = [];
  const defaulted = applyFlowSchemaDefaults(flowSchema);
  const name = nameOf(defaulted);
  const object = new ObjectField(problems, defaulted);
  const spec = object.get('spec');
  const precedence = spec.get('matchingPrecedence');
  const method = spec.get('distinguisherMethod');
  object.requireMetadata();
  precedence.requireRange(1, 10_000);
  if (precedence.value === 1 && name !== 'exempt') {
    precedence.report('RESERVED', 'a number above 1, which only exempt has');
  }
  if (method.value) {
    method.get('type').requireWord('ByUser', 'ByNamespace');
  }
  spec.get('priorityLevelConfiguration').get('name').requireName('subdomain');
  spec.get('rules').each(checkRules);
  const fixed = MANDATORY_FLOW_SCHEMAS.find((each) => nameOf(each) === name);
  if (fixed && !isSame(fixed.spec, spec.value)) {
    spec.report('FIXED', `what ${name} always has`);
  }
  return problems;
}
