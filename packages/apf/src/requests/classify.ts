// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`rule.go`, `startRequest`).
import type {
  FlowSchema,
  FlowSchemaSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from '@kubesem/core';
import type { RequestDigest, RequestInfo, RequestUser } from './request-digest.js';

type List = readonly string[] | null | undefined;

/** Name of the schema that is taken where none matches. */
export const CATCH_ALL = 'catch-all';

/** Whether a list names a value, or everything: `*` means that only where it stands alone. */
function listMatches(list: List, value: string): boolean {
  if (!list) {
    return false;
  }
  return (list.length === 1 && list[0] === '*') || list.includes(value);
}

/** What the names of service accounts begin with, before the namespace. */
export const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:';
const COLON = 0x3a;

/** Whether a user is the service account, or with the name `*` any one of the namespace. */
function isServiceAccount(namespace: string, name: string, user: string): boolean {
  const start = SERVICE_ACCOUNT_PREFIX.length;
  const end = start + namespace.length;
  // What is most likely to differ comes first, and no text is made: this is asked for every schema of every request.
  return (
    user.charCodeAt(end) === COLON &&
    user.startsWith(namespace, start) &&
    user.startsWith(SERVICE_ACCOUNT_PREFIX) &&
    (name === '*' || user.slice(end + 1) === name)
  );
}

/**
 * Tells whether a subject of a flow schema is the one who asks.
 *
 * @param subject - of a rule
 * @param user - who asks
 * @returns whether it is
 */
export function subjectMatches(subject: FlowSchemaSubject, user: RequestUser): boolean {
  const { kind, group, serviceAccount } = subject;
  if (kind === 'User') {
    const name = subject.user && (subject.user.name || '');
    return name === '*' || name === user.name;
  }
  if (kind === 'Group') {
    const name = group && (group.name || '');
    return typeof name === 'string' && (name === '*' || (user.groups || []).includes(name));
  }
  if (kind !== 'ServiceAccount' || !serviceAccount) {
    return false;
  }
  return isServiceAccount(serviceAccount.namespace || '', serviceAccount.name || '', user.name);
}

/** The parts of a resource rule, each of which has to match. */
export type ResourceRulePart = 'verbs' | 'resources' | 'apiGroups' | 'namespaces' | 'clusterScope';

/**
 * Names the first part of a resource rule that does not match.
 *
 * @param rule - for resources
 * @param info - what is asked
 * @returns the part, or nothing if the rule matches
 */
export function resourceRuleMismatch(
  rule: ResourcePolicyRule,
  info: RequestInfo,
): ResourceRulePart | undefined {
  if (!listMatches(rule.verbs, info.verb)) {
    return 'verbs';
  }
  const resource = info.subresource
    ? `${info.resource || ''}/${info.subresource}`
    : info.resource || '';
  if (!listMatches(rule.resources, resource)) {
    return 'resources';
  }
  if (!listMatches(rule.apiGroups, info.apiGroup || '')) {
    return 'apiGroups';
  }
  if (!info.namespace) {
    return rule.clusterScope === true ? undefined : 'clusterScope';
  }
  return listMatches(rule.namespaces, info.namespace) ? undefined : 'namespaces';
}

/** A path stands for itself and all below it, with or without a `*` at its end. */
function pathMatches(rulePath: string, path: string): boolean {
  if (rulePath === '*' || rulePath === path) {
    return true;
  }
  const prefix = rulePath.endsWith('*') ? rulePath.slice(0, -1) : rulePath;
  return path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** The parts of a rule for other paths, each of which has to match. */
export type NonResourceRulePart = 'verbs' | 'nonResourceURLs';

/**
 * Names the first part of a rule for other paths that does not match.
 *
 * @param rule - for paths that are no resources
 * @param info - what is asked
 * @returns the part, or nothing if the rule matches
 */
export function nonResourceRuleMismatch(
  rule: NonResourcePolicyRule,
  info: RequestInfo,
): NonResourceRulePart | undefined {
  if (!listMatches(rule.verbs, info.verb)) {
    return 'verbs';
  }
  const matches = (rule.nonResourceURLs || []).some((url) => pathMatches(url, info.path));
  return matches ? undefined : 'nonResourceURLs';
}

function hasSubject({ subjects }: PolicyRulesWithSubjects, user: RequestUser): boolean {
  if (!subjects) {
    return false;
  }
  for (const subject of subjects) {
    if (subjectMatches(subject, user)) {
      return true;
    }
  }
  return false;
}

function ruleMatches(rule: PolicyRulesWithSubjects, { requestInfo, user }: RequestDigest): boolean {
  if (!hasSubject(rule, user)) {
    return false;
  }
  return requestInfo.isResourceRequest
    ? (rule.resourceRules || []).some((each) => !resourceRuleMismatch(each, requestInfo))
    : (rule.nonResourceRules || []).some((each) => !nonResourceRuleMismatch(each, requestInfo));
}

/**
 * Tells whether a request matches a flow schema.
 *
 * @param request - who asks for what
 * @param flowSchema - the schema, as stored
 * @returns whether one of its rules matches
 *
 * @example
 * ```ts
 * import { matchesFlowSchema } from '@kubesem/apf';
 *
 * const rules = [{
 *   subjects: [{ kind: 'Group', group: { name: 'system:unauthenticated' } }],
 *   nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }],
 * }];
 * const user = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
 * const requestInfo = { isResourceRequest: false, verb: 'get', path: '/healthz/etcd' };
 * matchesFlowSchema({ requestInfo, user }, { spec: { rules } }) // => true
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`matchesFlowSchema`).
 */
export function matchesFlowSchema(request: RequestDigest, flowSchema: FlowSchema): boolean {
  const rules = flowSchema.spec?.rules;
  if (!rules) {
    return false;
  }
  for (const rule of rules) {
    if (ruleMatches(rule, request)) {
      return true;
    }
  }
  return false;
}

/** Compares as UTF-8 bytes would: by code point. */
function compareNames(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  const points = [...a];
  const others = [...b];
  for (let i = 0; i < points.length; i++) {
    const difference = (points[i]?.codePointAt(0) || 0) - (others[i]?.codePointAt(0) || 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return points.length - others.length;
}

/** The name of a schema or a level; empty where it has none. */
export function nameOf(object: {
  readonly metadata?: { readonly name?: string | null | undefined } | null | undefined;
}): string {
  return object.metadata?.name || '';
}

function precedenceOf(schema: FlowSchema): number {
  return schema.spec?.matchingPrecedence || 0;
}

/** The order in which flow schemas are tried. */
function compareSchemas(a: FlowSchema, b: FlowSchema): number {
  return precedenceOf(a) - precedenceOf(b) || compareNames(nameOf(a), nameOf(b));
}

function precedes(schema: FlowSchema, other: FlowSchema | undefined): boolean {
  return other === undefined || compareSchemas(schema, other) < 0;
}

/**
 * Puts flow schemas into the order in which they are tried: by precedence, then by name. As in the released code, a
 * precedence that is not set is 0; the API server sets it when it stores a schema.
 *
 * @param flowSchemas - as stored, in any order
 * @returns a new list
 */
export function inMatchingOrder(flowSchemas: Iterable<FlowSchema>): FlowSchema[] {
  return [...flowSchemas].sort(compareSchemas);
}

/**
 * What tells the flow of a request from the others of its flow schema.
 *
 * @param request - who asks for what
 * @param flowSchema - the schema that it matched
 * @returns the name of the user or the namespace, as the schema says; empty if all are one flow
 *
 * @example
 * ```ts
 * import { flowDistinguisher, requestFromUrl } from '@kubesem/apf';
 *
 * const request = requestFromUrl('GET', '/api/v1/namespaces/prod/pods', { name: 'jane' });
 * flowDistinguisher(request, { spec: { distinguisherMethod: { type: 'ByNamespace' } } }) // => 'prod'
 * flowDistinguisher(request, { spec: { distinguisherMethod: { type: 'ByUser' } } }) // => 'jane'
 * flowDistinguisher(request, { spec: {} }) // => ''
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`computeFlowDistinguisher`).
 */
export function flowDistinguisher(
  { requestInfo, user }: RequestDigest,
  flowSchema: FlowSchema,
): string {
  const type = flowSchema.spec?.distinguisherMethod?.type;
  if (type === 'ByUser') {
    return user.name;
  }
  return type === 'ByNamespace' ? requestInfo.namespace || '' : '';
}

/** What becomes of a request, as far as the flow schemas say. */
export interface Classification {
  /** The schema that it matched. */
  readonly flowSchema: FlowSchema;
  /** Name of the priority level that the schema names. */
  readonly priorityLevel: string;
  /** What tells its flow from the others of the schema. */
  readonly flowDistinguisher: string;
}

/** What a flow schema says of a request that it gets. */
export function classificationBy(
  flowSchema: FlowSchema | undefined,
  request: RequestDigest,
): Classification | undefined {
  return (
    flowSchema && {
      flowSchema,
      priorityLevel: flowSchema.spec?.priorityLevelConfiguration?.name || '',
      flowDistinguisher: flowDistinguisher(request, flowSchema),
    }
  );
}

/**
 * Finds the flow schema of a request, its priority level and its flow.
 *
 * The schemas are taken as they are: those of a level that does not exist are used like others. What a server makes of
 * all its configuration, the mandatory objects among them, {@link effectiveConfiguration} tells. For many requests,
 * {@link createClassifier} takes a part of the time.
 *
 * @param request - who asks for what
 * @param flowSchemas - as stored, in any order
 * @returns the first schema in the order of precedence and name that matches, or else the one named `catch-all`;
 *   nothing if there is none
 *
 * @example
 * ```ts
 * import { classify } from '@kubesem/apf';
 *
 * const everybody = [{ kind: 'Group', group: { name: '*' } }];
 * const anything = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }];
 * const flowSchemas = [
 *   {
 *     metadata: { name: 'others' },
 *     spec: {
 *       priorityLevelConfiguration: { name: 'low' },
 *       matchingPrecedence: 9000,
 *       rules: [{ subjects: everybody, resourceRules: anything }],
 *     },
 *   },
 *   {
 *     metadata: { name: 'builds' },
 *     spec: {
 *       priorityLevelConfiguration: { name: 'workload' },
 *       matchingPrecedence: 500,
 *       distinguisherMethod: { type: 'ByUser' },
 *       rules: [{
 *         subjects: [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'ci', name: '*' } }],
 *         resourceRules: anything,
 *       }],
 *     },
 *   },
 * ];
 * const requestInfo = { isResourceRequest: true, path: '/api/v1/pods', verb: 'list', resource: 'pods' };
 * const found = classify({ requestInfo, user: { name: 'system:serviceaccount:ci:runner' } }, flowSchemas);
 * found?.priorityLevel // => 'workload'
 * found?.flowDistinguisher // => 'system:serviceaccount:ci:runner'
 * classify({ requestInfo, user: { name: 'jane' } }, flowSchemas)?.priorityLevel // => 'low'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`startRequest`).
 */
export function classify(
  request: RequestDigest,
  flowSchemas: Iterable<FlowSchema>,
): Classification | undefined {
  let matched: FlowSchema | undefined;
  let fallback: FlowSchema | undefined;
  // Without sorting, and without a look at what comes behind a schema that matches.
  for (const schema of flowSchemas) {
    if (precedes(schema, matched) && matchesFlowSchema(request, schema)) {
      matched = schema;
    } else if (!matched && nameOf(schema) === CATCH_ALL && precedes(schema, fallback)) {
      fallback = schema;
    }
  }
  return classificationBy(matched ?? fallback, request);
}
