// Every field that is read of a node and of the Pods on it.
import { FieldError, formatFieldPath } from '@kubesem/core';
import { allocateNodes, explainNodeAllocation, nodeAllocation } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';

/** Where something stands in an object. */
type Path = readonly (string | number)[];

/** The places of all values in an object. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) {
    return [path];
  }
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = keys.flatMap((key) => places((value as never)[key], [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy in which `true`, which nothing here may be, stands at a place. */
function broken(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) {
    return true;
  }
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as never as { [key: string]: unknown })[key] = broken((value as never)[key], rest);
  return copy;
}

const resources = {
  requests: { cpu: '1', memory: '2Gi', 'ephemeral-storage': '3Gi' },
  limits: { cpu: '4', memory: '5Gi', 'ephemeral-storage': '6Gi' },
};

const pod = {
  metadata: { name: 'web', namespace: 'shop' },
  spec: { nodeName: 'n1', containers: [] },
  status: { phase: 'Running' },
};

const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '30' }, capacity: {} } };

/** An object, each of whose fields is broken in turn; what reads it; which fields must be rejected; and the path before them. */
const readers: readonly (readonly [string, object, (value: never) => unknown, RegExp, string])[] = [
  [
    'a Pod on a node',
    pod,
    (value) => explainNodeAllocation(node, [value]),
    /^(metadata|status|spec\.nodeName|spec\.containers)/,
    '',
  ],
  [
    'a node',
    node,
    (value) => explainNodeAllocation(value, []),
    /^(metadata|status\.allocatable)/,
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
    return (error as FieldError).problem.path;
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

/** An object with a field that fails the first time. */
function failing(field: string, thrown: Error): never {
  let isFirst = true;
  const get = () => {
    if (isFirst) {
      isFirst = false;
      throw thrown;
    }
    return undefined;
  };
  return Object.defineProperty({}, field, { enumerable: true, get }) as never;
}

test.each<[string, (thrown: Error) => unknown]>([
  [
    'nodeAllocation',
    (thrown) => {
      const containers = [{ resources: failing('requests', thrown) }];
      return nodeAllocation({ metadata: { name: 'n1' } }, [
        { spec: { nodeName: 'n1', containers } },
      ]);
    },
  ],
  ['allocateNodes', (thrown) => allocateNodes([failing('metadata', thrown)], [])],
])('%s passes on what an object itself throws', (_, read) => {
  const thrown = new Error('from a getter');
  expect(() => read(thrown)).toThrow(thrown);
});
