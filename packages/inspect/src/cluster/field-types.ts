import { checkTypes, type FieldType, type ReportProblem } from '@kubesem/core';

const METADATA: FieldType = {
  name: 'string',
  namespace: 'string',
  uid: 'string',
  labels: { 'kubernetes.io/service-name': 'string' },
};

const NAMED: FieldType = { name: 'string' };
const ADDRESSES: FieldType = [
  {
    ip: 'string',
    hostname: 'string',
    nodeName: 'string',
    targetRef: { kind: 'string', namespace: 'string', name: 'string', uid: 'string' },
  },
];
const CONTAINERS: FieldType = [
  {
    name: 'string',
    restartPolicy: 'string',
    ports: [{ name: 'string', protocol: 'string', containerPort: 'int32' }],
  },
];

/**
 * The fields that the libraries for DNS, Services and Priority and Fairness read without checking their types.
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/discovery/v1` and `k8s.io/api/flowcontrol/v1` v0.37.1.
 */
const FIELD_TYPES: { readonly [kind: string]: FieldType | undefined } = {
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
    metadata: { ...METADATA, labels: 'strings' },
    addressType: 'string',
    endpoints: [
      {
        addresses: ['string'],
        conditions: { ready: 'boolean', serving: 'boolean', terminating: 'boolean' },
        hostname: 'string',
        nodeName: 'string',
        zone: 'string',
        hints: { forZones: [NAMED], forNodes: [NAMED] },
        targetRef: { namespace: 'string', name: 'string', uid: 'string' },
      },
    ],
    ports: [{ name: 'string', protocol: 'string', port: 'int32' }],
  },
  Endpoints: {
    metadata: { ...METADATA, labels: 'strings', annotations: 'strings' },
    subsets: [
      {
        addresses: ADDRESSES,
        notReadyAddresses: ADDRESSES,
        ports: [{ name: 'string', protocol: 'string', port: 'int32', appProtocol: 'string' }],
      },
    ],
  },
  Pod: {
    metadata: { ...METADATA, labels: 'strings' },
    spec: {
      hostNetwork: 'boolean',
      hostname: 'string',
      subdomain: 'string',
      nodeName: 'string',
      dnsPolicy: 'string',
      dnsConfig: {},
      containers: CONTAINERS,
      initContainers: CONTAINERS,
    },
    status: {
      phase: 'string',
      podIP: 'string',
      podIPs: [{ ip: 'string' }],
      conditions: [{ type: 'string', status: 'string' }],
    },
  },
  Node: { metadata: { ...METADATA, labels: 'strings' } },
  Namespace: { metadata: METADATA },
  FlowSchema: {
    metadata: { ...METADATA, labels: {}, annotations: {}, generation: 'integer' },
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
    metadata: { ...METADATA, labels: {}, annotations: {}, generation: 'integer' },
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

/**
 * Checks the JSON types of the fields of an object.
 *
 * @param kind - kind of the object; objects of unknown kinds are not checked
 * @param object - the object
 * @param report - receives fields of the wrong type
 */
export function checkFieldTypes(
  kind: string,
  object: unknown,
  report: ReportProblem<'INVALID_TYPE'>,
): void {
  const type = FIELD_TYPES[kind];
  if (type !== undefined) {
    checkTypes(object, type, undefined, report);
  }
}
