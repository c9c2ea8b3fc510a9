// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `rule.go` and `startRequest`.
import {
  type FlowSchema,
  type FlowSchemaSubject,
  type NonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  type ResourcePolicyRule,
} from '@kubesem/core';
import { compareUtf8, objectsOf, readIterable } from '@kubesem/core/internal';
import type { RequestDigest, RequestInfo, RequestUser } from './digest.js';

type List = readonly string[] | null | undefined;

const NO_ITEMS: readonly never[] = [];

/** The items of a list; none if it is absent or has the wrong type. The readers of `core` take too long for each request. */
function itemsOf<T>(list: readonly T[] | null | undefined): readonly T[] {
  return Array.isArray(list) ? list : NO_ITEMS;
}

/** Name of the FlowSchema for requests that match no other. */
export const CATCH_ALL = 'catch-all';

/** Whether a list includes a value. A list of only `*` matches everything. */
function listMatches(list: List, value: string): boolean {
  if (!Array.isArray(list)) {
    return false;
  }
  return (list.length === 1 && list[0] === '*') || list.includes(value);
}

/** Prefix of the user names of service accounts, before the namespace. */
export const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:';
const COLON = 0x3a;

/** Whether a user is the service account, or any service account of the namespace if the name is `*`. */
function isServiceAccount(namespace: string, name: string, user: string): boolean {
  if (typeof namespace !== 'string') {
    return false;
  }
  const start = SERVICE_ACCOUNT_PREFIX.length;
  const end = start + namespace.length;
  // Compares what differs most often first, and makes no strings: this runs for every schema of every request.
  return (
    user.charCodeAt(end) === COLON &&
    user.startsWith(namespace, start) &&
    user.startsWith(SERVICE_ACCOUNT_PREFIX) &&
    (name === '*' || user.slice(end + 1) === name)
  );
}

/**
 * Reports whether a subject of a FlowSchema matches a user.
 *
 * @param subject - the subject
 * @param user - the user
 * @returns whether it matches
 */
export function subjectMatches(subject: FlowSchemaSubject, user: RequestUser): boolean {
  if (!subject) {
    return false;
  }
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
  const { namespace, name } = serviceAccount;
  return isServiceAccount(namespace || '', name || '', user.name);
}

/** The fields of a resource rule that must match. */
export type ResourceRulePart = 'verbs' | 'resources' | 'apiGroups' | 'namespaces' | 'clusterScope';

/**
 * Finds the first field of a resource rule that does not match.
 *
 * @param rule - the rule
 * @param info - what the request is for
 * @returns the field; undefined if the rule matches
 */
export function resourceRuleMismatch(
  rule: ResourcePolicyRule,
  info: RequestInfo,
): ResourceRulePart | undefined {
  if (!listMatches(rule?.verbs, info.verb)) {
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

/** A path matches itself and everything below it, with or without a `*` at the end. */
function pathMatches(rulePath: string, path: string): boolean {
  if (typeof rulePath !== 'string') {
    return false;
  }
  if (rulePath === '*' || rulePath === path) {
    return true;
  }
  const prefix = rulePath.endsWith('*') ? rulePath.slice(0, -1) : rulePath;
  return path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** The fields of a non-resource rule that must match. */
export type NonResourceRulePart = 'verbs' | 'nonResourceURLs';

/**
 * Finds the first field of a non-resource rule that does not match.
 *
 * @param rule - the rule
 * @param info - what the request is for
 * @returns the field; undefined if the rule matches
 */
export function nonResourceRuleMismatch(
  rule: NonResourcePolicyRule,
  info: RequestInfo,
): NonResourceRulePart | undefined {
  if (!listMatches(rule?.verbs, info.verb)) {
    return 'verbs';
  }
  for (const url of itemsOf(rule.nonResourceURLs)) {
    if (pathMatches(url, info.path)) {
      return undefined;
    }
  }
  return 'nonResourceURLs';
}

function hasSubject(rule: PolicyRulesWithSubjects, user: RequestUser): boolean {
  for (const subject of itemsOf(rule?.subjects)) {
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
  // Loops without closures: they run for every schema of every request.
  if (requestInfo.isResourceRequest) {
    for (const each of itemsOf(rule.resourceRules)) {
      if (resourceRuleMismatch(each, requestInfo) === undefined) {
        return true;
      }
    }
    return false;
  }
  for (const each of itemsOf(rule.nonResourceRules)) {
    if (nonResourceRuleMismatch(each, requestInfo) === undefined) {
      return true;
    }
  }
  return false;
}

/**
 * Reports whether a request matches a FlowSchema. A field of the wrong type counts as absent.
 *
 * @param request - the request and its user
 * @param flowSchema - the FlowSchema, as stored
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `matchesFlowSchema`.
 */
export function matchesFlowSchema(request: RequestDigest, flowSchema: FlowSchema): boolean {
  for (const rule of itemsOf(flowSchema?.spec?.rules)) {
    if (ruleMatches(rule, request)) {
      return true;
    }
  }
  return false;
}

/**
 * Reports whether a FlowSchema matches every request that is not for a resource, whoever sends it.
 *
 * @param flowSchema - the FlowSchema, as stored
 * @returns false if in doubt
 */
export function matchesEveryPath({ spec }: FlowSchema): boolean {
  return objectsOf(spec?.rules).some(
    ({ subjects, nonResourceRules }) =>
      objectsOf(subjects).some(({ kind, user, group }) =>
        kind === 'User' ? user?.name === '*' : kind === 'Group' && group?.name === '*',
      ) &&
      objectsOf(nonResourceRules).some(
        ({ verbs, nonResourceURLs }) =>
          verbs?.length === 1 && verbs[0] === '*' && itemsOf(nonResourceURLs).includes('*'),
      ),
  );
}

/**
 * Returns the name of an object.
 *
 * @param object - the object
 * @returns its name; empty if it has none
 *
 * @example
 * ```ts
 * import { MANDATORY_FLOW_SCHEMAS } from '@kubesem/apf';
 * import { nameOf } from '@kubesem/apf/internal';
 *
 * MANDATORY_FLOW_SCHEMAS.map(nameOf) // => ['exempt', 'catch-all']
 * ```
 */
export function nameOf(object: {
  readonly metadata?: { readonly name?: string | null | undefined } | null | undefined;
}): string {
  const name: unknown = object?.metadata?.name;
  return typeof name === 'string' ? name : '';
}

function precedenceOf(schema: FlowSchema): number {
  const precedence: unknown = schema?.spec?.matchingPrecedence;
  return typeof precedence === 'number' ? precedence : 0;
}

/** The order in which FlowSchemas are tried. */
function compareSchemas(a: FlowSchema, b: FlowSchema): number {
  return precedenceOf(a) - precedenceOf(b) || compareUtf8(nameOf(a), nameOf(b));
}

function precedes(schema: FlowSchema, other: FlowSchema | undefined): boolean {
  return other === undefined || compareSchemas(schema, other) < 0;
}

/**
 * Sorts FlowSchemas into the order in which they are tried: by precedence, then by name.
 *
 * As in the released code, an absent precedence counts as 0. The API server sets it when it stores a FlowSchema.
 *
 * @param flowSchemas - the FlowSchemas, as stored, in any order
 * @returns a new list
 */
export function inMatchingOrder(flowSchemas: Iterable<FlowSchema>): FlowSchema[] {
  return [...readIterable(flowSchemas, undefined)]
    .filter((schema) => typeof schema === 'object' && schema !== null)
    .sort(compareSchemas);
}

/**
 * Returns what distinguishes the flow of a request from other flows of its FlowSchema.
 *
 * A field of the wrong type counts as absent.
 *
 * @param request - the request and its user
 * @param flowSchema - the FlowSchema that it matched
 * @returns the user name or the namespace, by the distinguisher method; empty if all requests are one flow
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `computeFlowDistinguisher`.
 */
export function flowDistinguisher(
  { requestInfo, user }: RequestDigest,
  flowSchema: FlowSchema,
): string {
  const type = flowSchema?.spec?.distinguisherMethod?.type;
  if (type === 'ByUser') {
    return user.name;
  }
  return type === 'ByNamespace' ? requestInfo.namespace || '' : '';
}

/** The FlowSchema, priority level and flow of a request. */
export interface Classification {
  /** The FlowSchema that the request matched. */
  readonly flowSchema: FlowSchema;
  /** Name of the priority level in that FlowSchema. */
  readonly priorityLevel: string;
  /** Distinguishes its flow from other flows of the FlowSchema. */
  readonly flowDistinguisher: string;
}

/** The classification of a request by the FlowSchema that it matched. */
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
 * Finds the FlowSchema, the priority level and the flow of a request.
 *
 * All FlowSchemas count, even if their priority level does not exist. {@link effectiveConfiguration} returns those that a
 * server uses, including the mandatory ones. To classify many requests, use {@link requestClassifier}. A field of the wrong type
 * counts as absent.
 *
 * @param request - the request and its user
 * @param flowSchemas - the FlowSchemas, as stored, in any order
 * @returns the first match by precedence and name, or else the FlowSchema named `catch-all`; undefined if there is none
 *
 * @example
 * ```ts
 * import { classifyRequest } from '@kubesem/apf';
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
 * const found = classifyRequest({ requestInfo, user: { name: 'system:serviceaccount:ci:runner' } }, flowSchemas);
 * found?.priorityLevel // => 'workload'
 * found?.flowDistinguisher // => 'system:serviceaccount:ci:runner'
 * classifyRequest({ requestInfo, user: { name: 'jane' } }, flowSchemas)?.priorityLevel // => 'low'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `startRequest`.
 */
export function classifyRequest(
  request: RequestDigest,
  flowSchemas: Iterable<FlowSchema>,
): Classification | undefined {
  let matched: FlowSchema | undefined;
  let fallback: FlowSchema | undefined;
  // Without sorting, and without matching a FlowSchema that comes after a match.
  for (const schema of readIterable(flowSchemas, undefined)) {
    if (precedes(schema, matched) && matchesFlowSchema(request, schema)) {
      matched = schema;
    } else if (!matched && nameOf(schema) === CATCH_ALL && precedes(schema, fallback)) {
      fallback = schema;
    }
  }
  return classificationBy(matched ?? fallback, request);
}
