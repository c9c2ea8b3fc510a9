import { FieldProblems, fields } from '@kubesem/core/internal';
import type { WorkloadKind } from '@kubesem/core/kinds';
import { podCount, podTemplate, type Workload, workloadKind } from '@kubesem/workloads';
import { readPodCount } from '@kubesem/workloads/internal';
import { describe, expect, test } from 'vitest';

const job = (spec: object, status?: object) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  spec,
  status,
});
const cronJob = (spec: object, jobSpec: object) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  spec: { ...spec, jobTemplate: { spec: jobSpec } },
});

describe('podCount', () => {
  test.each([
    'v1 ReplicationController',
    'apps/v1 Deployment',
    'apps/v1 ReplicaSet',
    'apps/v1 StatefulSet',
  ])('of a %s is its number of replicas, 1 by default', (type) => {
    const [apiVersion, kind] = type.split(' ');
    const count = (spec?: object | null) => podCount({ apiVersion, kind, spec } as Workload);
    expect(count({ replicas: 3 })).toEqual({ count: 3, per: 'object' });
    expect(count({ replicas: 0 })).toEqual({ count: 0, per: 'object' });
    expect(count({ replicas: null })).toEqual({ count: 1, per: 'object' });
    expect(count(null)).toEqual({ count: 1, per: 'object' });
    expect(count({ replicas: 2147483647 }).count).toBe(2147483647);
  });

  test('of a DaemonSet applies to each node, of a PodTemplate is zero', () => {
    expect(podCount({ apiVersion: 'apps/v1', kind: 'DaemonSet' })).toEqual({
      count: 1,
      per: 'node',
    });
    expect(podCount({ apiVersion: 'v1', kind: 'PodTemplate' })).toEqual({
      count: 0,
      per: 'object',
      reason: 'TEMPLATE',
    });
  });

  test.each([
    [undefined, { count: 1, per: 'object' }],
    ['Running', { count: 1, per: 'object' }],
    ['Succeeded', { count: 0, per: 'object', reason: 'FINISHED' }],
    ['Failed', { count: 0, per: 'object', reason: 'FINISHED' }],
  ])('of a Pod in phase %s', (phase, expected) => {
    expect(podCount({ apiVersion: 'v1', kind: 'Pod', status: { phase } })).toEqual(expected);
  });

  test.each([
    ['without fields', {}, 1],
    ['with more completions than run at once', { completions: 9, parallelism: 4 }, 4],
    ['with fewer completions than may run at once', { completions: 2, parallelism: 4 }, 2],
    ['as a work queue', { parallelism: 5 }, 5],
    ['with a parallelism of 0', { parallelism: 0, completions: 3 }, 0],
  ])('of a Job and a run of a CronJob %s', (_, spec, count) => {
    expect(podCount(job(spec))).toEqual({ count, per: 'object' });
    expect(podCount(cronJob({}, spec))).toEqual({ count, per: 'run' });
  });

  test('of what is suspended is zero', () => {
    const suspended = { count: 0, reason: 'SUSPENDED' };
    expect(podCount(job({ suspend: true, parallelism: 5 }))).toMatchObject(suspended);
    expect(podCount(cronJob({ suspend: true }, {}))).toEqual({ ...suspended, per: 'run' });
    expect(podCount(cronJob({}, { suspend: true }))).toEqual({ ...suspended, per: 'run' });
    expect(podCount(job({ suspend: false })).count).toBe(1);
  });

  test.each([
    [{ completions: 9 }, { succeeded: 2, failedIndexes: '3,4' }, 5],
    [{ completions: 9 }, { failedIndexes: '0-2,5,10-12' }, 2],
    [{ completions: 9 }, { failedIndexes: '', succeeded: 4 }, 5],
    [{ completions: 9 }, { succeeded: 1 }, 6],
    [{ completions: 5 }, { failedIndexes: '3,4', succeeded: 4 }, 0],
    // The controller ignores what is not a number of 64 bits.
    [{ completions: 9 }, { failedIndexes: `${'9'.repeat(400)}-${'9'.repeat(400)}` }, 6],
    [{}, { succeeded: 2, active: 1 }, 1],
    [{}, { succeeded: 1, active: 8 }, 8],
    [{}, { succeeded: 1 }, 0],
    [{}, { succeeded: 0, active: 1 }, 6],
  ])('of a Job with %j and the status %j', (spec, status, count) => {
    const stored = job({ parallelism: 6, ...spec }, status);
    expect(podCount(stored)).toEqual({ count, per: 'object' });
    // The API server drops the status of a manifest.
    const created = 'completions' in spec && spec.completions === 5 ? 5 : 6;
    expect(podCount(stored, { isManifest: true }).count).toBe(created);
  });

  test.each([
    ['Complete', 'True', 0],
    ['Failed', 'True', 0],
    ['FailureTarget', 'True', 0],
    ['SuccessCriteriaMet', 'True', 0],
    ['Failed', 'False', 4],
    ['FailureTarget', 'False', 4],
    ['Suspended', 'True', 4],
  ])('of a Job with the condition %s %s', (type, status, count) => {
    const stored = job({ parallelism: 4 }, { conditions: [null, { type, status }] });
    const reason = count === 0 ? { reason: 'FINISHED' } : {};
    expect(podCount(stored)).toEqual({ count, per: 'object', ...reason });
    expect(podCount(stored, { isManifest: true })).toEqual({ count: 4, per: 'object' });
  });

  test('of an item of a list needs its kind', () => {
    const kind = workloadKind('apps/v1', 'Deployment');
    expect(podCount({ spec: { replicas: 2 } }, { kind }).count).toBe(2);
  });

  test.each([
    [{}],
    [{ apiVersion: 'apps/v1beta1', kind: 'Deployment' }],
    [null],
    [5],
    [{ apiVersion: 'apps/v1', kind: {} }],
    [{ apiVersion: 'apps/v1', kind: ['Deployment'] }],
    [{ apiVersion: {}, kind: 'Deployment' }],
    [{ apiVersion: 1, kind: 'Pod' }],
  ])('of %j does not exist, nor does a template', (workload) => {
    for (const read of [podCount, podTemplate]) {
      expect(() => read(workload as Workload)).toThrow(
        expect.objectContaining({ code: 'NOT_A_WORKLOAD' }),
      );
    }
  });
});

describe('a field of the wrong type', () => {
  const problemsOf = (workload: object) => {
    const problems = new FieldProblems();
    const { apiVersion = '', kind = '' } = workload as Workload;
    const found = workloadKind(apiVersion ?? '', kind ?? '') as WorkloadKind;
    const { count } = readPodCount(fields(workload as Workload, problems), found, true);
    return { count, problems: problems.list().map(({ code, path }) => `${code} ${path}`) };
  };

  test.each(['3', 1.5, -1, 2147483648, true])(
    'is reported, and read as absent: replicas %j',
    (replicas) => {
      const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas } };
      expect(problemsOf(deployment)).toEqual({
        count: 1,
        problems: ['INVALID_TYPE spec.replicas'],
      });
      expect(() => podCount(deployment as Workload)).toThrow(
        expect.objectContaining({ code: 'INVALID_TYPE' }),
      );
    },
  );

  test.each<[object, string]>([
    [{ apiVersion: 'v1', kind: 'Pod', status: { phase: 5 } }, 'status.phase'],
    [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: [] }, 'spec'],
    [job({ suspend: 1 }), 'spec.suspend'],
    [job({ completions: '1' }), 'spec.completions'],
    [job({}, { conditions: {} }), 'status.conditions'],
    [job({}, { conditions: [5] }), 'status.conditions[0]'],
    [job({}, { failedIndexes: 1 }), 'status.failedIndexes'],
    [job({}, { succeeded: -1 }), 'status.succeeded'],
    [cronJob({ suspend: 'true' }, {}), 'spec.suspend'],
    [cronJob({}, { parallelism: 0.5 }), 'spec.jobTemplate.spec.parallelism'],
    [cronJob({}, []), 'spec.jobTemplate.spec'],
  ])('is reported: %j', (workload, path) => {
    expect(problemsOf(workload).problems).toEqual([`INVALID_TYPE ${path}`]);
  });
});
