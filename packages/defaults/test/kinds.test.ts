import { attempt } from '@kubesem/core';
import {
  applyDefaults,
  applyDeploymentDefaults,
  applyHorizontalPodAutoscalerDefaults,
  applyJobDefaults,
  applyNamespaceDefaults,
  applyReplicationControllerDefaults,
  applyStatefulSetDefaults,
} from '@kubesem/defaults';
import { describe, expect, test } from 'vitest';

describe('a rule', () => {
  test('shares what does not change, and returns an object that is complete as it is', () => {
    const metadata = { name: 'web', labels: { app: 'web' } };
    const once = applyDeploymentDefaults({ metadata, spec: { replicas: 3 } });
    expect(once.metadata).toBe(metadata);
    expect(applyDeploymentDefaults(once)).toBe(once);
  });

  test('never changes the argument or a later result', () => {
    const written = Object.freeze({ spec: Object.freeze({}) });
    const first = applyDeploymentDefaults(written);
    Object.assign(first.spec?.template?.spec?.securityContext ?? {}, { runAsUser: 0 });
    expect(applyDeploymentDefaults(written).spec?.template?.spec?.securityContext).toEqual({});
  });

  test('keeps fields that Kubernetes does not know, __proto__ among them', () => {
    const metadata = JSON.parse('{ "name": "a", "labels": { "__proto__": "b" }, "other": 1 }');
    const { labels } = applyNamespaceDefaults({ metadata }).metadata ?? {};
    expect(JSON.stringify(labels)).toBe('{"__proto__":"b","kubernetes.io/metadata.name":"a"}');
    expect(applyNamespaceDefaults({ metadata }).metadata).toMatchObject({ other: 1 });
  });

  test.each([
    [{ spec: [] }, 'spec'],
    [{ spec: { template: { spec: { containers: {} } } } }, 'spec.template.spec.containers'],
    [{ spec: { strategy: { type: 5 } } }, 'spec.strategy.type'],
    [
      { spec: { template: { spec: { containers: [{ ports: ['80'] }] } } } },
      'spec.template.spec.containers[0].ports[0]',
    ],
  ])('reports a wrong type that a default depends on: %j', (deployment, path) => {
    const { error } = attempt(() => applyDeploymentDefaults(deployment as never));
    expect(error).toMatchObject({ code: 'INVALID_TYPE', problem: { path } });
  });

  test('keeps any other wrong type', () => {
    expect(applyDeploymentDefaults({ spec: { replicas: '3' } } as never)).toMatchObject({
      spec: { replicas: '3' },
    });
  });

  test('reports an amount that is no quantity', () => {
    const containers = [{ name: 'app', resources: { limits: { cpu: '1 core' } } }];
    const deployment = { spec: { template: { spec: { containers } } } };
    expect(attempt(() => applyDeploymentDefaults(deployment)).error).toMatchObject({
      code: 'INVALID_QUANTITY',
      problem: { path: 'spec.template.spec.containers[0].resources.limits[cpu]' },
    });
  });
});

describe('kinds', () => {
  test('a template gets no requests from limits: only a Pod does', () => {
    const resources = { limits: { cpu: '1', memory: '1024Mi' } };
    const template = { spec: { containers: [{ name: 'app', resources }] } };
    const { spec } = applyDeploymentDefaults({ spec: { template } });
    expect(spec?.template?.spec?.containers?.[0]?.resources).toEqual({
      limits: { cpu: '1', memory: '1Gi' },
    });
  });

  test('only a rolling update has limits', () => {
    const strategy = { type: 'Recreate' };
    expect(applyDeploymentDefaults({ spec: { strategy } }).spec?.strategy).toBe(strategy);
    const updateStrategy = { type: 'RollingUpdate' };
    expect(applyStatefulSetDefaults({ spec: { updateStrategy } }).spec?.updateStrategy).toBe(
      updateStrategy,
    );
  });

  test('a ReplicationController gets the selector and the labels of its template', () => {
    const labels = { app: 'web' };
    const written = { spec: { template: { metadata: { labels } } } };
    expect(applyReplicationControllerDefaults(written)).toMatchObject({
      metadata: { labels },
      spec: { selector: labels, replicas: 1 },
    });
  });

  test('a Job of several Pods gets no completions', () => {
    expect(applyJobDefaults({ spec: { parallelism: 2 } }).spec?.completions).toBeUndefined();
    expect(applyJobDefaults({ spec: { completions: 2 } }).spec?.parallelism).toBe(1);
  });

  test('an autoscaler of autoscaling/v1 gets no metrics', () => {
    const apiVersion = 'autoscaling/v1';
    expect(applyHorizontalPodAutoscalerDefaults({ apiVersion, spec: {} }).spec).toEqual({
      minReplicas: 1,
    });
  });
});

describe('applyDefaults', () => {
  test.each([
    { apiVersion: 'v1', kind: 'ServiceAccount' },
    { apiVersion: 'example.com/v1', kind: 'Deployment' },
    { kind: 'Deployment' },
    {},
  ])('returns an object without defaults, or of an unknown kind, as it is: %j', (object) => {
    expect(applyDefaults(object)).toBe(object);
  });

  test('goes by version and kind', () => {
    const object = { apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: {} };
    expect(applyDefaults(object)).toMatchObject({ spec: { replicas: 1 } });
  });
});
