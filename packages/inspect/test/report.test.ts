import { type InspectReport, inspectManifests, type ObjectReport } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const report = (text: string, explain = false): InspectReport =>
  inspectManifests([{ name: 'a.yaml', text }], { explain });

/** The only object of a text. */
function only(text: string): ObjectReport {
  const { objects } = report(text);
  expect(objects).toHaveLength(1);
  return objects[0] as ObjectReport;
}

/** An object with a Pod template whose container asks for cpu. */
const workload = (apiVersion: string, kind: string, spec: string, cpu = '250m') =>
  `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: w, namespace: ns}, spec: {${spec}
  template: {spec: {containers: [{name: app, resources: {limits: {cpu: ${cpu}}}}]}}}}`;

const text = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('every kind that is a Pod or carries a template for Pods', () => {
  const container = '{name: app, resources: {limits: {cpu: 250m}}}';
  const cronJob = (spec: string, jobSpec: string) =>
    `{apiVersion: batch/v1, kind: CronJob, metadata: {name: w, namespace: ns}, spec: {${spec}
    jobTemplate: {spec: {${jobSpec} template: {spec: {containers: [${container}]}}}}}}`;

  test.each<[string, string, ObjectReport['pods']]>([
    [
      'Pod',
      `{apiVersion: v1, kind: Pod, metadata: {name: w, namespace: ns}, spec: {containers: [${container}]}}`,
      { count: 1, per: 'object' },
    ],
    [
      'PodTemplate',
      `{apiVersion: v1, kind: PodTemplate, metadata: {name: w, namespace: ns}, template: {spec: {containers: [${container}]}}}`,
      { count: 0, per: 'object', reason: 'TEMPLATE' },
    ],
    [
      'ReplicationController',
      workload('v1', 'ReplicationController', 'replicas: 2,'),
      { count: 2, per: 'object' },
    ],
    ['Deployment', workload('apps/v1', 'Deployment', 'replicas: 3,'), { count: 3, per: 'object' }],
    [
      'ReplicaSet without replicas',
      workload('apps/v1', 'ReplicaSet', ''),
      { count: 1, per: 'object' },
    ],
    [
      'StatefulSet of none',
      workload('apps/v1', 'StatefulSet', 'replicas: 0,'),
      { count: 0, per: 'object' },
    ],
    ['DaemonSet', workload('apps/v1', 'DaemonSet', ''), { count: 1, per: 'node' }],
    ['Job', workload('batch/v1', 'Job', ''), { count: 1, per: 'object' }],
    [
      'Job of more than run at once',
      workload('batch/v1', 'Job', 'completions: 9, parallelism: 4,'),
      { count: 4, per: 'object' },
    ],
    [
      'Job of fewer than may run at once',
      workload('batch/v1', 'Job', 'completions: 2, parallelism: 4,'),
      { count: 2, per: 'object' },
    ],
    [
      'Job as a work queue',
      workload('batch/v1', 'Job', 'parallelism: 5,'),
      { count: 5, per: 'object' },
    ],
    [
      'Job that is suspended',
      workload('batch/v1', 'Job', 'parallelism: 5, suspend: true,'),
      { count: 0, per: 'object', reason: 'SUSPENDED' },
    ],
    ['CronJob', cronJob('', 'completions: 3, parallelism: 2,'), { count: 2, per: 'run' }],
    [
      'CronJob that is suspended',
      cronJob('suspend: true,', ''),
      { count: 0, per: 'run', reason: 'SUSPENDED' },
    ],
  ])('%s', (_, manifest, pods) => {
    const object = only(manifest);
    expect(object).toMatchObject({ name: 'w', namespace: 'ns', problems: [], defaulted: true });
    expect(object.pods).toEqual(pods);
    expect(text(object.pod?.requests)).toEqual({ cpu: '250m' });
  });

  test.each([
    ['apps.example.com/v1', 'Deployment'],
    ['batch.volcano.sh/v1alpha1', 'Job'],
    ['x/apps/v1', 'Deployment'],
    ['argoproj.io/v1alpha1', 'Rollout'],
    ['v1', 'Service'],
    ['v1', '__proto__'],
  ])('%s %s is another kind', (apiVersion, kind) => {
    const { objects, others, problems } = report(`--- # c\n${workload(apiVersion, kind, '')}`);
    expect(objects).toEqual([]);
    expect(problems).toEqual([]);
    expect(others).toEqual([
      { file: 'a.yaml', line: 2, column: 1, apiVersion, kind, name: 'w', namespace: 'ns' },
    ]);
  });
});

test.each([
  ['extensions/v1beta1', 'Deployment', 'apps/v1'],
  ['apps/v1beta2', 'StatefulSet', 'apps/v1'],
  ['batch/v2alpha1', 'CronJob', 'batch/v1'],
  ['v1', 'Job', 'batch/v1'],
  ['v1beta3', 'Pod', 'v1'],
])('%s %s is not served, which is told', (apiVersion, kind, served) => {
  const { objects, others, problems } = report(`
apiVersion: v1
kind: List
items:
- kind: ${kind}
  apiVersion: ${apiVersion}
`);
  expect(objects).toEqual([]);
  expect(others).toMatchObject([{ kind, item: 'items[0]' }]);
  expect(problems).toMatchObject([
    {
      severity: 'warning',
      code: 'UNSERVED_VERSION',
      path: 'apiVersion',
      file: 'a.yaml',
      line: 6,
      column: 15,
    },
  ]);
  expect(problems[0]?.message).toContain(` ${served} `);
});

describe('lists', () => {
  const pod = (name: string) => `{metadata: {name: ${name}}, spec: {containers: [{name: c}]}}`;

  test('items of a typed list take its kind and version, of any list their own', () => {
    const { objects, problems } = report(`
apiVersion: v1
kind: PodList
items:
- ${pod('a')}
- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {generateName: b-}, spec: {containers: [{name: c}]}}]}
`);
    expect(problems).toEqual([]);
    expect(objects.map(({ kind, name, item, line }) => [kind, name, item, line])).toEqual([
      ['Pod', 'a', 'items[0]', 5],
      ['Pod', 'b-*', 'items[1].items[0]', 6],
    ]);
  });

  test('an item that is no object does not hide the others', () => {
    const { objects, problems } = report(`
apiVersion: v1
kind: List
items:
- 5
- ${pod('a')}
- {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {containers: [{name: c}]}}
- null
`);
    expect(problems.map(({ code, path, line }) => [code, path, line])).toEqual([
      ['NOT_AN_OBJECT', 'items[0]', 5],
      ['NOT_AN_OBJECT', 'items[1]', 6],
      ['NOT_AN_OBJECT', 'items[3]', 8],
    ]);
    expect(objects.map(({ name }) => name)).toEqual(['c']);
  });

  test('an empty list is nothing to speak of', () => {
    expect(report('{apiVersion: v1, kind: List, items: []}')).toMatchObject({
      others: [],
      problems: [],
    });
    expect(report('{apiVersion: v1, kind: PodList, items: null}')).toMatchObject({
      others: [],
      problems: [],
    });
  });
});

describe('what is wrong is named by path, value and place', () => {
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: app
          resources:
            limits:
              memory: 1GB
              example.com/gpu: two
        - name: second
          resources:
            requests: { cpu: 1 core }
`;

  test('every quantity that is none', () => {
    const object = only(deployment);
    expect(object.pod).toBeUndefined();
    const found = object.problems.map(({ severity, code, path, value, line, column }) => [
      `${severity} ${code} ${line}:${column}`,
      path,
      value,
    ]);
    const limits = 'spec.template.spec.containers[0].resources.limits';
    expect(found).toEqual([
      ['error INVALID_QUANTITY 12:23', `${limits}.memory`, '1GB'],
      ['error INVALID_QUANTITY 13:32', `${limits}[example.com/gpu]`, 'two'],
      [
        'error INVALID_QUANTITY 16:30',
        'spec.template.spec.containers[1].resources.requests.cpu',
        '1 core',
      ],
    ]);
    for (const { message, path = '', value = '' } of object.problems) {
      expect(message).toContain(path);
      expect(message).toContain(value);
    }
  });

  test.each<[string, string, string, string]>([
    [
      'a list of containers that is none',
      'spec: {containers: {name: a}}',
      'INVALID_TYPE',
      'spec.containers',
    ],
    ['a container that is a text', 'spec: {containers: [a]}', 'INVALID_TYPE', 'spec.containers[0]'],
    [
      'a name that is a number',
      'spec: {containers: [{name: 5}]}',
      'INVALID_TYPE',
      'spec.containers[0].name',
    ],
    [
      'resources that are a text',
      'spec: {containers: [{name: a, resources: b}]}',
      'INVALID_TYPE',
      'spec.containers[0].resources',
    ],
    ['a spec that is a list', 'spec: []', 'INVALID_TYPE', 'spec'],
    ['no spec', '', 'REQUIRED', 'spec'],
    ['no containers', 'spec: {containers: []}', 'REQUIRED', 'spec.containers'],
    [
      'a namespace that is a number',
      'metadata: {namespace: 1}\nspec: {containers: [{name: a}]}',
      'INVALID_TYPE',
      'metadata.namespace',
    ],
  ])('%s', (_, fields, code, path) => {
    const object = only(`apiVersion: v1\nkind: Pod\n${fields}\n`);
    expect(
      object.problems.map((problem) => [problem.severity, problem.code, problem.path]),
    ).toEqual([['error', code, path]]);
    expect(object.pod).toBeUndefined();
  });

  test.each(['"3"', '1.5', '-1', '2147483648', 'true'])('replicas: %s', (replicas) => {
    const object = only(workload('apps/v1', 'Deployment', `replicas: ${replicas},`));
    expect(object.problems).toMatchObject([
      { severity: 'error', code: 'INVALID_TYPE', path: 'spec.replicas' },
    ]);
  });

  test('as many replicas as a number of 32 bits can say', () => {
    const object = only(workload('apps/v1', 'Deployment', 'replicas: 2147483647,'));
    expect(object).toMatchObject({ problems: [], pods: { count: 2147483647 } });
  });

  test.each([
    ['suspend: "true",', 'spec.suspend'],
    ['suspend: 1, suspended: 2,', 'spec.suspend'],
  ])('a Job with %s', (spec, path) => {
    expect(only(workload('batch/v1', 'Job', spec)).problems).toMatchObject([
      { code: 'INVALID_TYPE', path },
    ]);
  });

  test('each field of the wrong type is told once, by the outermost that is wrong', () => {
    const spec = 'template: {spec: {containers: [{name: a}]}}';
    const found = (fields: string) =>
      only(`{apiVersion: apps/v1, kind: Deployment, ${fields}}`).problems.map(
        ({ code, path }) => `${code} ${path}`,
      );
    expect(found(`metadata: 5, spec: {replicas: x, ${spec}}`)).toEqual([
      'INVALID_TYPE metadata',
      'INVALID_TYPE spec.replicas',
    ]);
    // Asked for several times.
    const pod = only(
      '{apiVersion: v1, kind: Pod, metadata: {uid: 5}, spec: {containers: [{name: a}]}}',
    );
    expect(pod.problems.map(({ path }) => path)).toEqual(['metadata.uid']);
    const owners = '[5, {uid: u, controller: true}, null, x]';
    expect(found(`metadata: {ownerReferences: ${owners}}, spec: {${spec}}`)).toEqual([
      'INVALID_TYPE metadata.ownerReferences[0]',
      'INVALID_TYPE metadata.ownerReferences[3]',
    ]);
    expect(found(`metadata: {ownerReferences: {uid: u}}, spec: {${spec}}`)).toEqual([
      'INVALID_TYPE metadata.ownerReferences',
    ]);
  });

  test('a broken object leaves the others alone', () => {
    const { objects } = report(`${deployment}---\n${workload('batch/v1', 'Job', '')}`);
    expect(objects.map(({ pod }) => pod !== undefined)).toEqual([false, true]);
  });

  test('what is odd is a warning, and counts as it is', () => {
    const object = only(`
apiVersion: v1
kind: Pod
spec:
  containers:
  - name: app
    resources:
      requests: { memory: 400m, cpu: 2 }
      limits: { cpu: 1 }
`);
    expect(
      object.problems.map(({ severity, code, line, apiServer }) => [
        severity,
        code,
        line,
        apiServer,
      ]),
    ).toEqual([
      ['warning', 'FRACTIONAL_BYTES', 8, 'warns'],
      ['warning', 'REQUEST_ABOVE_LIMIT', 8, 'rejects'],
    ]);
    expect(text(object.pod?.requests)).toEqual({ memory: '400m', cpu: '2' });
  });
});

test('what a default has filled in is named, at the place of what is around it', () => {
  const object = only(`apiVersion: v1
kind: Pod
spec:
  resources:
    limits: { memory: 1Gi }
  containers:
    - name: app
      resources:
        requests: { memory: 2Gi }
`);
  expect(object.problems).toMatchObject([
    { code: 'REQUEST_ABOVE_LIMIT', path: 'spec.resources.requests.memory', value: '2Gi', line: 5 },
  ]);
});

describe('numbers lose no digit', () => {
  test.each([
    ['9223372036854775807', '9223372036854775807'],
    ['"9223372036854775807"', '9223372036854775807'],
    ['0x10', '16'],
    ['017', '15'],
    ['1_000', '1k'],
    ['1e3', '1k'],
    ['0.1', '100m'],
    ['.5', '500m'],
    ['129e6', '129M'],
    ['', '0'],
  ])('cpu: %s is %s', (written, canonical) => {
    const object = only(
      `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {requests: {cpu: ${written}}}}]}`,
    );
    expect(text(object.pod?.requests)).toEqual({ cpu: canonical });
  });

  test.each(['yes', '12:30', '.inf', '1e400', '0o8', '[1]'])('cpu: %s is none', (written) => {
    const { objects, problems } = report(
      `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {requests: {cpu: "x", memory: ${written}}}}]}`,
    );
    const found = [...problems, ...objects.flatMap((object) => object.problems)];
    expect(found.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
  });

  test('__proto__ is a resource like any other', () => {
    const object = only(
      '{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"requests":{"__proto__":"3","constructor":"4"}}}]}}',
    );
    expect(JSON.stringify(object.pod?.requests)).toBe('{"__proto__":"3","constructor":"4"}');
  });
});
