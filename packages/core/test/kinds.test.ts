import { isNamespacedKind } from '@kubesem/core';
import {
  BUILT_IN_KINDS,
  CRON_JOB,
  DEPLOYMENT,
  ENDPOINT_SLICE,
  EVENT,
  EVENTS_EVENT,
  HORIZONTAL_POD_AUTOSCALER,
  kindNamed,
  kindOf,
  POD,
  podTemplateOf,
  SERVICE,
} from '@kubesem/core/kinds';
import { describe, expect, test } from 'vitest';

test('a kind has what API discovery says of it', () => {
  expect(DEPLOYMENT).toEqual({
    group: 'apps',
    versions: ['v1'],
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    plural: 'deployments',
    singular: 'deployment',
    shortNames: ['deploy'],
    categories: ['all'],
    namespaced: true,
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    subresources: ['scale', 'status'],
    templateSegments: ['spec', 'template'],
    listKey: 'deployments',
  });
});

test('no two kinds have the same group and plural', () => {
  const names = BUILT_IN_KINDS.map(({ group, plural }) => `${plural}.${group}`);
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(70);
});

test('kinds of the table are in namespaces as isNamespacedKind says', () => {
  for (const { apiVersion, kind, namespaced } of BUILT_IN_KINDS) {
    expect(isNamespacedKind(apiVersion, kind), kind).toBe(namespaced);
  }
});

describe('kindOf finds', () => {
  test.each([
    ['v1', 'Pod', POD],
    ['autoscaling/v1', 'HorizontalPodAutoscaler', HORIZONTAL_POD_AUTOSCALER],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', HORIZONTAL_POD_AUTOSCALER],
    ['v1', 'Event', EVENT],
    ['events.k8s.io/v1', 'Event', EVENTS_EVENT],
  ])('%s %s', (apiVersion, kind, expected) => {
    expect(kindOf({ apiVersion, kind })).toBe(expected);
  });

  test.each([
    ['extensions/v1beta1', 'Deployment'],
    ['example.com/v1', 'Pod'],
    ['v1', 'pod'],
    ['v1', '__proto__'],
    ['__proto__', 'Pod'],
  ])('no %s %s', (apiVersion, kind) => {
    expect(kindOf({ apiVersion, kind })).toBeUndefined();
  });

  test.each([null, undefined, 1, 'Pod', [], { apiVersion: 1, kind: {} }])(
    'none for %j',
    (object) => {
      expect(kindOf(object as unknown as object)).toBeUndefined();
      expect(podTemplateOf(object as unknown as object)).toBeUndefined();
    },
  );
});

describe('kindNamed reads names as kubectl does', () => {
  test.each([
    ['deploy', DEPLOYMENT],
    ['Deployment', DEPLOYMENT],
    ['deployments.apps', DEPLOYMENT],
    ['deployments.v1.apps', DEPLOYMENT],
    // The start of the group is enough.
    ['deployments.app', DEPLOYMENT],
    ['hpa.v1.autoscaling', HORIZONTAL_POD_AUTOSCALER],
    ['svc', SERVICE],
    ['pods.v1.', POD],
    // The core group comes first.
    ['events', EVENT],
    ['ev', EVENT],
    ['events.events.k8s.io', EVENTS_EVENT],
    ['EndpointSlices', ENDPOINT_SLICE],
    ['DEPLOYMENTS', DEPLOYMENT],
    // The version is of any group, and does not count after a short name.
    ['deployments.v1.', DEPLOYMENT],
    ['deploy.v9.apps', DEPLOYMENT],
  ])('%s', (name, expected) => {
    expect(kindNamed(name)).toBe(expected);
  });

  test.each([
    '',
    '.',
    'gateways',
    'deploy.batch',
    'pods.v2.',
    'constructor',
    'deployments.v2.apps',
    // Case matters in short names and groups.
    'DEPLOY',
    'deployments.APPS',
    'deployments.v1.app',
    'deploy.v9.app',
    'podlist',
  ])('but not %j', (name) => {
    expect(kindNamed(name)).toBeUndefined();
  });
});

describe('podTemplateOf returns', () => {
  const template = { spec: { containers: [{ name: 'app' }] } };
  const workloads = BUILT_IN_KINDS.filter((each) => (each.templateSegments?.length ?? 0) > 0);

  test.each(workloads)('the template of a $kind, at the path of the table', (each) => {
    const { kind, versions, group, templateSegments = [] } = each;
    const object = templateSegments.reduceRight<object>(
      (value, key) => ({ [key]: value }),
      template,
    );
    for (const version of versions) {
      const apiVersion = group === '' ? version : `${group}/${version}`;
      expect(podTemplateOf({ apiVersion, kind, ...object })).toBe(template);
    }
  });

  test('templates of all kinds that have one', () => {
    expect(workloads.map(({ kind }) => kind).sort()).toEqual([
      'CronJob',
      'DaemonSet',
      'Deployment',
      'Job',
      'PodTemplate',
      'ReplicaSet',
      'ReplicationController',
      'StatefulSet',
    ]);
  });

  test.each([
    [
      'the template of a Deployment',
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template } },
    ],
    [
      'the template of the Jobs of a CronJob',
      {
        apiVersion: CRON_JOB.apiVersion,
        kind: 'CronJob',
        spec: { jobTemplate: { spec: { template } } },
      },
    ],
    ['the template of a PodTemplate', { apiVersion: 'v1', kind: 'PodTemplate', template }],
  ])('%s', (_title, object) => {
    expect(podTemplateOf(object)).toBe(template);
  });

  test('a Pod itself', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', ...template };
    expect(podTemplateOf(pod)).toBe(pod);
  });

  test.each([
    [
      'an object of a kind without a template',
      { apiVersion: 'v1', kind: 'Service', spec: { template } },
    ],
    ['a template that is missing', { apiVersion: 'apps/v1', kind: 'Deployment', spec: null }],
    [
      'a template of the wrong type',
      { apiVersion: 'v1', kind: 'PodTemplate', template: [template] },
    ],
  ])('nothing for %s', (_title, object) => {
    expect(podTemplateOf(object)).toBeUndefined();
  });
});
