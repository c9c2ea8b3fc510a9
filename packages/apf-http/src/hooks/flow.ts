import { pathFromUrl } from '@kubesem/apf/internal';
import { COUNT_OPTION } from '@kubesem/core/internal';
import { readLimit } from '../gate/invalid-limit.js';

/** Options of {@link pathFlow}. */
export interface PathFlowOptions {
  /** Number of segments of the path that make a flow, from 1; 1 by default. */
  readonly segments?: number | undefined;
}

/**
 * Makes the first segments of each path a flow, such as `/api/users` for `/api/users/7?full=1`.
 *
 * If your framework knows the route of a request before its handler runs, use that instead, such as
 * `(request) => request.routeOptions.url` in fastify.
 *
 * @param options - how many segments
 * @returns a hook, for `flow` in {@link GateOptions}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `segments` is not a whole number, 1 or
 *   more
 *
 * @example
 * ```ts
 * import { pathFlow } from '@kubesem/apf-http';
 *
 * pathFlow({ segments: 2 })({ url: '/api/users/7?full=1' }) // => '/api/users'
 * ```
 */
export function pathFlow({
  segments = 1,
}: PathFlowOptions = {}): (request: { readonly url?: string | undefined }) => string | undefined {
  readLimit('segments', segments, { ...COUNT_OPTION, min: 1 });
  return ({ url = '' }) =>
    pathFromUrl(url)
      ?.split('/')
      .slice(0, segments + 1)
      .join('/');
}
