import { attempt, type HorizontalPodAutoscaler } from '@kubesem/core';
import { hpaMetrics, hpaReplicas } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const memory = { type: 'Resource', resource: { name: 'memory' } };

test.each<[string, HorizontalPodAutoscaler['spec'], readonly unknown[]]>([
  ['no spec', null, ['cpu']],
  ['no metrics', { metrics: null }, ['cpu']],
  ['an empty list', { metrics: [] }, ['cpu']],
  ['one metric', { metrics: [memory] }, ['memory']],
  ['an entry that is null', { metrics: [null as never, memory] }, [undefined, 'memory']],
])('the metrics with %s', (_, spec, names) => {
  expect(hpaMetrics({ spec }).map(({ resource }) => resource?.name)).toEqual(names);
});

test('the explanation has the metrics in the same order', () => {
  const spec = { maxReplicas: 2, metrics: [null as never, memory] };
  const options = { pods: [], metrics: {}, current: 1, now: '2026-01-01T00:00:00Z' };
  expect(hpaReplicas({ spec }, options).metrics).toHaveLength(2);
});

test.each([
  [{ metrics: 'cpu' }, 'spec.metrics'],
  [{ metrics: ['cpu'] }, 'spec.metrics[0]'],
])('%j has the wrong type', (spec, path) => {
  const { error } = attempt(() => hpaMetrics({ spec: spec as never }));
  expect(error).toMatchObject({ code: 'INVALID_TYPE', problem: { path } });
});

const usage = {
  metadata: { name: 'web-1' },
  containers: [{ name: 'app', usage: { memory: '1' } }],
};
const web = { metadata: { name: 'web-1' }, spec: { containers: [{ name: 'app' }] } };

test.each<[string, object, object]>([
  ['usage of Pods', {}, { pods: 5 }],
  ['an entry', {}, { pods: ['x'] }],
  ['containers', {}, { pods: [{ ...usage, containers: 0 }] }],
  ['a container', {}, { pods: [{ ...usage, containers: ['x'] }] }],
  ['a window', {}, { pods: [{ ...usage, window: 30 }] }],
  ['containers of a Pod', { spec: { containers: {} } }, { pods: [usage] }],
])('%s of the wrong type are reported', (_, pod, metrics) => {
  const options = { pods: [{ ...web, ...pod }], metrics, current: 1, now: '2026-01-01T00:00:00Z' };
  const target = { type: 'Utilization', averageUtilization: 50 };
  const resource = { name: 'memory', target };
  const hpa = { spec: { maxReplicas: 3, metrics: [{ type: 'Resource', resource }] } };
  expect(attempt(() => hpaReplicas(hpa, options as never))).toMatchObject({
    ok: false,
    error: { code: 'INVALID_TYPE' },
  });
});

test.each([
  ['Resource', 'resource', 'FailedGetResourceMetric'],
  ['ContainerResource', 'containerResource', 'FailedGetContainerResourceMetric'],
])('without a metrics API a %s metric fails as in the controller', (type, field, reason) => {
  const podsError = 'the server could not find the requested resource (get pods.metrics.k8s.io)';
  const target = { type: 'Utilization', averageUtilization: 50 };
  const metric = { type, [field]: { name: 'cpu', container: 'app', target } };
  const spec = { maxReplicas: 3, metrics: [metric] };
  const options = { pods: [web], current: 1, now: '2026-01-01T00:00:00Z' };
  const metrics = { pods: [usage], podsError };
  const cause = `unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: ${podsError}`;
  const message = `the HPA was unable to compute the replica count: failed to get cpu utilization: ${cause}`;
  expect(hpaReplicas({ spec }, { ...options, metrics }).conditions).toContainEqual(
    expect.objectContaining({ type: 'ScalingActive', status: 'False', reason, message }),
  );
  expect(
    attempt(() => hpaReplicas({ spec }, { ...options, metrics: { podsError: 1 } as never })),
  ).toMatchObject({ error: { problem: { path: 'metrics.podsError' } } });
});

test.each([
  ['pods', { target: { type: 'AverageValue', averageValue: '1' } }, 'FailedGetPodsMetric'],
  [
    'object',
    { target: { type: 'Value', value: '1' }, describedObject: { kind: 'Job', name: 'a' } },
    'FailedGetObjectMetric',
  ],
  ['external', { target: { type: 'Value', value: '1' } }, 'FailedGetExternalMetric'],
])(
  'a metrics API that does not answer for a metric of %s fails it as in the controller',
  (field, fields, reason) => {
    const type = `${field[0]?.toUpperCase()}${field.slice(1)}`;
    const spec = {
      maxReplicas: 3,
      metrics: [{ type, [field]: { metric: { name: '__proto__' }, ...fields } }],
    };
    const options = { pods: [web], current: 1, now: '2026-01-01T00:00:00Z' };
    const metrics = { answers: [{ error: 'it is down' }] };
    const api = field === 'external' ? 'external' : 'custom';
    const message = expect.stringContaining(
      `: unable to fetch metrics from ${api} metrics API: it is down`,
    );
    expect(hpaReplicas({ spec }, { ...options, metrics }).conditions).toContainEqual(
      expect.objectContaining({ type: 'ScalingActive', status: 'False', reason, message }),
    );
  },
);

const options = { pods: [web], current: 1, now: '2026-01-01T00:00:00Z' };
const named = (selector?: object) => ({ metric: { name: 'rps', selector } });
const perPod = { target: { type: 'AverageValue', averageValue: '1' } };

test('the answer for a metric belongs to no other metric of the same name', () => {
  const of = (name: string) => ({ kind: 'Ingress', apiVersion: 'networking.k8s.io/v1', name });
  const onObject = (name: string) => ({
    type: 'Object',
    object: { ...named(), describedObject: of(name), ...perPod },
  });
  const onPods = (q: string) => ({
    type: 'Pods',
    pods: { ...named({ matchLabels: { q } }), ...perPod },
  });
  const ofPod = (value: string) => ({ describedObject: { kind: 'Pod', name: 'web-1' }, value });
  const external = { type: 'External', external: { ...named(), ...perPod } };
  const specs = [
    onObject('a'),
    onObject('b'),
    onPods('a'),
    onPods('b'),
    external,
    external,
    external,
  ];
  const answers = [
    { custom: [{ describedObject: of('a'), value: '50' }] },
    { error: 'it is down' },
    { custom: [ofPod('40')] },
    { custom: [ofPod('3')] },
    { external: [{ metricName: 'rps', value: '10' }] },
    { external: [] },
    null,
  ];
  const metrics = { answers, external: [{ metricName: 'rps', value: '7' }] };
  const spec = { maxReplicas: 90, metrics: specs };
  const explained = hpaReplicas({ spec }, { ...options, metrics });
  expect(explained.metrics.map(({ replicas }) => replicas)).toEqual([
    ...[50, undefined, 40, 3, 10, undefined, 7],
  ]);
});

test('a custom metric with a selector belongs to no other selector', () => {
  const value = (value: string, selector?: object) => ({
    ...named(selector),
    ...{ describedObject: { kind: 'Pod', name: 'web-1' }, value },
  });
  const selectors = [{ matchLabels: { q: 'a' } }, { matchLabels: { q: 'b' } }, undefined];
  const metrics = selectors.map((each) => ({ type: 'Pods', pods: { ...named(each), ...perPod } }));
  const custom = [value('9'), value('50', selectors[0]), value('3', selectors[1])];
  const proposals = (values: readonly object[]) =>
    hpaReplicas(
      { spec: { maxReplicas: 90, metrics } },
      { ...options, metrics: { custom: values } },
    ).metrics.map(({ replicas }) => replicas);
  expect(proposals(custom)).toEqual([50, 3, 9]);
  expect(proposals(custom.slice(0, 1))).toEqual([9, 9, 9]);
});

const value = { type: 'Value', value: '1' };

test.each<[string, object]>([
  ['resource.name', { type: 'Resource', resource: { name: [] } }],
  ['containerResource.name', { type: 'ContainerResource', containerResource: { name: {} } }],
  [
    'containerResource.container',
    { type: 'ContainerResource', containerResource: { container: 1 } },
  ],
  ['pods.metric.name', { type: 'Pods', pods: { metric: { name: 1 } } }],
  ['object.metric.name', { type: 'Object', object: { metric: { name: 1 }, target: value } }],
  [
    'object.describedObject.kind',
    { type: 'Object', object: { describedObject: { kind: 1 }, target: value } },
  ],
  ['external.metric.name', { type: 'External', external: { metric: { name: 1 }, target: value } }],
])('a %s that is no string is reported', (path, metric) => {
  const hpa = { spec: { maxReplicas: 3, metrics: [metric] } } as HorizontalPodAutoscaler;
  const options = { pods: [web], metrics: {}, current: 1, now: '2026-01-01T00:00:00Z' };
  const { error } = attempt(() => hpaReplicas(hpa, options));
  expect(error).toMatchObject({ problem: { path: `spec.metrics[0].${path}` } });
});

test('an object metric without an object names none', () => {
  const metrics = [{ type: 'Object', object: { metric: { name: 'm' }, target: value } }];
  const options = { pods: [web], metrics: {}, current: 1, now: '2026-01-01T00:00:00Z' };
  const { metrics: results } = hpaReplicas({ spec: { maxReplicas: 3, metrics } }, options);
  expect(results[0]?.failure).toContain('unable to get metric m on  /: ');
});
