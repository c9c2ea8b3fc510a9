import { pathFromUrl, type RequestInfo, requestFromUrl } from '@kubesem/apf';
import { verbOf } from '../levels/verbs.js';
import type { Refusal } from './entry.js';
import { refuseResource, refuseUrl } from './refusals.js';

const NOBODY = { name: '' };

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
