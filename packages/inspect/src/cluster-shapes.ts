import { type FieldPathSegment, fieldPath } from '@kubesem/core';
import { isJSONObject, type JSONValue } from './json-value.js';

/** What the fields of an object must be, as far as DNS looks at them; a list holds the shape of its items. */
type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | readonly [Shape]
  | { readonly [field: string]: Shape };

const METADATA: Shape = {
  name: 'string',
  namespace: 'string',
  uid: 'string',
  labels: { 'kubernetes.io/service-name': 'string' },
};

/** Source: `k8s.io/api/core/v1` and `k8s.io/api/discovery/v1` v0.37.1. */
const SHAPES: { readonly [kind: string]: Shape | undefined } = {
  Service: {
    metadata: METADATA,
    spec: {
      type: 'string',
      clusterIP: 'string',
      clusterIPs: ['string'],
      externalName: 'string',
      ports: [{ name: 'string', protocol: 'string', port: 'number' }],
      selector: {},
    },
  },
  EndpointSlice: {
    metadata: METADATA,
    endpoints: [
      {
        addresses: ['string'],
        conditions: { ready: 'boolean' },
        hostname: 'string',
        targetRef: { name: 'string' },
      },
    ],
    ports: [{ name: 'string', protocol: 'string', port: 'number' }],
  },
  Pod: {
    metadata: METADATA,
    spec: { hostNetwork: 'boolean', dnsPolicy: 'string', dnsConfig: {} },
    status: { phase: 'string', podIP: 'string', podIPs: [{ ip: 'string' }] },
  },
  Namespace: { metadata: METADATA },
};

/** A field that holds another JSON type than DNS can work with. */
export interface WrongField {
  /** Where it stands. */
  readonly path: readonly FieldPathSegment[];
  /** What is wrong with it, for people. */
  readonly message: string;
}

/** The first field of a Service, EndpointSlice, Pod or Namespace that holds another JSON type than it should. */
export function findWrongField(kind: string, object: JSONValue): WrongField | undefined {
  const shape = SHAPES[kind];
  return shape === undefined ? undefined : wrongIn(object, shape, []);
}

function wrongIn(
  value: JSONValue | undefined,
  shape: Shape,
  path: readonly FieldPathSegment[],
): WrongField | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const wrong = (expected: string) => ({
    path,
    message: `${fieldPath(...path)}: expected ${expected}`,
  });
  if (typeof shape === 'string') {
    return typeof value === shape ? undefined : wrong(`a ${shape}`);
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) {
      return wrong('a list');
    }
    return firstOf(value.entries(), ([index, item]) =>
      item === null
        ? { path: [...path, index], message: `${fieldPath(...path, index)}: expected a value` }
        : wrongIn(item, shape[0], [...path, index]),
    );
  }
  if (!isJSONObject(value)) {
    return wrong('an object');
  }
  return firstOf(Object.entries(shape), ([field, inner]) =>
    wrongIn(Object.prototype.hasOwnProperty.call(value, field) ? value[field] : undefined, inner, [
      ...path,
      field,
    ]),
  );
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function firstOf<T>(
  items: Iterable<T>,
  find: (item: T) => WrongField | undefined,
): WrongField | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
