import type { RouteMethod } from './level.js';

/** FlowSchemas name verbs of the Kubernetes API, also for paths that are no resources. */
const VERBS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map<RouteMethod | 'HEAD', string>([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** The methods that a level can name. */
export const ROUTE_METHODS: readonly RouteMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Returns the verb by which FlowSchemas match a method.
 *
 * @param method - the method, in upper case
 * @returns the verb of the Kubernetes API; for another method the method in lower case, which only `*` matches
 */
export function verbOf(method: string): string {
  return VERBS.get(method) ?? method.toLowerCase();
}
