import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import { addedIn, found as all, file, pod, quota, verdictsIn } from './documents.js';

type Fields = Record<string, unknown>;

const uid = { uid: 'u' };
const room = quota({ pods: '99' }, { pods: '1' });
// The inspection keeps stored Pods only if something else needs them.
const options = { onPod: () => {} };
const LAST = 'kubectl.kubernetes.io/last-applied-configuration';

/** What is wrong with a manifest of an object that exists, and how many Pods it adds. */
const update = (before: object, next: object, text = (each: string) => each) => {
  const report = inspectText(text(file(room, before, next)), options);
  const found = all(report).filter((each) => each !== 'warning OBJECT_DUPLICATE ');
  return { found, verdicts: verdictsIn(report), added: addedIn(report).pods };
};
const workload = (kind: string, spec: object, version = '1', metadata: object = {}) => ({
  ...{ apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1', kind },
  metadata: { name: 'web', ...metadata },
  spec: { template: { metadata: { labels: { version } }, spec: pod({}).spec }, ...spec },
});

describe('The completions of a Job', () => {
  const job = (spec: object, metadata: object = {}) => workload('Job', spec, '1', metadata);
  const indexed = { completionMode: 'Indexed' };

  test.each([
    ['change', { completions: 2, parallelism: 2 }, { completions: 5, parallelism: 5 }],
    ['change from none', { parallelism: 2 }, { completions: 5, parallelism: 2 }],
    [
      'change without the parallelism of an indexed Job',
      { ...indexed, completions: 2, parallelism: 2 },
      { ...indexed, completions: 5, parallelism: 3 },
    ],
  ])('cannot %s', (_, before, next) => {
    expect(update(job(before, uid), job(next))).toEqual({
      found: ['error INVALID spec.completions'],
      verdicts: [['web', 'object', 0, 1]],
      added: '0',
    });
  });

  test.each([
    ['stay', { completions: 5, parallelism: 2 }, { completions: 5, parallelism: 3 }, '1'],
    ['be 1 by default', {}, { completions: 1, parallelism: 1 }, '0'],
    [
      'change with the parallelism of an indexed Job',
      { ...indexed, completions: 2, parallelism: 2 },
      { ...indexed, completions: 5, parallelism: 5 },
      '3',
    ],
  ])('can %s', (_, before, next, added) => {
    expect(update(job(before, uid), job(next))).toMatchObject({ found: [], added });
  });
});

describe('The template of a suspended Job', () => {
  const suspend = { suspend: true };
  const template = (spec: object) => ({
    ...suspend,
    template: { spec: { ...pod({}).spec, ...spec } },
  });
  const job = (spec: object, status?: object) => ({ ...workload('Job', spec, '1', uid), status });
  const where = { nodeSelector: { a: 'b' }, tolerations: [{ key: 'x' }], schedulingGates: [] };

  test('can change its resources, and where its Pods run', () => {
    const next = template({ ...where, ...pod({ requests: { cpu: '1' } }).spec });
    expect(update(job(template({})), workload('Job', next)).found).toEqual([]);
  });

  test.each([
    ['another field', { hostNetwork: true }, {}],
    ['anything while Pods run', where, { active: 1 }],
    ['anything after a start', where, { startTime: '2026-01-01T00:00:00Z' }],
  ])('cannot change %s', (_, spec, status) => {
    expect(update(job(template({}), status), workload('Job', template(spec))).found).toEqual([
      'error INVALID spec.template',
    ]);
  });
});

describe('A field of a Pod', () => {
  const gates = (...names: string[]) => names.map((name) => ({ name }));
  const terms = (...lists: object[]) => ({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: lists.map((matchExpressions) => ({ matchExpressions })),
      },
    },
  });
  const [a, b] = ['a', 'b'].map((key) => ({ key, operator: 'Exists' }));
  const [A, B] = [a as object, b as object];
  const TERMS =
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const gated = { schedulingGates: gates('x') };
  const added = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map((key) => ({
    ...{ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
  }));
  /** A Pod that was applied and that the server has stored, and the next manifest of it. */
  const change = (before: Fields, next: Fields) => {
    const own = pod({}).spec;
    const last = JSON.stringify({ ...pod({}), spec: { ...own, ...before } });
    const stored = {
      ...pod({}, { ...uid, annotations: { [LAST]: last } }),
      spec: {
        ...{ terminationGracePeriodSeconds: 30, ...own, ...before },
        tolerations: [...((before.tolerations as object[]) ?? []), ...added],
      },
    };
    return update(stored, { ...pod({}), spec: { ...own, ...next } });
  };
  const seconds = (terminationGracePeriodSeconds: number) => ({ terminationGracePeriodSeconds });
  const deadline = (activeDeadlineSeconds: number) => ({ activeDeadlineSeconds });

  test.each<[string, Fields, Fields, string]>([
    ['another grace period', {}, seconds(5), 'FORBIDDEN spec'],
    ['a grace period that was negative', seconds(-5), seconds(2), 'FORBIDDEN spec'],
    ['no toleration', { tolerations: [A] }, { tolerations: [] }, 'FORBIDDEN spec.tolerations'],
    [
      'another effect of a toleration',
      { tolerations: [A] },
      { tolerations: [{ ...A, effect: 'NoSchedule' }] },
      'FORBIDDEN spec.tolerations',
    ],
    [
      'no effect of a toleration',
      { tolerations: [{ ...A, effect: 'NoSchedule' }] },
      { tolerations: [A] },
      'FORBIDDEN spec.tolerations',
    ],
    ['a scheduling gate', {}, gated, 'FORBIDDEN spec.schedulingGates[0].name'],
    [
      'a second scheduling gate',
      gated,
      { schedulingGates: gates('x', 'y') },
      'FORBIDDEN spec.schedulingGates[1].name',
    ],
    ['a later deadline', deadline(5), deadline(6), 'INVALID spec.activeDeadlineSeconds'],
    ['no deadline', deadline(5), {}, 'INVALID spec.activeDeadlineSeconds'],
    ['labels of nodes', {}, { nodeSelector: { a: 'b' } }, 'FORBIDDEN spec'],
    [
      'other labels of nodes while it is gated',
      { ...gated, nodeSelector: { a: 'b' } },
      { ...gated, nodeSelector: { a: 'c' } },
      'INVALID spec.nodeSelector',
    ],
    [
      'another term for nodes while it is gated',
      { ...gated, affinity: terms([A]) },
      { ...gated, affinity: terms([A], [B]) },
      `INVALID ${TERMS}`,
    ],
    [
      'other requirements for nodes while it is gated',
      { ...gated, affinity: terms([A]) },
      { ...gated, affinity: terms([B]) },
      `INVALID ${TERMS}[0]`,
    ],
  ])('cannot become %s', (_, before, next, found) => {
    expect(change(before, next)).toEqual({
      found: [`error ${found}`],
      verdicts: [['web', 'object', 0, 1]],
      added: '0',
    });
  });

  test.each<[string, Fields, Fields]>([
    ['a mended grace period', seconds(-5), seconds(1)],
    ['its default', {}, seconds(30)],
    ['no toleration besides those of admission', {}, { tolerations: [] }],
    ['a toleration more', { tolerations: [A] }, { tolerations: [A, B] }],
    [
      'other seconds of a toleration',
      { tolerations: [{ ...A, effect: 'NoExecute' }] },
      { tolerations: [{ ...A, effect: 'NoExecute', tolerationSeconds: 5 }] },
    ],
    ['no scheduling gate', gated, {}],
    ['a first deadline', {}, deadline(5)],
    ['an earlier deadline', deadline(5), deadline(4)],
    [
      'more labels of nodes while it is gated',
      { ...gated, nodeSelector: { a: 'b' } },
      { ...gated, nodeSelector: { a: 'b', c: 'd' } },
    ],
    ['terms for nodes while it is gated', gated, { ...gated, affinity: terms([A]) }],
    [
      'more requirements for nodes while it is gated',
      { ...gated, affinity: terms([A]) },
      { ...gated, affinity: terms([A, B]) },
    ],
  ])('can become %s', (_, before, next) => {
    expect(change(before, next)).toEqual({ found: [], verdicts: [], added: '0' });
  });
});

describe('An update strategy that the API server rejects', () => {
  const rolling = (maxSurge: unknown, maxUnavailable: unknown) => ({
    rollingUpdate: { maxSurge, maxUnavailable },
  });
  const SURGE = 'spec.updateStrategy.rollingUpdate.maxSurge';
  const MISSING = 'spec.updateStrategy.rollingUpdate.maxUnavailable';
  const LIMIT = 'spec.strategy.rollingUpdate.maxUnavailable';

  test.each<[string, object, string]>([
    ['Deployment', { strategy: rolling(0, 0) }, `INVALID ${LIMIT}`],
    ['Deployment', { strategy: rolling('0%', '0%') }, `INVALID ${LIMIT}`],
    ['Deployment', { strategy: rolling(0, -5) }, `INVALID ${LIMIT}`],
    ['Deployment', { strategy: rolling(1, '101%') }, `INVALID ${LIMIT}`],
    ['Deployment', { strategy: rolling(1, '5') }, `INVALID ${LIMIT}`],
    ['Deployment', { strategy: rolling(1, 0.5) }, `INVALID_TYPE ${LIMIT}`],
    ['Deployment', { strategy: rolling(1, 2 ** 31) }, `INVALID_TYPE ${LIMIT}`],
    [
      'Deployment',
      { strategy: { type: 'Recreate', ...rolling(1, 1) } },
      'FORBIDDEN spec.strategy.rollingUpdate',
    ],
    ['Deployment', { strategy: { type: 'Rolling' } }, 'NOT_SUPPORTED spec.strategy.type'],
    ['DaemonSet', { updateStrategy: rolling(0, 0) }, `REQUIRED ${MISSING}`],
    ['DaemonSet', { updateStrategy: rolling(1, undefined) }, `INVALID ${SURGE}`],
    ['DaemonSet', { updateStrategy: rolling('101%', 0) }, `INVALID ${SURGE}`],
    ['StatefulSet', { updateStrategy: rolling(undefined, 0) }, `INVALID ${MISSING}`],
    [
      'StatefulSet',
      { updateStrategy: { type: 'OnDelete', rollingUpdate: {} } },
      'INVALID spec.updateStrategy.rollingUpdate',
    ],
    ['StatefulSet', { ordinals: { start: -1 } }, 'INVALID spec.ordinals.start'],
  ])('of a %s: %j', (kind, spec, problem) => {
    const next = workload(kind, spec, '2');
    const report = inspectText(file(room, next));
    expect(all(report)).toEqual([`error ${problem}`]);
    expect(addedIn(report)).toEqual({ pods: '0' });
    // As part of an update too: written, or in the stored object.
    const refused = {
      found: [`error ${problem}`],
      verdicts: [['web', 'object', 0, 1]],
      added: '0',
    };
    expect(update(workload(kind, {}, '1', uid), next)).toEqual(refused);
    const isWrongType = problem.startsWith('INVALID_TYPE');
    expect(update(workload(kind, spec, '1', uid), workload(kind, {}, '2'))).toEqual({
      ...refused,
      found: [...(isWrongType ? refused.found : []), ...refused.found],
    });
  });

  test.each<[string, object, object]>([
    ['Deployment', { strategy: rolling(1, 1) }, { strategy: { type: 'Recreate' } }],
    [
      'Deployment',
      { strategy: rolling(0, 1) },
      { strategy: { rollingUpdate: { maxSurge: '200%' } } },
    ],
    ['DaemonSet', { updateStrategy: rolling(0, 1) }, { updateStrategy: rolling(1, 0) }],
    ['StatefulSet', { updateStrategy: rolling(undefined, 1) }, {}],
  ])('is none of a %s from %j to %j', (kind, before, after) => {
    const next = workload(kind, after, '2');
    expect(update(workload(kind, before, '1', uid), next).found).toEqual([]);
  });
});

test('Applied lists have the keys of kubectl', () => {
  const constraint = (topologyKey: string, minDomains?: number) => ({
    ...{ topologyKey, minDomains, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
  });
  const spread = (...topologySpreadConstraints: object[]) => ({ topologySpreadConstraints });
  const set = (spec: object, metadata: object = {}) => {
    const all = { spec: { ...pod({}).spec, ...spec } };
    return workload('Deployment', { template: all }, '1', metadata);
  };
  // Those of other managers stay; a claim and a volume keep only the source in the manifest.
  const before = spread(constraint('a', 1), constraint('b', 2));
  expect(update(set(before, uid), set(spread(constraint('b')))).verdicts).toEqual([]);
  const claim = (source: object) => ({ resourceClaims: [{ name: 'gpu', ...source }] });
  const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
  const pairs: [object, object, number][] = [
    [claim({ resourceClaimName: 'x' }), claim({ resourceClaimName: 'x' }), 0],
    [claim({ resourceClaimName: 'x' }), claim({ resourceClaimTemplateName: 'y' }), 1],
    [volume({ emptyDir: {} }), volume({}), 0],
    [
      volume({ configMap: { name: 'x', defaultMode: 420 } }),
      volume({ configMap: { name: 'x' } }),
      0,
    ],
    [volume({ emptyDir: {} }), volume({ configMap: { name: 'x' } }), 1],
  ];
  for (const [old, next, replaced] of pairs) {
    expect(update(set(old, uid), set(next)).verdicts).toHaveLength(replaced);
  }
});

/** A place in an object at which a number stands, and the object. */
const NUMBERS: readonly [kind: string, path: string][] = [
  ...['replicas', 'strategy.rollingUpdate.maxSurge', 'strategy.rollingUpdate.maxUnavailable'].map(
    (path): [string, string] => ['Deployment', `spec.${path}`],
  ),
  ...['replicas', 'updateStrategy.rollingUpdate.partition', 'ordinals.start'].map(
    (path): [string, string] => ['StatefulSet', `spec.${path}`],
  ),
  ...['parallelism', 'completions'].map((path): [string, string] => ['Job', `spec.${path}`]),
  ...['active', 'succeeded', 'failed'].map((path): [string, string] => ['Job', `status.${path}`]),
  ...['Deployment', 'StatefulSet'].map((kind): [string, string] => [kind, 'status.replicas']),
  ['DaemonSet', 'status.desiredNumberScheduled'],
  ['Pod', 'spec.terminationGracePeriodSeconds'],
  ['Pod', 'spec.activeDeadlineSeconds'],
];

test.each(NUMBERS)('A %s with any number in %s has an answer', (kind, path) => {
  const object = (version: string, metadata: object) =>
    kind === 'Pod' ? pod({}, metadata) : workload(kind, {}, version, metadata);
  /** The object with a value at the path. */
  const changed = (base: object, value: unknown): object => {
    const copy: Fields = JSON.parse(JSON.stringify(base));
    const names = path.split('.');
    const last = names.pop() as string;
    const holder = names.reduce((each, name) => {
      each[name] ??= {};
      return each[name] as Fields;
    }, copy);
    holder[last] = value;
    return copy;
  };
  const toText = (text: string) => text.replace(/"NaN"/g, '.nan');
  const [before, next] = [object('1', uid), object('2', {})];
  for (const value of ['NaN', 0.5, 2.5, -1, 2 ** 31, 1e300, '1']) {
    const [stored, written] = [changed(before, value), changed(next, value)];
    expect(update(before, written, toText).added).toMatch(/^[0-9]+$/);
    expect(update(stored, next, toText).added).toMatch(/^[0-9]+$/);
    expect(update(stored, written, toText).added).toMatch(/^[0-9]+$/);
  }
});
