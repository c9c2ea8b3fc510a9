// Every field that is read for the downward API.
import { FieldError, formatFieldPath } from '@kubesem/core';
import { resourceFieldValue } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { broken, places } from '../places.js';

const podToAsk = {
  spec: {
    containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }],
    resources: { limits: { cpu: '27' } },
  },
};

const selector = { containerName: 'app', resource: 'limits.cpu', divisor: '1m' };

const request = { ...selector, resource: 'requests.cpu' };

const nodeAllocatable = { cpu: '28', memory: '29Gi' };

/** An object, each of whose fields is broken in turn; what reads it; which fields must be rejected; and the path before them. */
const readers: readonly (readonly [string, object, (value: never) => unknown, RegExp, string])[] = [
  [
    'a Pod that is asked for a request',
    podToAsk,
    (value) => resourceFieldValue(value, request).value,
    /^spec\.containers(\[0\](\.(name|resources(\.requests(\.cpu)?)?))?)?$/,
    '',
  ],
  [
    'a Pod that is asked for a limit',
    podToAsk,
    (value) => resourceFieldValue(value, selector, { container: 'app' }).value,
    /^spec\.resources(\.limits(\.cpu)?)?$/,
    '',
  ],
  ['a selector', selector, (value) => resourceFieldValue(podToAsk, value).value, /./, ''],
  [
    'a node that is asked',
    { nodeAllocatable },
    (options) => resourceFieldValue(podToAsk, selector, options).value,
    /^nodeAllocatable(\.cpu)?$/,
    '',
  ],
];

/** The path of the field that cannot be read; undefined if nothing is wrong. */
function rejectedPath(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(FieldError);
    return formatFieldPath((error as FieldError).problem.segments);
  }
}

describe.each(readers)('%s', (_, value, read, mustReject, prefix) => {
  const fields = places(value).map((place) => [formatFieldPath(place), place] as const);

  test('can be read', () => {
    expect(rejectedPath(() => read(value as never))).toBeUndefined();
  });

  test.each(fields)('%s is named by its path if it cannot be read', (path, place) => {
    const rejected = rejectedPath(() => read(broken(value, place) as never));
    expect(rejected).toBe(
      rejected !== undefined || mustReject.test(path) ? prefix + path : undefined,
    );
  });
});
