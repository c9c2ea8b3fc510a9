import { type FlowSchema, type FlowSchemaSubject } from '@kubesem/core';
import { objectsOf, textOf } from '@kubesem/core/internal';
import {
  CATCH_ALL,
  type Classification,
  classificationBy,
  inMatchingOrder,
  matchesEveryPath,
  matchesFlowSchema,
  nameOf,
  SERVICE_ACCOUNT_PREFIX,
} from './classify.js';
import type { RequestDigest } from './digest.js';

const NO_PLACES: readonly number[] = [];

/** A key for the users whom a subject may match; undefined if it may match anybody. */
function keyOf({ kind, user, group, serviceAccount }: FlowSchemaSubject): string | undefined {
  if (kind === 'ServiceAccount') {
    const namespace = textOf(serviceAccount?.namespace);
    return namespace.includes(':') ? undefined : SERVICE_ACCOUNT_PREFIX + namespace;
  }
  const name = (kind === 'User' ? user : group)?.name || '';
  return name === '*' ? undefined : name;
}

/**
 * Indexes FlowSchemas by their subjects, so a request is compared only with those that may match its user.
 *
 * @param ordered - the result of {@link inMatchingOrder}
 * @returns finds the first FlowSchema that matches, or else the one named `catch-all`
 */
export function flowSchemaFinder(
  ordered: readonly FlowSchema[],
): (request: RequestDigest) => FlowSchema | undefined {
  // One index for users, groups and namespaces: a shared name only costs one comparison more.
  const places = new Map<string | undefined, number[]>();
  ordered.forEach(({ spec }, place) => {
    for (const { subjects } of objectsOf(spec?.rules)) {
      for (const subject of objectsOf(subjects)) {
        const key = keyOf(subject);
        const known = places.get(key);
        if (known === undefined) {
          places.set(key, [place]);
        } else if (known[known.length - 1] !== place) {
          known.push(place);
        }
      }
    }
  });
  // Applications often have one FlowSchema for most of their paths, with which no request needs to be compared.
  const isForEveryPath = ordered.map(matchesEveryPath);
  const fallback = ordered.find((schema) => nameOf(schema) === CATCH_ALL);
  /** The first place of a FlowSchema of this key that matches, if it is before another place. */
  const search = (request: RequestDigest, key: string | undefined, before: number): number => {
    for (const place of places.get(key) || NO_PLACES) {
      if (place >= before) {
        break;
      }
      if (
        (isForEveryPath[place] && !request.requestInfo.isResourceRequest) ||
        matchesFlowSchema(request, ordered[place] as FlowSchema)
      ) {
        return place;
      }
    }
    return before;
  };
  return (request) => {
    const { name, groups = [] } = request.user;
    let first = search(request, name, ordered.length);
    if (name.startsWith(SERVICE_ACCOUNT_PREFIX)) {
      const namespace = name.slice(0, name.indexOf(':', SERVICE_ACCOUNT_PREFIX.length));
      first = search(request, namespace, first);
    }
    // FlowSchemas for everybody come last in most configurations, and are rarely compared then.
    for (const group of groups) {
      first = search(request, group, first);
    }
    return ordered[search(request, undefined, first)] || fallback;
  };
}

/**
 * Prepares FlowSchemas to classify many requests, faster than {@link classifyRequest}.
 *
 * A field of the wrong type counts as absent.
 *
 * @param flowSchemas - the FlowSchemas, as stored, in any order; do not change them afterwards
 * @returns a function that returns what `classifyRequest` returns for a request
 *
 * @example
 * ```ts
 * import { MANDATORY_FLOW_SCHEMAS, requestClassifier, requestFromUrl, SUGGESTED_FLOW_SCHEMAS } from '@kubesem/apf';
 *
 * const classifyRequest = requestClassifier([...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS]);
 * const user = { name: 'system:serviceaccount:ci:runner', groups: ['system:serviceaccounts'] };
 * classifyRequest(requestFromUrl('GET', '/api/v1/pods', user))?.priorityLevel // => 'workload-low'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `startRequest`.
 */
export function requestClassifier(
  flowSchemas: Iterable<FlowSchema>,
): (request: RequestDigest) => Classification | undefined {
  const find = flowSchemaFinder(inMatchingOrder(flowSchemas));
  return (request) => classificationBy(find(request), request);
}
