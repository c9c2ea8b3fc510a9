import { rolloutAdmission } from '@kubesem/admission';
import { fieldPath, type Pod } from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';

type Amounts = Readonly<Record<string, string>>;

const specOf = (cpu?: string, more: object = {}) => ({
  ...more,
  containers: [{ name: 'app', resources: cpu ? { requests: { cpu } } : {} }],
});
const deploymentOf = (spec: object, namespace?: string) => ({
  metadata: { name: 'web', namespace },
  spec: { template: { spec } },
});
const quotaOf = (hard: Amounts, used?: Amounts, namespace?: string) => ({
  metadata: { name: 'team', namespace },
  spec: { hard },
  ...(used && { status: { hard, used } }),
});
const OLD = { metadata: { name: 'web-1' }, spec: { replicas: 3 } };
const NEW = { metadata: { name: 'web-2' } };
const EXISTING = [{ replicaSet: OLD, count: 3 }];

describe('rolloutAdmission', () => {
  test('counts the Pods of the Deployment once: they are in the status of the quota', () => {
    const quotas = [quotaOf({ pods: '6' }, { pods: '4' })] as const;
    const admit = rolloutAdmission(deploymentOf(specOf()), {
      replicaSets: [OLD],
      resourceQuotas: quotas,
    });
    expect(admit?.(NEW, 2, EXISTING)).toEqual({ admitted: 2, message: undefined });
    expect(admit?.(NEW, 3, EXISTING)).toEqual({
      admitted: 2,
      message: 'exceeded quota: team, requested: pods=1, used: pods=6, limited: pods=6',
    });
    // One old Pod is gone.
    expect(admit?.(NEW, 3, [{ replicaSet: OLD, count: 2 }])).toMatchObject({ admitted: 3 });
    expect(quotas[0].status).toEqual({ hard: { pods: '6' }, used: { pods: '4' } });
  });

  test('counts only the Pods of the Deployment if the quota has no status', () => {
    const quotas = [quotaOf({ pods: '4' })];
    const admit = rolloutAdmission(deploymentOf(specOf()), {
      replicaSets: [OLD],
      resourceQuotas: quotas,
    });
    expect(admit?.(NEW, 2, EXISTING)).toMatchObject({ admitted: 1 });
  });

  test('measures old and new Pods with their own specs', () => {
    const old = { ...OLD, spec: { replicas: 3, template: { spec: specOf('100m') } } };
    const quotas = [quotaOf({ 'requests.cpu': '1' }, { 'requests.cpu': '300m' })];
    const admit = rolloutAdmission(deploymentOf(specOf('200m')), {
      replicaSets: [old],
      resourceQuotas: quotas,
    });
    expect(admit?.(NEW, 9, [{ replicaSet: old, count: 3 }])).toMatchObject({ admitted: 3 });
    expect(admit?.(old, 9, [{ replicaSet: NEW, count: 2 }])).toMatchObject({ admitted: 6 });
  });

  test('measures Pods with the defaults of LimitRanges and RuntimeClasses', () => {
    const deployment = deploymentOf(specOf(undefined, { runtimeClassName: 'kata' }), 'shop');
    const limitRangeOf = (cpu: string, namespace: string) => ({
      metadata: { namespace },
      spec: { limits: [{ type: 'Container', defaultRequest: { cpu } }] },
    });
    const options = {
      replicaSets: [],
      resourceQuotas: [quotaOf({ 'requests.cpu': '1' }, { 'requests.cpu': '0' }, 'shop')],
      limitRanges: [limitRangeOf('1m', 'test'), limitRangeOf('150m', 'shop')],
    };
    const kata = { metadata: { name: 'kata' }, overhead: { podFixed: { cpu: '50m' } } };
    const admitted = (runtimeClasses: readonly object[]) =>
      rolloutAdmission(deployment, { ...options, runtimeClasses })?.(NEW, 9, []).admitted;
    expect(admitted([kata])).toBe(5);
    // A RuntimeClass that is not among the objects adds nothing.
    expect(admitted([])).toBe(6);
  });

  test('rejects Pods that break a LimitRange, without a quota', () => {
    const decide = (item: object, spec: object = specOf('500m')) => {
      const limitRanges = [{ spec: { limits: [{ type: 'Container', ...item }] } }];
      const cluster = { replicaSets: [OLD], resourceQuotas: [], limitRanges };
      return rolloutAdmission(deploymentOf(spec), cluster)?.(NEW, 2, EXISTING);
    };
    expect(decide({ default: { cpu: '1' } })).toEqual({ admitted: 2, message: undefined });
    expect(decide({ max: { cpu: '600m' }, min: { cpu: '550m' } })).toEqual({
      admitted: 0,
      message: 'minimum cpu usage per Container is 550m, but request is 500m',
    });
    const missing = decide({ max: { memory: '1Gi' }, min: { memory: '2Gi' } });
    // The limit is the maximum and the request is the limit, so both are below the minimum.
    expect(missing?.message).toBe('minimum memory usage per Container is 2Gi, but request is 1Gi');
  });

  test('rejects Pods that the caller finds invalid with what LimitRanges fill in', () => {
    const limitRanges = [{ spec: { limits: [{ type: 'Container', default: { cpu: '300m' } }] } }];
    const validate = ({ metadata, spec }: Pod) => {
      const { limits } = spec?.containers?.[0]?.resources ?? {};
      const message = `${metadata?.generateName} has ${limits?.cpu}`;
      return [fieldProblem({ type: 'INVALID', path: fieldPath('spec'), message })];
    };
    const cluster = { replicaSets: [OLD], resourceQuotas: [], limitRanges };
    const admit = rolloutAdmission(deploymentOf(specOf('500m')), cluster, { validate });
    expect(admit?.(NEW, 2, EXISTING)).toEqual({
      admitted: 0,
      message: 'spec: web-2- has 300m',
    });
  });

  test('lists all bounds of the first LimitRange, as the API server does', () => {
    const limitRanges = [
      {
        metadata: { name: 'a' },
        spec: { limits: [{ type: 'Container', min: { cpu: '2' }, max: { cpu: '1m' } }] },
      },
      { metadata: { name: 'b' }, spec: { limits: [{ type: 'Container', min: { cpu: '3' } }] } },
    ];
    const spec = { containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }] };
    const options = { replicaSets: [], resourceQuotas: [], limitRanges };
    expect(rolloutAdmission(deploymentOf(spec), options)?.(NEW, 1, []).message).toBe(
      '[minimum cpu usage per Container is 2, but request is 1, maximum cpu usage per Container is 1m, but limit is 1]',
    );
  });

  test('rejects Pods that do not fit their RuntimeClass, if these are known', () => {
    const deployment = deploymentOf(specOf(undefined, { runtimeClassName: 'kata' }));
    const runtimeClasses = [{ metadata: { name: 'gvisor' } }];
    const options = { replicaSets: [], resourceQuotas: [], runtimeClasses };
    expect(rolloutAdmission(deployment, options)?.(NEW, 1, [])).toEqual({
      admitted: 0,
      message: 'pod rejected: RuntimeClass "kata" not found',
    });
    // It does not concern the ReplicaSet.
    expect(rolloutAdmission(deployment, options)?.(NEW, 0, []).message).toBeUndefined();
  });

  test('creates no Pod without its ReplicaSet', () => {
    const decide = (hard: string, used?: string) => {
      const name = 'count/replicasets.apps';
      const quotas = [quotaOf({ [name]: hard }, used === undefined ? undefined : { [name]: used })];
      return rolloutAdmission(deploymentOf(specOf()), {
        replicaSets: [OLD],
        resourceQuotas: quotas,
      });
    };
    expect(decide('1')?.(NEW, 1, EXISTING)).toEqual({
      admitted: 0,
      message:
        'exceeded quota: team, requested: count/replicasets.apps=1, used: count/replicasets.apps=1, limited: count/replicasets.apps=1',
    });
    expect(decide('1')?.(NEW, 0, EXISTING).message).toContain('count/replicasets.apps=1');
    expect(decide('2')?.(NEW, 0, EXISTING).message).toBeUndefined();
    expect(decide('1')?.(OLD, 0, EXISTING).message).toBeUndefined();
    expect(decide('1')?.(OLD, 1, EXISTING).admitted).toBe(1);
    expect(decide('2')?.(NEW, 1, EXISTING).admitted).toBe(1);
    expect(decide('2', '2')?.(NEW, 1, EXISTING).admitted).toBe(0);
  });

  test('is undefined without quotas in the namespace', () => {
    const decided = (...quotas: readonly object[]) =>
      rolloutAdmission(deploymentOf(specOf()), { replicaSets: [], resourceQuotas: quotas });
    expect(decided()).toBeUndefined();
    expect(decided(quotaOf({ pods: '0' }, { pods: '0' }, 'shop'))).toBeUndefined();
    expect(decided(quotaOf({ pods: '0' }, { pods: '0' }, 'default'))).toBeTypeOf('function');
  });

  test.each([
    [
      { replicas: '3' as unknown as number },
      'INVALID_TYPE',
      ['replicaSets', 0, 'spec', 'replicas'],
    ],
    [
      { template: { spec: specOf('x') } },
      'INVALID_QUANTITY',
      ['spec', 'containers', 0, 'resources', 'requests', 'cpu'],
    ],
  ])('rejects a ReplicaSet with %j', (spec, code, segments) => {
    const quotas = [quotaOf({ 'requests.cpu': '6' }, { 'requests.cpu': '4' })];
    const decide = () =>
      rolloutAdmission(deploymentOf(specOf()), {
        replicaSets: [{ ...OLD, spec }],
        resourceQuotas: quotas,
      });
    expect(decide).toThrow(expect.objectContaining({ code }));
    expect(decide).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ segments }) }),
    );
  });
});
