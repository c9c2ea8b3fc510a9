/** Which requests a {@link Level} receives. A request matches if it matches every field that is set. */
export interface RouteMatch {
  /** Methods, such as `GET`; any if absent. `GET` includes `HEAD`. */
  readonly methods?: readonly RouteMethod[] | null | undefined;
  /** Paths, such as `/search` or `/api/*`; any if absent. `*` is allowed only at the end, after a slash. */
  readonly paths?: readonly string[] | null | undefined;
  /** Names of users; any if neither users nor groups are set. One of the users or groups must match. */
  readonly users?: readonly string[] | null | undefined;
  /** Groups of users, such as `system:authenticated`. */
  readonly groups?: readonly string[] | null | undefined;
}

/** A method that a {@link RouteMatch} can name. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A priority level of an application: a share of the seats, and the requests that use it.
 *
 * Requests use the first level that they match. The level without `match` receives all others, so there is exactly one.
 */
export interface Level {
  /** Name of the level: a DNS subdomain, such as `search`, other than `exempt` and `catch-all`. */
  readonly name: string;
  /**
   * Its requests; absent for the level that receives all other requests. A request matches a list if it matches one of
   * its entries.
   */
  readonly match?: RouteMatch | readonly RouteMatch[] | null | undefined;
  /** Share of the seats, from 1 to 1,000,000, compared with the other levels; 30 by default. */
  readonly shares?: number | null | undefined;
  /** Never limits the requests, such as those of health checks. Allows no other field but `match`. */
  readonly exempt?: boolean | null | undefined;
  /**
   * Number of queues, from 0 to 10,000,000; 64 by default. More queues separate flows better. With 0 queues, the level
   * rejects a request if no seat is free.
   */
  readonly queues?: number | null | undefined;
  /** Maximum number of requests in one queue; 50 by default. */
  readonly queueLengthLimit?: number | null | undefined;
  /**
   * Percentage of its seats that other levels can use while it does not need them, from 0 to 49; 49 by default. A level
   * that lends half of its seats could lend its only one.
   */
  readonly lendablePercent?: number | null | undefined;
}

/** The levels of an application after their checks: absent fields have their defaults. */
export interface CheckedLevel {
  readonly name: string;
  /** Undefined for all other requests. */
  readonly match: readonly RouteMatch[] | undefined;
  readonly matchIsList: boolean;
  readonly shares: number;
  readonly exempt: boolean;
  readonly queues: number;
  readonly queueLengthLimit: number;
  readonly lendablePercent: number;
}

/** FlowSchemas name verbs of the Kubernetes API, also for paths that are not resources. */
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
