// The fields of an EndpointSlice as Go reads them. Fields that are pointers in Go can be undefined.
import {
  compareUtf8,
  type Endpoint,
  type EndpointSlice,
  type Fields,
  fields,
  type ObjectReference,
  THROW,
} from '@kubesem/core';

/** One endpoint, with all its fields: two are equal in Go exactly if their JSON is. */
export interface EndpointFields {
  readonly addresses: readonly string[];
  /** `ready`, `serving` and `terminating`. */
  readonly conditions: readonly (boolean | undefined)[];
  readonly hostname: string | undefined;
  /** The texts of {@link REFERENCE_FIELDS}; undefined without a reference. */
  readonly targetRef: readonly string[] | undefined;
  /** Names and values, in the order of the names. */
  readonly deprecatedTopology: readonly (readonly [string, string])[];
  readonly nodeName: string | undefined;
  readonly zone: string | undefined;
  /** Names of zones and nodes; undefined without hints. */
  readonly hints: { readonly forZones: string[]; readonly forNodes: string[] } | undefined;
}

const REFERENCE_FIELDS = [
  ...(['kind', 'namespace', 'name', 'uid'] as const),
  ...(['apiVersion', 'resourceVersion', 'fieldPath'] as const),
];

/** What is in a slice. */
export interface SliceFields {
  readonly name: string;
  readonly generateName: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly addressType: string;
  readonly endpoints: readonly EndpointFields[];
  readonly ports: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly appProtocol: string | undefined;
  }[];
}

/** Reads an EndpointSlice. A field of the wrong type throws. */
export function readSlice(slice: EndpointSlice): SliceFields {
  const object = fields(slice, THROW);
  const metadata = object.at('metadata');
  return {
    name: metadata.text('name'),
    generateName: metadata.text('generateName'),
    labels: metadata.map('labels'),
    addressType: object.text('addressType'),
    endpoints: object.each('endpoints', readEndpoint),
    ports: object.each('ports', (port) => {
      port.integer('port');
      return {
        name: port.text('name'),
        protocol: port.optionalText('protocol') ?? 'TCP',
        appProtocol: port.optionalText('appProtocol'),
      };
    }),
  };
}

function readEndpoint(endpoint: Fields<Endpoint>): EndpointFields {
  const conditions = endpoint.at('conditions');
  const topology = endpoint.map('deprecatedTopology');
  const hints = endpoint.at('hints');
  return {
    addresses: endpoint.texts('addresses'),
    conditions: [
      conditions.flag('ready'),
      conditions.flag('serving'),
      conditions.flag('terminating'),
    ],
    hostname: endpoint.optionalText('hostname'),
    targetRef: readReference(endpoint.at('targetRef')),
    deprecatedTopology: [...topology].sort(([a], [b]) => compareUtf8(a, b)),
    nodeName: endpoint.optionalText('nodeName'),
    zone: endpoint.optionalText('zone'),
    hints: hints.isPresent
      ? {
          forZones: hints.each('forZones', (zone) => zone.text('name')),
          forNodes: hints.each('forNodes', (node) => node.text('name')),
        }
      : undefined,
  };
}

/** Reads the texts of {@link REFERENCE_FIELDS}. */
export function readReference(reference: Fields<ObjectReference>): readonly string[] | undefined {
  return reference.isPresent ? REFERENCE_FIELDS.map((field) => reference.text(field)) : undefined;
}
