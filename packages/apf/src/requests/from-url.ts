// Source: `k8s.io/apiserver/pkg/endpoints/request` v0.37.1, `RequestInfoFactory` with the arguments of kube-apiserver.

import { fieldProblem, raise } from '@kubesem/core/internal';
import {
  requiredFieldValue,
  safeParseFieldSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
import type { RequestDigest, RequestInfo, RequestUser } from './digest.js';
import { areNumbersReadable, first, isFlagSet, parseRequestUrl, type Query } from './url.js';

const VERBS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** The name that the field selector of a list requires; empty if there is none, or if an option is unreadable. */
function selectedName(query: Query): string {
  const { value: requirements } = safeParseFieldSelector(first(query, 'fieldSelector') ?? '');
  const areReadable =
    areNumbersReadable(query) && safeParseLabelSelector(first(query, 'labelSelector') ?? '').ok;
  const name = areReadable ? (requiredFieldValue(requirements ?? [], 'metadata.name') ?? '') : '';
  const isPathSegment = name !== '.' && name !== '..' && !/[/%]/.test(name);
  return isPathSegment ? name : '';
}

/** Strips the slashes around a path and splits it. */
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

interface ResourceParts {
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly rest: readonly string[];
}

/** The parts of the path of a resource; undefined for any other path. */
function resourceParts(parts: readonly string[]): ResourceParts | undefined {
  const [prefix, second = '', third = ''] = parts;
  if (prefix === 'api' && parts.length >= 3) {
    return { apiGroup: '', apiVersion: second, rest: parts.slice(2) };
  }
  if (prefix === 'apis' && parts.length >= 4) {
    return { apiGroup: second, apiVersion: third, rest: parts.slice(3) };
  }
  return undefined;
}

interface Located {
  readonly namespace: string;
  readonly rest: readonly string[];
}

/** Separates the namespace from the rest. A namespace is a resource itself, with these two subresources. */
function locate(parts: readonly string[]): Located {
  if (parts[0] !== 'namespaces' || parts.length < 2) {
    return { namespace: '', rest: parts };
  }
  const namespace = parts[1] as string;
  const isNamespaceItself = parts.length === 2 || parts[2] === 'status' || parts[2] === 'finalize';
  return { namespace, rest: isNamespaceItself ? parts : parts.slice(2) };
}

/** The verb and the name of a request: a GET without a name is a list or a watch. */
function verbAndName(verb: string, name: string, query: Query): readonly [string, string] {
  if (name !== '') {
    return [verb, name];
  }
  if (verb === 'get') {
    return [isFlagSet(first(query, 'watch')) ? 'watch' : 'list', selectedName(query)];
  }
  return [verb === 'delete' ? 'deletecollection' : verb, ''];
}

function resourceInfo(
  path: string,
  query: Query,
  method: string,
  { apiGroup, apiVersion, rest }: ResourceParts,
): RequestInfo {
  const isVerbInPath = rest[0] === 'proxy' || rest[0] === 'watch';
  if (isVerbInPath && rest.length < 2) {
    raise(urlProblem('MISSING_RESOURCE', path, `the path has no resource after ${rest[0]}`));
  }
  const located = locate(isVerbInPath ? rest.slice(1) : rest);
  const [resource = '', ownName = '', third = ''] = located.rest;
  const ownVerb = isVerbInPath ? (rest[0] as string) : (VERBS.get(method) ?? '');
  const [verb, name] = verbAndName(ownVerb, ownName, query);
  const hasSelectors = !isVerbInPath && /^(list|watch|deletecollection)$/.test(verb);
  return {
    isResourceRequest: true,
    path,
    verb,
    apiGroup,
    apiVersion,
    namespace: located.namespace,
    resource,
    subresource: ownVerb === 'proxy' ? '' : third,
    name,
    fieldSelector: hasSelectors ? (first(query, 'fieldSelector') ?? '') : '',
    labelSelector: hasSelectors ? (first(query, 'labelSelector') ?? '') : '',
  };
}

/**
 * Reads the method and URL of a request as the API server does.
 *
 * @param method - as in the request line, in upper case
 * @param url - as in the request line: the path with its query, or a whole URL
 * @param user - who sends the request
 * @returns the request for {@link classifyRequest} and {@link ApfController}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_URL` if the server cannot parse the URL
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `MISSING_RESOURCE` if the path ends after the deprecated
 *   prefix `watch` or `proxy`
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
 * Source: `k8s.io/apiserver/pkg/endpoints/request` v0.37.1, `NewRequestInfo`.
 */
export function requestFromUrl(method: string, url: string, user: RequestUser): RequestDigest {
  const parsed = parseRequestUrl(url);
  if (parsed === undefined) {
    const message = 'must be a URL, or a path that starts with / and has valid % escapes';
    return raise(urlProblem('INVALID_URL', url, message));
  }
  const { path, query } = parsed;
  const found = resourceParts(pathParts(path));
  const requestInfo =
    found === undefined
      ? { isResourceRequest: false, path, verb: method.toLowerCase() }
      : resourceInfo(path, query, method, found);
  return { requestInfo, user };
}

function urlProblem(code: 'INVALID_URL' | 'MISSING_RESOURCE', value: string, message: string) {
  return fieldProblem({ type: 'INVALID', code, path: undefined, value, message });
}
