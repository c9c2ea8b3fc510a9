import type { JsonObject } from '../../harness/json.js';

const ITEMS = [
  { key: 'a', path: 'a' },
  { key: 'b', path: 'sub/b', mode: 0o400 },
];
const FIELDS = [
  { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
  { path: 'cpu', mode: 0o600, resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' } },
];
const VOLUMES: readonly JsonObject[] = [
  { configMap: { name: 'one' } },
  { configMap: { name: 'one', items: ITEMS, defaultMode: 0o600 } },
  { configMap: { name: 'one', items: [...ITEMS, { key: 'gone', path: 'x' }] } },
  { configMap: { name: 'one', items: [...ITEMS, { key: 'gone', path: 'x' }], optional: true } },
  { configMap: { name: 'missing' } },
  { configMap: { name: 'missing', optional: true } },
  { configMap: { name: 'one', items: [{ key: 'a', path: '../a' }] } },
  { configMap: { name: 'one', items: [{ key: 'a', path: 'sub' }, ITEMS[1] as JsonObject] } },
  { secret: { secretName: 'one' } },
  { secret: { secretName: 'one', items: [{ key: 'gone', path: 'x' }] } },
  { secret: { secretName: 'missing' } },
  { downwardAPI: { items: FIELDS } },
  { downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'status.podIP' } }] } },
  { projected: { sources: [{ configMap: { name: 'one' } }, { secret: { name: 'one' } }] } },
  {
    projected: {
      sources: [{ secret: { name: 'one' } }, { configMap: { name: 'one', items: ITEMS } }],
    },
  },
  { projected: { sources: [{ secret: { name: 'missing' } }, { configMap: { name: 'missing' } }] } },
  {
    projected: {
      sources: [{ serviceAccountToken: { path: 'token' } }, { downwardAPI: { items: FIELDS } }],
    },
  },
  { projected: { sources: [{ clusterTrustBundle: { path: 'ca' } }], defaultMode: 0o444 } },
  {
    projected: { sources: [{ podCertificate: { keyPath: 'key', certificateChainPath: 'chain' } }] },
  },
];
const MOUNTS: readonly (readonly JsonObject[])[] = [
  [{ name: 'files', mountPath: '/etc/x' }],
  [
    { name: 'files', mountPath: '/etc/x' },
    { name: 'other', mountPath: '/etc/x/sub' },
  ],
  [
    { name: 'files', mountPath: '/etc/x', subPath: 'a' },
    { name: 'files', mountPath: '/etc/y', subPath: 'new' },
  ],
];

/** Each kind of volume, mounted in several ways, with and without a group. */
export const VOLUME_EXAMPLES: readonly JsonObject[] = VOLUMES.flatMap((volume, index) =>
  MOUNTS.map((volumeMounts, at) => ({
    pod: {
      metadata: { namespace: 'shop', name: 'web', uid: '1', labels: { app: 'a "b"' } },
      spec: {
        ...((index + at) % 2 === 0 && { securityContext: { fsGroup: 2000, runAsUser: 1000 } }),
        containers: [{ name: 'app', resources: { limits: { cpu: '1500m' } }, volumeMounts }],
        volumes: [
          { name: 'files', ...volume },
          { name: 'other', emptyDir: {} },
        ],
      },
    },
    volume: 'files',
    configMaps: [
      {
        metadata: { namespace: 'shop', name: 'one' },
        data: { a: 'text', b: 'é' },
        binaryData: { c: '/w==' },
      },
    ],
    secrets: [{ metadata: { namespace: 'shop', name: 'one' }, data: { a: 'c2VjcmV0', b: '/w==' } }],
    node: { status: { allocatable: { cpu: '4', memory: '8Gi' } } },
  })),
);
