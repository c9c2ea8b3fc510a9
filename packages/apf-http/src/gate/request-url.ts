import { type RequestInfo, requestFromUrl } from '@kubesem/apf';
import { pathFromUrl } from '@kubesem/apf/internal';
import { parseGoDuration } from '@kubesem/core/internal';
import { verbOf } from '../levels/level.js';
import type { Refusal } from './entry.js';
import { refuseResource, refuseUrl } from './refusals.js';

const NOBODY = { name: '' };
const NANOSECONDS_PER_MILLISECOND = 1e6;

/**
 * Reads what a request is for.
 *
 * @param method - method of the request
 * @param url - URL of the request
 * @param isKubernetes - whether paths name resources of the Kubernetes API
 * @returns what the request is for, or a rejection if the URL is broken
 */
export function infoOf(method: string, url: string, isKubernetes: boolean): RequestInfo | Refusal {
  if (!isKubernetes) {
    const path = pathFromUrl(url);
    return path === undefined
      ? refuseUrl()
      : { isResourceRequest: false, path, verb: verbOf(method) };
  }
  try {
    return requestFromUrl(method, url, NOBODY).requestInfo;
  } catch (error) {
    return (error as { code?: unknown }).code === 'MISSING_RESOURCE'
      ? refuseResource(url)
      : refuseUrl();
  }
}

/** How long a request may take, or why its parameter `timeout` is not a duration. */
export type RequestTimeout = number | { readonly problem: string };

/**
 * Reads the parameter `timeout` of a URL.
 *
 * @param value - the parameter; undefined and empty count as absent
 * @param maximumMs - timeout of requests without the parameter, and the longest one, in milliseconds
 * @returns milliseconds, or what is wrong with the parameter, in the words of the API server
 *
 * Source: `k8s.io/apiserver/pkg/endpoints/filters` v0.37.1, `withRequestDeadline` and `parseTimeout`.
 */
export function requestTimeoutMs(value: string | undefined, maximumMs: number): RequestTimeout {
  if (value === undefined || value === '') {
    return maximumMs;
  }
  const parsed = parseGoDuration(value);
  if (typeof parsed === 'string') {
    return { problem: `invalid timeout specified in the request URL - ${parsed}` };
  }
  const timeoutMs = Number(parsed) / NANOSECONDS_PER_MILLISECOND;
  return timeoutMs > 0 && timeoutMs < maximumMs ? timeoutMs : maximumMs;
}
