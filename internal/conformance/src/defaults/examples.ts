import type { Json, JsonObject } from '../harness/json.js';
import { KINDS } from './any-object.js';

const container = (more: JsonObject): JsonObject => ({ name: 'app', image: 'app:1.2', ...more });

/** Pod specs in which a default depends on another field. */
const POD_SPECS: readonly JsonObject[] = [
  { containers: [container({})] },
  { containers: [null, container({ ports: [null, { containerPort: 80 }] })], volumes: [null] },
  {
    hostNetwork: true,
    containers: [container({ ports: [{ containerPort: 80 }, { hostPort: 5 }] })],
  },
  { terminationGracePeriodSeconds: -5, serviceAccount: 'old' },
  { serviceAccountName: 'new', serviceAccount: 'old', securityContext: null },
  {
    containers: [container({ resources: { limits: { cpu: '0.0001', memory: '1024Mi' } } })],
    resources: { limits: { cpu: 2 } },
  },
  {
    volumes: [
      ...['iscsi', 'rbd', 'azureDisk', 'scaleIO', 'hostPath', 'secret', 'configMap', 'image'].map(
        (source) => ({ name: source, [source]: {} }),
      ),
      { name: 'claim', ephemeral: { volumeClaimTemplate: {} } },
      { name: 'projected', projected: { sources: [{ serviceAccountToken: {} }] } },
      { name: 'unknown', other: {} },
    ],
  },
];

const SPECS: { readonly [kind: string]: readonly Json[] } = {
  Deployment: [{ strategy: { type: 'Recreate', rollingUpdate: {} } }, { strategy: null }],
  StatefulSet: [{ updateStrategy: { type: 'RollingUpdate' } }, { updateStrategy: { type: '' } }],
  DaemonSet: [{ updateStrategy: { type: 'OnDelete', rollingUpdate: {} } }],
  Job: [{ completions: 3 }, { backoffLimitPerIndex: 0 }, { podFailurePolicy: { rules: [] } }],
  HorizontalPodAutoscaler: [{ behavior: {} }, { behavior: { scaleUp: { policies: [] } } }],
  LimitRange: [{ limits: [{ type: 'Container', max: { cpu: 1 }, min: { cpu: '0.00001' } }] }],
};

/** Objects of every kind without a field, and those in which a default depends on a field. */
export function* defaultsExamples(): Generator<Json> {
  const operation = 'CREATE';
  for (const type of KINDS) {
    const [apiVersion = '', kind = ''] = type.split(' ');
    yield { object: { apiVersion, kind }, operation };
    for (const spec of SPECS[kind] ?? []) {
      yield { object: { apiVersion, kind, metadata: { name: 'a' }, spec }, operation };
    }
  }
  const template = { metadata: { labels: { app: 'web' } } };
  for (const spec of POD_SPECS) {
    yield { object: { apiVersion: 'v1', kind: 'Pod', spec }, operation };
    yield { object: { apiVersion: 'v1', kind: 'Pod', spec }, operation: 'UPDATE' };
    for (const [apiVersion, kind] of [
      ['v1', 'ReplicationController'],
      ['batch/v1', 'Job'],
    ] as const) {
      const object = { apiVersion, kind, spec: { template: { ...template, spec } } };
      yield { object, operation };
    }
  }
}
