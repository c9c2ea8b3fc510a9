import { createImageCredentials } from '@kubesem/inspect';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectFiles } from './inspect-files.js';

const junk = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(null, '', 'x', 0, -1, 1.5, true, '1Gi', 1e300) },
  fc.constantFrom([], {}, [null], [[]], { __proto__: null, a: 1 }, ['x'], { cpu: [] }),
);

/** Mostly valid values, sometimes anything else. */
const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary }, { weight: 1, arbitrary: junk });
const object = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  mostly(fc.record(fields, { requiredKeys: [] }));
const list = (arbitrary: fc.Arbitrary<unknown>) => mostly(fc.array(arbitrary, { maxLength: 3 }));

const name = mostly(fc.constantFrom('a', 'b', 'c', '__proto__'));
const resource = fc.constantFrom('cpu', 'memory', 'hugepages-2Mi', 'x.io/y', '__proto__', 'a]b.c[');
const amounts = mostly(
  fc.dictionary(resource, mostly(fc.constantFrom('1', '250m', 2, '1.5Gi', '1n'))),
);
const resources = object({ requests: amounts, limits: amounts });
const restartPolicy = mostly(fc.constant('Always'));
const image = mostly(fc.constantFrom('app', 'example.com/app:1', 'App', ''));
const imagePullPolicy = mostly(fc.constantFrom('Always', 'Never', ''));
const container = object({ name, image, imagePullPolicy, resources, restartPolicy });
const imagePullSecrets = list(object({ name }));
const volume = object({ name, image: object({ reference: image, pullPolicy: imagePullPolicy }) });
const status = object({ name, resources, allocatedResources: amounts });
const podSpec = object({
  containers: list(container),
  initContainers: list(container),
  ephemeralContainers: list(container),
  volumes: list(volume),
  imagePullSecrets,
  serviceAccountName: name,
  resources,
  overhead: amounts,
});
const metadata = object({
  name,
  namespace: name,
  uid: name,
  ownerReferences: list(object({ uid: name, controller: mostly(fc.boolean()) })),
});
const condition = object({ type: mostly(fc.constant('PodResizePending')), reason: name });
const podStatus = object({
  phase: name,
  qosClass: mostly(fc.constant('Burstable')),
  conditions: list(condition),
  containerStatuses: list(status),
  initContainerStatuses: list(status),
  resources,
  allocatedResources: amounts,
});
const number = mostly(fc.nat(5));
const pod = object({
  apiVersion: mostly(fc.constant('v1')),
  kind: mostly(fc.constant('Pod')),
  metadata,
  spec: podSpec,
  status: podStatus,
});
const workload = object({
  apiVersion: mostly(fc.constantFrom('apps/v1', 'batch/v1')),
  kind: mostly(fc.constantFrom('Deployment', 'DaemonSet', 'Job')),
  metadata,
  spec: object({
    replicas: number,
    parallelism: number,
    completions: number,
    suspend: mostly(fc.boolean()),
    template: object({ metadata, spec: podSpec }),
  }),
  status: object({ succeeded: number, conditions: list(condition) }),
});
const configuration = mostly(
  fc.constantFrom(
    'e30=',
    '{}',
    '{"auths":{"example.com":{"auth":"YTpi"}}}',
    'eyJhdXRocyI6eyJhIjp7fX19',
  ),
);
const registryData = mostly(
  fc.dictionary(fc.constantFrom('.dockerconfigjson', '.dockercfg', '__proto__'), configuration),
);
const secret = object({
  apiVersion: mostly(fc.constant('v1')),
  kind: mostly(fc.constantFrom('Secret', 'ServiceAccount')),
  metadata,
  type: mostly(fc.constantFrom('kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg')),
  data: registryData,
  stringData: registryData,
  imagePullSecrets,
});
const anything = fc.oneof(
  pod,
  secret,
  workload,
  object({
    apiVersion: mostly(fc.constant('v1')),
    kind: mostly(fc.constant('List')),
    items: list(pod),
  }),
);

test('any object: nothing is thrown, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 3 }), (values) => {
      const text = values.map((value) => `--- # next\n${JSON.stringify(value)}\n`).join('');
      const { objects, others, problems } = inspectFiles([{ name: 'a.yaml', text }], {
        explain: true,
        credentials: createImageCredentials(),
        dnsNames: {},
      });
      JSON.stringify(objects);
      for (const found of objects) {
        const errors = found.problems.filter(({ severity }) => severity === 'error');
        // What Kubernetes rejects can be computed, but not what cannot be read.
        const isUnreadable = errors.some(
          ({ apiServer, code }) => apiServer === undefined && code !== 'UNKNOWN_FIELD',
        );
        expect(found.pod === undefined).toBe(isUnreadable);
      }
      const documents = values.filter((value) => value !== null);
      const emptyLists = documents.filter((value) => JSON.stringify(value).includes('"items":'));
      const seen = objects.length + others.length + problems.length;
      expect(seen).toBeGreaterThanOrEqual(documents.length - emptyLists.length);
    }),
    { seed: 5, numRuns: 300 },
  );
}, 60_000);
