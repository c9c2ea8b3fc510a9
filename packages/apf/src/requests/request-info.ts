import { isInt64Text } from '@kubesem/core';
// Source: `k8s.io/apiserver/pkg/endpoints/request` v0.37.1 (`RequestInfoFactory`), with the arguments of kube-apiserver.

import { isLabelSelector, parseFieldSelector, requiredValue } from '@kubesem/selectors';
import { ApfError } from '../apf-errors.js';
import type { RequestDigest, RequestInfo, RequestUser } from './request-digest.js';
import { first, isFlagSet, parseRequestUrl, type Query } from './request-url.js';

const VERBS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** What the options of a list say about the request; nothing if the server cannot read them. */
function readListOptions(
  query: Query,
): { readonly isWatch: boolean; readonly name: string } | undefined {
  const numbers = ['timeoutSeconds', 'limit'].map((name) => first(query, name));
  const terms = parseFieldSelector(first(query, 'fieldSelector') ?? '');
  const isReadable = numbers.every((value) => value === undefined || isInt64Text(value));
  if (!isReadable || terms === undefined || !isLabelSelector(first(query, 'labelSelector') ?? '')) {
    return undefined;
  }
  const name = requiredValue(terms, 'metadata.name') ?? '';
  const isName = name !== '.' && name !== '..' && !/[/%]/.test(name);
  return { isWatch: isFlagSet(first(query, 'watch')), name: isName ? name : '' };
}

/** A GET without a name is a list or a watch, and may name its object in the field selector. */
function listVerb(query: Query): { readonly verb: string; readonly name: string } {
  const options = readListOptions(query);
  const isWatch = options?.isWatch ?? isFlagSet(first(query, 'watch'));
  return { verb: isWatch ? 'watch' : 'list', name: options?.name ?? '' };
}

/** The parts of a path, without the slashes around it. */
function pathParts(path: string): string[] {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') {
    start++;
  }
  while (path[end - 1] === '/') {
    end--;
  }
  return path.slice(start, end).split('/');
}

/** The parts of a path behind the API and its version, if it is the path of a resource. */
function resourceParts(
  parts: readonly string[],
):
  | { readonly apiGroup: string; readonly apiVersion: string; readonly rest: readonly string[] }
  | undefined {
  const [prefix, second = '', third = ''] = parts;
  if (prefix === 'api' && parts.length >= 3) {
    return { apiGroup: '', apiVersion: second, rest: parts.slice(2) };
  }
  if (prefix === 'apis' && parts.length >= 4) {
    return { apiGroup: second, apiVersion: third, rest: parts.slice(3) };
  }
  return undefined;
}

/** Namespaces are resources of their own, with these two subresources. */
function takeNamespace(parts: readonly string[]): {
  readonly namespace: string;
  readonly rest: readonly string[];
} {
  if (parts[0] !== 'namespaces' || parts.length < 2) {
    return { namespace: '', rest: parts };
  }
  const namespace = parts[1] as string;
  const isNamespaceItself = parts.length === 2 || parts[2] === 'status' || parts[2] === 'finalize';
  return { namespace, rest: isNamespaceItself ? parts : parts.slice(2) };
}

function resourceInfo(
  path: string,
  query: Query,
  method: string,
  { apiGroup, apiVersion, rest }: NonNullable<ReturnType<typeof resourceParts>>,
): RequestInfo {
  const isVerbInPath = rest[0] === 'proxy' || rest[0] === 'watch';
  if (isVerbInPath && rest.length < 2) {
    const message = `expected a resource after ${rest[0]}, found the end of the path`;
    throw new ApfError({ code: 'MISSING_RESOURCE', message, input: path });
  }
  const located = takeNamespace(isVerbInPath ? rest.slice(1) : rest);
  const [resource = '', ownName = '', third = ''] = located.rest;
  const ownVerb = isVerbInPath ? (rest[0] as string) : (VERBS.get(method) ?? '');
  const subresource = ownVerb === 'proxy' ? '' : third;
  const listed =
    ownName === '' && ownVerb === 'get' ? listVerb(query) : { verb: ownVerb, name: ownName };
  const verb = listed.name === '' && listed.verb === 'delete' ? 'deletecollection' : listed.verb;
  const hasSelectors = !isVerbInPath && /^(list|watch|deletecollection)$/.test(verb);
  return {
    isResourceRequest: true,
    path,
    verb,
    apiGroup,
    apiVersion,
    namespace: located.namespace,
    resource,
    subresource,
    name: listed.name,
    fieldSelector: hasSelectors ? (first(query, 'fieldSelector') ?? '') : '',
    labelSelector: hasSelectors ? (first(query, 'labelSelector') ?? '') : '',
  };
}

/**
 * Reads method and URL of a request as the API server does.
 *
 * @param method - as in the request line, in upper case
 * @param url - as in the request line: the path with its query, or all of a URL
 * @param user - who sends it
 * @returns what {@link classify} and {@link ApfController} take
 * @throws {@link ApfError} `INVALID_URL` if it is no URL
 * @throws {@link ApfError} `MISSING_RESOURCE` if the path ends after one of the old prefixes `watch` and `proxy`
 *
 * @example
 * ```ts
 * import { requestFromUrl } from '@kubesem/apf';
 *
 * const user = { name: 'jane', groups: ['system:authenticated'] };
 * const { requestInfo } = requestFromUrl('GET', '/apis/apps/v1/namespaces/prod/deployments?watch=1', user);
 * requestInfo.verb // => 'watch'
 * requestInfo.resource // => 'deployments'
 * requestInfo.namespace // => 'prod'
 * requestFromUrl('GET', '/healthz', user).requestInfo.isResourceRequest // => false
 * requestFromUrl('GET', 'healthz', user) // throws INVALID_URL
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/endpoints/request` v0.37.1 (`NewRequestInfo`).
 */
export function requestFromUrl(method: string, url: string, user: RequestUser): RequestDigest {
  const parsed = parseRequestUrl(url);
  if (parsed === undefined) {
    const message =
      'expected a URL, or a path that begins with a slash and has its escapes in order';
    throw new ApfError({ code: 'INVALID_URL', message, input: url });
  }
  const { path, query } = parsed;
  const found = resourceParts(pathParts(path));
  const requestInfo =
    found === undefined
      ? { isResourceRequest: false, path, verb: method.toLowerCase() }
      : resourceInfo(path, query, method, found);
  return { requestInfo, user };
}

const LONG_RUNNING_VERBS = /^(?:watch|proxy)$/;
const LONG_RUNNING_SUBRESOURCES = /^(?:attach|exec|proxy|log|portforward)$/;

/**
 * Tells whether a request may run for long. Such requests are not subject to priority and fairness, but for watches,
 * which occupy their seats until they are initialised.
 *
 * @param info - what is asked
 * @returns whether it is long-running
 *
 * @example
 * ```ts
 * import { isLongRunning, requestFromUrl } from '@kubesem/apf';
 *
 * const { requestInfo } = requestFromUrl('GET', '/api/v1/namespaces/prod/pods/web/log?follow=1', { name: 'jane' });
 * isLongRunning(requestInfo) // => true
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/server/filters` v0.37.1 (`BasicLongRunningRequestCheck`), with the arguments of
 * kube-apiserver.
 */
export function isLongRunning(info: RequestInfo): boolean {
  if (LONG_RUNNING_VERBS.test(info.verb)) {
    return true;
  }
  if (info.isResourceRequest) {
    return LONG_RUNNING_SUBRESOURCES.test(info.subresource ?? '');
  }
  return info.path.startsWith('/debug/pprof/');
}
