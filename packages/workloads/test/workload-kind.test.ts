import { FieldProblems, fields } from '@kubesem/core/internal';
import { CRON_JOB } from '@kubesem/core/kinds';
import { podTemplate, servedApiVersion, type Workload, workloadKind } from '@kubesem/workloads';
import { readPodTemplate, WORKLOAD_KINDS } from '@kubesem/workloads/internal';
import { describe, expect, test } from 'vitest';

test.each([
  ['apps.example.com/v1', 'Deployment'],
  ['batch.volcano.sh/v1alpha1', 'Job'],
  ['x/apps/v1', 'Deployment'],
  ['argoproj.io/v1alpha1', 'Rollout'],
  ['v1', 'Service'],
  ['v1', '__proto__'],
])('%s %s is not a workload of Kubernetes', (apiVersion, kind) => {
  expect(workloadKind(apiVersion, kind)).toBeUndefined();
  expect(servedApiVersion(apiVersion, kind)).toBeUndefined();
});

test.each([
  ['extensions/v1beta1', 'Deployment', 'apps/v1'],
  ['apps/v1beta2', 'StatefulSet', 'apps/v1'],
  ['batch/v2alpha1', 'CronJob', 'batch/v1'],
  ['v1', 'Job', 'batch/v1'],
  ['v1beta3', 'Pod', 'v1'],
])('%s %s is served as %s', (apiVersion, kind, served) => {
  expect(workloadKind(apiVersion, kind)).toBeUndefined();
  expect(servedApiVersion(apiVersion, kind)).toBe(served);
  expect(workloadKind(served, kind)?.kind).toBe(kind);
});

describe('podTemplate', () => {
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'app' }] },
  };

  test('is at the path of the kind, without fields that a template does not have', () => {
    for (const { apiVersion, kind, templateSegments } of WORKLOAD_KINDS.slice(1)) {
      const inner: object = { ...template, kind: 'Pod', status: {} };
      const workload = [...templateSegments]
        .reverse()
        .reduce<object>((value, segment) => ({ [segment]: value }), inner);
      expect(podTemplate({ apiVersion, kind, ...workload } as Workload)).toEqual(template);
    }
  });

  test('of a Pod is the Pod itself', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', ...template };
    expect(podTemplate(pod)).toBe(pod);
  });

  test('may be absent', () => {
    for (const { apiVersion, kind } of WORKLOAD_KINDS.slice(1)) {
      expect(podTemplate({ apiVersion, kind })).toBeUndefined();
    }
  });

  test.each<[object, string]>([
    [{ spec: [] }, 'spec'],
    [{ spec: { jobTemplate: 'x' } }, 'spec.jobTemplate'],
    [{ spec: { jobTemplate: { spec: { template: 5 } } } }, 'spec.jobTemplate.spec.template'],
  ])('of the wrong type is reported: %j', (given, path) => {
    const problems = new FieldProblems();
    const workload = { apiVersion: 'batch/v1', kind: 'CronJob', ...given } as Workload;
    expect(readPodTemplate(fields(workload, problems), CRON_JOB)).toBeUndefined();
    expect(problems.list().map(({ code, path: at }) => `${code} ${at}`)).toEqual([
      `INVALID_TYPE ${path}`,
    ]);
  });
});
