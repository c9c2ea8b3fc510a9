import type { ProbeAnswer } from './worker.js';

/** The last response to an HTTP probe. */
export interface HttpProbeResponse {
  /** Its status code. */
  readonly statusCode: number;
  /** How many redirects to the same host came before it; 0 by default. */
  readonly redirects?: number | undefined;
}

/** The kubelet sends this many requests for one probe. */
const MAX_REQUESTS = 10;

/**
 * Decides whether an HTTP probe succeeds: with a status code of 200 to 399, after fewer than 10 redirects.
 *
 * The kubelet follows redirects to the host of the probe only. A redirect to another host is the last response, and succeeds.
 *
 * @param response - the last response; it is not changed
 * @returns the result, for {@link ProbeWorker}
 *
 * @example
 * ```ts
 * import { httpProbeAnswer } from '@kubesem/lifecycle';
 *
 * httpProbeAnswer({ statusCode: 204 }) // => 'Success'
 * httpProbeAnswer({ statusCode: 503 }) // => 'Failure'
 * httpProbeAnswer({ statusCode: 302 }) // => 'Success'
 * httpProbeAnswer({ statusCode: 200, redirects: 10 }) // => 'Failure'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/probe/http` v1.37.1, `DoHTTPProbe` and `RedirectChecker`. (The documentation says that more than
 * 10 redirects are a success.)
 */
export function httpProbeAnswer({ statusCode, redirects = 0 }: HttpProbeResponse): ProbeAnswer {
  const isAnswered = redirects < MAX_REQUESTS;
  return isAnswered && statusCode >= 200 && statusCode < 400 ? 'Success' : 'Failure';
}
