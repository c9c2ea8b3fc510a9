import { type FieldPathSegment, fieldPath } from '@kubesem/core';
import { describeValue, isJSONObject, type JSONValue } from '@kubesem/manifests';

/** What the fields of an object must be, as far as anybody looks at them; a list holds the shape of its items. */
type Shape =
  | 'string'
  | 'number'
  | 'int32'
  | 'boolean'
  | readonly [Shape]
  | { readonly [field: string]: Shape };

const METADATA: Shape = {
  name: 'string',
  namespace: 'string',
  uid: 'string',
  labels: { 'kubernetes.io/service-name': 'string' },
};

const NAMED: Shape = { name: 'string' };

/** Source: `k8s.io/api/core/v1`, `k8s.io/api/discovery/v1` and `k8s.io/api/flowcontrol/v1` v0.37.1. */
const SHAPES: { readonly [kind: string]: Shape | undefined } = {
  Service: {
    metadata: METADATA,
    spec: {
      type: 'string',
      clusterIP: 'string',
      clusterIPs: ['string'],
      externalName: 'string',
      ports: [{ name: 'string', protocol: 'string', port: 'int32' }],
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
    ports: [{ name: 'string', protocol: 'string', port: 'int32' }],
  },
  Pod: {
    metadata: METADATA,
    spec: { hostNetwork: 'boolean', dnsPolicy: 'string', dnsConfig: {} },
    status: { phase: 'string', podIP: 'string', podIPs: [{ ip: 'string' }] },
  },
  Namespace: { metadata: METADATA },
  FlowSchema: {
    metadata: { ...METADATA, labels: {}, annotations: {}, generation: 'number' },
    spec: {
      priorityLevelConfiguration: NAMED,
      matchingPrecedence: 'int32',
      distinguisherMethod: { type: 'string' },
      rules: [
        {
          subjects: [
            {
              kind: 'string',
              user: NAMED,
              group: NAMED,
              serviceAccount: { namespace: 'string', name: 'string' },
            },
          ],
          resourceRules: [
            {
              verbs: ['string'],
              apiGroups: ['string'],
              resources: ['string'],
              clusterScope: 'boolean',
              namespaces: ['string'],
            },
          ],
          nonResourceRules: [{ verbs: ['string'], nonResourceURLs: ['string'] }],
        },
      ],
    },
  },
  PriorityLevelConfiguration: {
    metadata: { ...METADATA, labels: {}, annotations: {}, generation: 'number' },
    spec: {
      type: 'string',
      limited: {
        nominalConcurrencyShares: 'int32',
        assuredConcurrencyShares: 'int32',
        lendablePercent: 'int32',
        borrowingLimitPercent: 'int32',
        limitResponse: {
          type: 'string',
          queuing: { queues: 'int32', handSize: 'int32', queueLengthLimit: 'int32' },
        },
      },
      exempt: { nominalConcurrencyShares: 'int32', lendablePercent: 'int32' },
    },
  },
};

/** A field that holds another JSON type than can be worked with. */
export interface WrongField {
  /** Where it stands. */
  readonly path: readonly FieldPathSegment[];
  /** What is wrong with it, for people. */
  readonly message: string;
}

/** The first field of an object that holds another JSON type than it should; objects of other kinds are not looked at. */
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
    message: `${fieldPath(...path)}: expected ${expected}, found ${describeValue(value)}`,
  });
  if (shape === 'int32') {
    return value === ((value as number) | 0) ? undefined : wrong('a whole number of 32 bits');
  }
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
