import { isLongRunning } from '@kubesem/apf';
import { attempt } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { infoOf, type Line, requestLine, requestLines } from './line.js';

const FIELDS = [
  ...['verb', 'path', 'apiGroup', 'apiVersion', 'namespace', 'resource', 'subresource', 'name'],
  ...['fieldSelector', 'labelSelector'],
] as const;

const requestInfo: Operation = {
  name: 'apf.requestInfo',
  program: 'apf',
  examples: requestLines,
  generate: requestLine,
  compare(input, theirs, comparison) {
    const ours = attempt(() => infoOf(input as unknown as Line));
    const codes: { [err: string]: string } = {
      URL: 'INVALID_URL',
      RequestInfo: 'MISSING_RESOURCE',
    };
    comparison.field('error', codes[theirs.err ?? ''], ours.code);
    if (theirs.out === undefined || ours.value === undefined) {
      return;
    }
    const { info, longRunning } = theirs.out as JsonObject;
    const { isResourceRequest } = info as JsonObject;
    const mine = ours.value as unknown as { [field: string]: string | undefined };
    comparison.field('isResourceRequest', isResourceRequest, ours.value.isResourceRequest);
    for (const field of FIELDS) {
      // Go also reports a group for some non-resource paths.
      const isRead = isResourceRequest || field === 'verb' || field === 'path';
      comparison.field(field, isRead ? ((info as JsonObject)[field] ?? '') : '', mine[field] ?? '');
    }
    comparison.field('longRunning', longRunning, isLongRunning(ours.value));
  },
  trim(out) {
    const { info, longRunning } = out as { [field: string]: Json };
    const said = Object.entries(info as JsonObject).filter(
      ([field, value]) => value !== '' && field !== 'parts' && field !== 'apiPrefix',
    );
    return { info: Object.fromEntries(said), longRunning } as Json;
  },
  kind(_, { err, out }) {
    const { info, longRunning } = (out ?? {}) as { [field: string]: Json };
    const { verb, isResourceRequest, subresource, name } = (info ?? {}) as JsonObject;
    return `${err},${isResourceRequest},${verb},${subresource},${name !== ''},${longRunning}`;
  },
};

/** What the API server reads from a request line. */
export const requestInfoOperations: readonly Operation[] = [requestInfo];
