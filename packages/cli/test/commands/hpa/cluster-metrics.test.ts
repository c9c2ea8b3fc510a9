import { expect, test } from 'vitest';
import { apiServer, list, type Reply, refusal } from '../../support/api-server.js';
import { pod, workload } from '../../support/disruptions.js';
import { fileOf, kubesem } from '../../support/run.js';

const metric = { name: 'queue', selector: { matchLabels: { name: 'mail' } } };
const target = { type: 'Value', value: '10' };
const external = { type: 'External', external: { metric, target } };
const pods = {
  type: 'Pods',
  pods: { metric, target: { type: 'AverageValue', averageValue: '10' } },
};
const object = (kind: string, apiVersion: string) => ({
  type: 'Object',
  object: { metric, target, describedObject: { kind, apiVersion, name: 'main' } },
});
const web = {
  ...workload('Deployment', 'web', 1),
  spec: { replicas: 1, selector: { matchLabels: { app: 'web' } } },
};
const ready = {
  ...pod('web-1', {}),
  status: {
    phase: 'Running',
    startTime: '2026-01-01T00:00:00Z',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
  },
};
const CUSTOM = '/apis/custom.metrics.k8s.io';
const EXTERNAL = '/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue';
const value = { metricName: 'queue', metricLabels: { name: 'mail' }, value: '40' };
const of = (kind: string, name: string) => ({
  describedObject: { kind, namespace: 'shop', name },
  value: '40',
});

/** The answers of a cluster with metrics APIs. */
const REPLIES: { readonly [path: string]: Reply } = {
  [EXTERNAL]: list([value]),
  [CUSTOM]: [
    200,
    {
      preferredVersion: { groupVersion: 'custom.metrics.k8s.io/v1' },
      versions: [
        { groupVersion: 'custom.metrics.k8s.io/v1' },
        { groupVersion: 'custom.metrics.k8s.io/v1beta1' },
      ],
    },
  ],
  [`${CUSTOM}/v1beta1/namespaces/shop/pods/*/queue`]: list([
    { ...of('Pod', 'web-1'), metricName: 'queue' },
  ]),
  '/apis/networking.k8s.io': [
    200,
    {
      preferredVersion: { groupVersion: 'networking.k8s.io/v1' },
      versions: [
        { groupVersion: 'networking.k8s.io/v1' },
        { groupVersion: 'networking.k8s.io/v1beta1' },
      ],
    },
  ],
  '/apis/networking.k8s.io/v1': [
    200,
    {
      resources: [
        { name: 'ingresses/status', kind: 'Ingress' },
        { name: 'ingresses', kind: 'Ingress' },
      ],
    },
  ],
  [`${CUSTOM}/v1beta1/namespaces/shop/ingresses.networking.k8s.io/main/queue`]: list([
    { ...of('Ingress', 'main'), metricName: 'queue' },
  ]),
  [`${CUSTOM}/v1beta1/namespaces/shop/metrics/queue`]: list([
    { ...of('Namespace', 'shop'), metricName: 'queue' },
  ]),
};

async function run(
  spec: object | readonly object[],
  changed: { readonly [path: string]: Reply } = {},
  files: readonly string[] = [],
  format: readonly string[] = ['-o', 'json'],
) {
  const autoscaler = {
    metadata: { name: 'web', namespace: 'shop', uid: 'hpa' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 10,
      metrics: [spec].flat(),
    },
  };
  const lists: { readonly [path: string]: readonly object[] } = {
    '/apis/autoscaling/v2/horizontalpodautoscalers': [autoscaler],
    '/apis/apps/v1/deployments': [web],
    '/api/v1/pods': [ready],
  };
  const server = await apiServer((path) => {
    const reply = { ...REPLIES, ...changed }[path];
    return (
      reply ??
      (path.includes('metrics') && !path.endsWith('/pods')
        ? [404, '404 page not found']
        : list(lists[path] ?? []))
    );
  }, 'http');
  const cluster = ['--context', 'test', '--kubeconfig', server.kubeconfig];
  const args = ['hpa', '--now', '2026-01-02T12:00:00Z', ...cluster, ...files, ...format];
  const { stdout, stderr, status } = await kubesem(args);
  const asked = server.requests.filter((request) => request.includes('queue'));
  const decision = stdout.startsWith('{') ? JSON.parse(stdout).autoscalers[0]?.decision : undefined;
  return {
    ...{ decision, stderr, status, all: server.requests },
    asked: asked.map((request) => decodeURIComponent(request)),
  };
}

test.each([
  [
    'external',
    external,
    'GET /apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue?labelSelector=name=mail',
  ],
  [
    'of Pods',
    pods,
    `GET ${CUSTOM}/v1beta1/namespaces/shop/pods/*/queue?labelSelector=app=web&metricLabelSelector=name=mail`,
  ],
  [
    'of an object',
    object('Ingress', 'networking.k8s.io/v1'),
    `GET ${CUSTOM}/v1beta1/namespaces/shop/ingresses.networking.k8s.io/main/queue?metricLabelSelector=name=mail`,
  ],
  [
    'of a Namespace',
    object('Namespace', 'v1'),
    `GET ${CUSTOM}/v1beta1/namespaces/shop/metrics/queue?metricLabelSelector=name=mail`,
  ],
  [
    'of an object in a version that the server does not have',
    object('Ingress', 'networking.k8s.io/v1alpha7'),
    `GET ${CUSTOM}/v1beta1/namespaces/shop/ingresses.networking.k8s.io/main/queue?metricLabelSelector=name=mail`,
  ],
  [
    'without a selector',
    { type: 'External', external: { metric: { name: 'queue' }, target } },
    'GET /apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue',
  ],
  [
    'with an empty selector',
    { type: 'Pods', pods: { ...pods.pods, metric: { name: 'queue', selector: {} } } },
    `GET ${CUSTOM}/v1beta1/namespaces/shop/pods/*/queue?labelSelector=app=web`,
  ],
])('reads a metric %s from the cluster as the controller does', async (_, spec, request) => {
  const { decision, status, asked, stderr } = await run(spec);
  expect(asked).toEqual([request]);
  expect([status, decision.replicas], stderr).toEqual([0, 4]);
});

const notFound = 'the server could not find the metric queue for pods';
test.each<[string, object, { readonly [path: string]: Reply }, string, string]>([
  [
    'external metrics API',
    external,
    { [EXTERNAL]: [404, '404 page not found'] },
    'FailedGetExternalMetric',
    'unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.k8s.io)',
  ],
  [
    'custom metrics API',
    pods,
    { [CUSTOM]: [404, '404 page not found'] },
    'FailedGetPodsMetric',
    'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered',
  ],
  [
    'metric',
    pods,
    { [`${CUSTOM}/v1beta1/namespaces/shop/pods/*/queue`]: refusal(404, notFound) },
    'FailedGetPodsMetric',
    `unable to fetch metrics from custom metrics API: ${notFound}`,
  ],
  [
    'kind',
    object('Ingress', 'networking.k8s.io/v1'),
    { '/apis/networking.k8s.io': [404, ''] },
    'FailedGetObjectMetric',
    'unable to fetch metrics from custom metrics API: unable to map kind Ingress.networking.k8s.io to resource: no matches for kind "Ingress" in group "networking.k8s.io"',
  ],
])(
  'without such a %s the condition is that of the controller',
  async (_, spec, changed, reason, words) => {
    const { decision, status } = await run(spec, changed);
    expect(status).toBe(1);
    expect(decision.conditions).toContainEqual(
      expect.objectContaining({
        type: 'ScalingActive',
        reason,
        message: expect.stringContaining(words),
      }),
    );
  },
);

const described = (changed: object) => ({
  type: 'Object',
  object: { ...object('Ingress', 'networking.k8s.io/v1').object, ...changed },
});
const climbing = '../api/v1/namespaces/kube-system/secrets';

test.each<[string, object, string]>([
  [
    'version of an object',
    described({ describedObject: { kind: 'Secret', apiVersion: climbing, name: 'a' } }),
    'unable to map kind Secret to resource',
  ],
  [
    'group of an object',
    described({ describedObject: { kind: 'Secret', apiVersion: '../v1', name: 'a' } }),
    'unable to map kind Secret... to resource',
  ],
  [
    'name of an object',
    described({
      describedObject: { kind: 'Ingress', apiVersion: 'networking.k8s.io/v1', name: '..' },
    }),
    `invalid resource name "..": [may not be '..']`,
  ],
  [
    'custom metric',
    { type: 'Pods', pods: { ...pods.pods, metric: { name: climbing } } },
    `invalid subresource "${climbing}": [may not contain '/']`,
  ],
  [
    'external metric',
    { type: 'External', external: { metric: { name: '..' }, target } },
    `invalid resource "..": [may not be '..']`,
  ],
])('a %s does not lead to another path of the server', async (_, spec, words) => {
  const { decision, all } = await run(spec);
  expect(decision.conditions).toContainEqual(
    expect.objectContaining({
      type: 'ScalingActive',
      status: 'False',
      message: expect.stringContaining(words),
    }),
  );
  expect(all.filter((request) => /secret|\.\.|%2e/i.test(request))).toEqual([]);
  expect(all.filter((request) => !/^GET \/(?:apis\/[a-z.0-9]+|api\/v1)/.test(request))).toEqual([]);
});

test('a metrics API that refuses us leaves the decision unknown', async () => {
  const { decision, status, stderr } = await run(external, { [EXTERNAL]: refusal(403, 'no') });
  expect([decision, status]).toEqual([undefined, 1]);
  expect(stderr).toContain('the server answered 403');
});

test.each<[string, Reply, string]>([
  ['with words', refusal(500, 'it is down'), 'it is down'],
  [
    'without words',
    [503, 'no'],
    'the server is currently unable to handle the request (get queue.external.metrics.k8s.io)',
  ],
  [
    'with a text',
    [500, 'out of memory'],
    'an error on the server ("out of memory") has prevented the request from succeeding (get queue.external.metrics.k8s.io)',
  ],
])('a metrics API that fails %s fails the metric as in the controller', async (_, reply, words) => {
  const { decision, status } = await run(external, { [EXTERNAL]: reply });
  expect(status).toBe(1);
  expect(decision.conditions).toContainEqual(
    expect.objectContaining({
      reason: 'FailedGetExternalMetric',
      message: expect.stringContaining(`external metrics API: ${words}`),
    }),
  );
});

test('a disabled autoscaler asks for no metric', async () => {
  const changed = {
    '/apis/apps/v1/deployments': list([{ ...web, spec: { ...web.spec, replicas: 0 } }]),
  };
  const { decision, asked, status, stderr } = await run(external, changed);
  expect([asked, status], stderr).toEqual([[], 0]);
  expect(decision.conditions).toContainEqual(
    expect.objectContaining({ reason: 'ScalingDisabled' }),
  );
});

test('metrics of the same name have their own answers', async () => {
  const one = object('Ingress', 'networking.k8s.io/v1');
  const other = described({ describedObject: { ...one.object.describedObject, name: 'other' } });
  const { decision } = await run([one, other]);
  expect([decision.replicas, decision.error]).toEqual([
    4,
    expect.stringContaining('1 invalid out of 2'),
  ]);
});

test('a metric of another namespace in a file does not stop the request', async () => {
  const kinds = { apiVersion: 'custom.metrics.k8s.io/v1beta2', kind: 'MetricValue' };
  const describedObject = { kind: 'Pod', namespace: 'other', name: 'web-1' };
  const elsewhere = { ...kinds, describedObject, metric: { name: 'queue' }, value: '1' };
  const { decision, asked } = await run(pods, {}, ['--metrics', fileOf(JSON.stringify(elsewhere))]);
  expect([asked.length, decision.replicas]).toEqual([1, 4]);
});

test('the cluster is asked for its metrics, so there is no note on them', async () => {
  const { stderr } = await run(external, {}, [], []);
  expect(stderr).not.toContain('The input has no metrics');
});

test('a metric in a file is not asked for', async () => {
  const kinds = { apiVersion: 'external.metrics.k8s.io/v1beta1', kind: 'ExternalMetricValue' };
  const files = ['--metrics', fileOf(JSON.stringify({ ...kinds, ...value, value: '20' }))];
  const { decision, asked } = await run(external, { [EXTERNAL]: refusal(403, 'no') }, files);
  expect([asked, decision.replicas]).toEqual([[], 2]);
});

test('the name of a metric in a file can be that of v1beta1', async () => {
  const kinds = { apiVersion: 'custom.metrics.k8s.io/v1beta1', kind: 'MetricValue' };
  const metricValue = { ...kinds, ...of('Pod', 'web-1'), metricName: 'queue', value: '20' };
  const files = ['--metrics', fileOf(JSON.stringify(metricValue))];
  const { decision, asked } = await run(pods, { [CUSTOM]: refusal(403, 'no') }, files);
  expect([asked, decision.replicas]).toEqual([[], 2]);
});
