// Each check reports every field of the wrong JSON type, whether or not a rule reads it: the API server decodes them all.
import { validateFlowSchema, validatePriorityLevel } from '@kubesem/apf';
import type { FieldProblem } from '@kubesem/core';
import { validateLabelSelector } from '@kubesem/selectors';
import { validateConfigMap, validatePod, validateSecret } from '@kubesem/validation';
import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
import { validateService } from '@kubesem/validation/service';
import { expect, test } from 'vitest';

type Check = (object: never) => readonly { readonly code: string }[];
type Path = readonly (string | number)[];

const metadata = {
  ...{ name: 'web', generateName: 'web-', namespace: 'shop', uid: 'u' },
  labels: { a: 'b' },
  annotations: { a: 'b', 'kubernetes.io/service-account.name': 'x' },
  finalizers: ['a/b'],
  ownerReferences: [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      name: 'x',
      uid: 'u',
      controller: true,
      blockOwnerDeletion: true,
    },
  ],
};
const conditions = [{ type: 'A', status: 'True', reason: 'R', message: 'm' }];

const OBJECTS: readonly (readonly [string, Check, object])[] = [
  [
    'ConfigMap',
    validateConfigMap,
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      immutable: true,
      data: { a: 'b' },
      binaryData: { c: 'YQ==' },
    },
  ],
  [
    'Secret',
    validateSecret,
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: 'kubernetes.io/service-account-token',
      immutable: true,
      data: { c: 'YQ==' },
      stringData: { a: 'b' },
    },
  ],
  [
    'Service',
    validateService,
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: {
        type: 'LoadBalancer',
        selector: { a: 'b' },
        clusterIP: '10.96.0.1',
        clusterIPs: ['10.96.0.1'],
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        ports: [
          {
            name: 'a',
            port: 80,
            targetPort: 80,
            nodePort: 30000,
            protocol: 'TCP',
            appProtocol: 'http',
          },
        ],
        externalIPs: ['1.2.3.4'],
        externalName: '',
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
        externalTrafficPolicy: 'Local',
        internalTrafficPolicy: 'Cluster',
        healthCheckNodePort: 30001,
        loadBalancerIP: '1.2.3.4',
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        allocateLoadBalancerNodePorts: true,
        loadBalancerClass: 'a/b',
        publishNotReadyAddresses: true,
        trafficDistribution: 'PreferClose',
      },
      status: {
        loadBalancer: {
          ingress: [
            {
              ip: '1.2.3.4',
              hostname: 'h',
              ipMode: 'VIP',
              ports: [{ port: 80, protocol: 'TCP', error: 'x' }],
            },
          ],
        },
        conditions,
      },
    },
  ],
  [
    'EndpointSlice',
    validateEndpointSlice,
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata,
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.0.0.1'],
          conditions: { ready: true, serving: true, terminating: false },
          hostname: 'h',
          nodeName: 'n',
          zone: 'z',
          hints: { forZones: [{ name: 'z' }], forNodes: [{ name: 'n' }] },
          targetRef: {
            kind: 'Pod',
            namespace: 'shop',
            name: 'p',
            uid: 'u',
            apiVersion: 'v1',
            resourceVersion: '1',
            fieldPath: 'x',
          },
          deprecatedTopology: { a: 'b' },
        },
      ],
      ports: [{ name: 'a', port: 80, protocol: 'TCP', appProtocol: 'http' }],
    },
  ],
  [
    'FlowSchema',
    validateFlowSchema,
    {
      metadata: { name: 'x', labels: { a: 'b' } },
      spec: {
        priorityLevelConfiguration: { name: 'x' },
        matchingPrecedence: 5,
        distinguisherMethod: { type: 'ByUser' },
        rules: [
          {
            subjects: [
              { kind: 'User', user: { name: 'x' } },
              { kind: 'Group', group: { name: 'x' } },
              { kind: 'ServiceAccount', serviceAccount: { name: 'x', namespace: 'y' } },
            ],
            resourceRules: [
              {
                verbs: ['get'],
                apiGroups: [''],
                resources: ['pods'],
                clusterScope: true,
                namespaces: ['*'],
              },
            ],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
          },
        ],
      },
      status: { conditions },
    },
  ],
  [
    'PriorityLevelConfiguration',
    validatePriorityLevel,
    {
      metadata: { name: 'x' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 5,
          lendablePercent: 5,
          borrowingLimitPercent: 5,
          limitResponse: {
            type: 'Queue',
            queuing: { queues: 8, handSize: 2, queueLengthLimit: 5 },
          },
        },
      },
      status: { conditions },
    },
  ],
  [
    'PriorityLevelConfiguration of type Exempt',
    validatePriorityLevel,
    {
      metadata: { name: 'exempt' },
      spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    },
  ],
  [
    'LabelSelector',
    validateLabelSelector,
    { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
  ],
];

/** The paths of all values in an object. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) {
    yield path;
  }
  for (const [key, inner] of typeof value === 'object' ? Object.entries(value ?? {}) : []) {
    yield* pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** A copy with a value of another type at a path. */
function spoilt(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) {
    return typeof value === 'string' ? 7 : typeof value === 'number' ? { a: 1 } : 'text';
  }
  const inner = spoilt((value as { readonly [key: string | number]: unknown })[first], rest);
  return Array.isArray(value)
    ? value.map((entry: unknown, index) => (index === first ? inner : entry))
    : { ...(value as object), [first]: inner };
}

const hasWrongType = (check: Check, object: unknown) =>
  check(object as never).some(({ code }) => code === 'INVALID_TYPE');

test.each(OBJECTS)('%s: the type of each field is checked', (_, check, object) => {
  expect(hasWrongType(check, object)).toBe(false);
  const paths = [...pathsIn(object)].filter((path) => path.at(-1) !== 'targetPort');
  const missed = paths.filter((path) => !hasWrongType(check, spoilt(object, path)));
  expect(missed.map((path) => path.join('.'))).toEqual([]);
});

/** A copy with a value at a path. */
function withValue(value: unknown, [first, ...rest]: Path, by: number): unknown {
  if (first === undefined) {
    return by;
  }
  const inner = withValue((value as { readonly [key: string]: unknown })[first], rest, by);
  return Array.isArray(value)
    ? value.map((entry: unknown, index) => (index === first ? inner : entry))
    : { ...(value as object), [first]: inner };
}

test.each(OBJECTS)(
  '%s: a message has the exact digits of a bound and of a number',
  (_, check, object) => {
    for (const number of [2 ** 63, -(2 ** 64), 1e20 + 2 ** 20]) {
      const exact = ['9223372036854775807', '9223372036854775808', `${BigInt(Math.abs(number))}`];
      for (const path of pathsIn(object)) {
        const problems = check(withValue(object, path, number) as never) as readonly FieldProblem[];
        const digits = problems.flatMap(({ message, value }) =>
          `${message} ${value}`.match(/\d{16,}/g),
        );
        expect(digits.filter((each) => each !== null && !exact.includes(each))).toEqual([]);
      }
    }
  },
);

test('a ConfigMap or Secret whose `immutable` is a text is rejected', () => {
  const object = { metadata: { name: 'web' }, immutable: 'yes' } as never;
  const problem = [expect.objectContaining({ code: 'INVALID_TYPE', segments: ['immutable'] })];
  expect(validateConfigMap(object)).toEqual(problem);
  expect(validateSecret(object)).toEqual(problem);
});

test.each<readonly [string, Check, object]>([
  [
    'containerName of a resourceFieldRef',
    validatePod,
    {
      env: [
        {
          name: 'A',
          valueFrom: { resourceFieldRef: { containerName: 7, resource: 'limits.cpu' } },
        },
      ],
    },
  ],
  ['command of a hook', validatePod, { lifecycle: { postStart: { exec: { command: [7] } } } }],
  [
    'exit code of a restart rule',
    validatePod,
    {
      restartPolicy: 'Never',
      restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: ['1'] } }],
    },
  ],
])('the %s has its type', (_, check, fields) => {
  const container = { name: 'app', image: 'app:1', ...fields };
  expect(hasWrongType(check, { spec: { containers: [container] } })).toBe(true);
});

test.each([
  { serviceAccountToken: { path: 'a', audience: 7 } },
  { clusterTrustBundle: { path: 'a', name: 'b', optional: 'yes' } },
])('the fields of a projected source have their types: %j', (source) => {
  const volumes = [{ name: 'v', projected: { sources: [source] } }];
  const containers = [{ name: 'app', image: 'app:1' }];
  expect(hasWrongType(validatePod, { spec: { containers, volumes } })).toBe(true);
});
