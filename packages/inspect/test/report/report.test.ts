import type { Pod } from '@kubesem/core';
import type { ObjectReport } from '@kubesem/inspect';
import { WORKLOAD_KINDS } from '@kubesem/workloads/internal';
import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

/** The only object of a text. */
function only(text: string): ObjectReport {
  const { objects } = inspectText(text);
  expect(objects).toHaveLength(1);
  return objects[0] as ObjectReport;
}

/** An object with a Pod template whose container requests cpu. */
const workload = (apiVersion: string, kind: string, spec: string, cpu = '250m') =>
  `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: w, namespace: ns}, spec: {${spec}
  template: {spec: {containers: [{name: app, resources: {limits: {cpu: ${cpu}}}, image: a:1}]}}}}`;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const pod =
  '{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: a:1}]}}';

describe('kinds', () => {
  test('every kind with a Pod template is reported, with its Pods', () => {
    const template =
      '{spec: {containers: [{name: app, resources: {limits: {cpu: 250m}}, image: a:1}]}}';
    for (const { apiVersion, kind, templateSegments } of WORKLOAD_KINDS.slice(1)) {
      const fields = [...templateSegments]
        .reverse()
        .reduce((inner, segment) => `{${segment}: ${inner}}`, template);
      const text = `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: w}, ${fields.slice(1)}`;
      const object = only(text);
      expect(object).toMatchObject({ kind, name: 'w', problems: [], defaulted: true });
      expect(plain(object.pod?.requests)).toEqual({ cpu: '250m' });
      const isTemplate = kind === 'PodTemplate';
      expect(object.pods.count).toBe(isTemplate ? 0 : 1);
    }
  });

  test.each(['apps.example.com/v1 Deployment', 'v1 Event', 'v1 __proto__'])(
    'a %s is listed among the others',
    (type) => {
      const [apiVersion = '', kind = ''] = type.split(' ');
      const { objects, others, problems } = inspectText(
        `--- # c\n${workload(apiVersion, kind, '')}`,
      );
      expect(objects).toEqual([]);
      expect(problems).toEqual([]);
      expect(others).toEqual([
        { file: 'a.yaml', line: 2, column: 1, apiVersion, kind, name: 'w', namespace: 'ns' },
      ]);
    },
  );

  test('a version that Kubernetes does not serve', () => {
    const { objects, others, problems } = inspectText(`
apiVersion: v1
kind: List
items:
- kind: Deployment
  apiVersion: extensions/v1beta1
`);
    expect(objects).toEqual([]);
    expect(others).toMatchObject([{ kind: 'Deployment', item: 'items[0]' }]);
    expect(problems).toMatchObject([
      {
        severity: 'error',
        code: 'VERSION_NOT_SERVED',
        segments: ['apiVersion'],
        value: 'extensions/v1beta1',
        file: 'a.yaml',
        line: 6,
        column: 15,
      },
    ]);
  });

  test.each([
    ['apps/v1', 'Statefulset', 'StatefulSet'],
    ['apps/v1', 'deployments', 'Deployment'],
    ['v1', 'pod', 'Pod'],
    ['v1', 'cronjob', 'CronJob'],
    ['apps/v1', 'Deploymnet', undefined],
    ['batch/v1', 'Task', undefined],
  ])('%s %s is a kind that Kubernetes does not have', (apiVersion, kind, meant) => {
    const { others, problems } = inspectText(`kind: ${kind}\napiVersion: ${apiVersion}\n`);
    expect(others).toHaveLength(1);
    const [problem] = problems;
    expect(problem).toMatchObject({
      severity: 'error',
      code: 'VERSION_NOT_SERVED',
      segments: ['kind'],
      value: kind,
      line: 1,
    });
    expect(/did you mean (\w+)/.exec(problem?.message ?? '')?.[1]).toBe(meant);
  });

  test.each([
    ['apps/v1', 'ControllerRevision'],
    ['v1', 'ServiceAccount'],
    ['v1', 'Whatever'],
    ['apps.example.com/v1', 'Statefulset'],
    ['example.com/v1', 'Task'],
  ])('%s %s may be a kind of its own', (apiVersion, kind) => {
    expect(inspectText(`kind: ${kind}\napiVersion: ${apiVersion}\n`).problems).toEqual([]);
  });

  test('problems of the text are in the report', () => {
    const { objects, problems } = inspectText(`5\n---\n${pod}\n---\na: [\n`);
    expect(objects).toHaveLength(1);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['SYNTAX', 6],
      ['NOT_AN_OBJECT', 1],
    ]);
  });
});

describe('identity', () => {
  test.each([
    ['{}', 'default', ''],
    ['{namespace: ""}', 'default', ''],
    ['{generateName: "web-", namespace: prod}', 'prod', 'web-*'],
    ['{name: a, generateName: "web-"}', 'default', 'a'],
  ])('metadata: %s', (metadata, namespace, name) => {
    const spec = 'spec: {containers: [{name: c, image: a:1}]}';
    expect(only(`{apiVersion: v1, kind: Pod, metadata: ${metadata}, ${spec}}`)).toMatchObject({
      namespace,
      name,
    });
    const secret = `{apiVersion: v1, kind: Secret, metadata: ${metadata}}`;
    expect(inspectText(secret).others).toMatchObject([{ namespace, name }]);
  });

  test('absent parts of a report are absent fields', () => {
    const keys = (text: string) => {
      const object = only(text);
      return ['item', 'uid', 'controllerUid', 'controllerCreator', 'pod'].filter(
        (key) => key in object,
      );
    };
    const spec = 'spec: {containers: [{name: c, image: a:1}]}';
    const owners = 'ownerReferences: [{uid: "", controller: true}]';
    expect(keys(`{apiVersion: v1, kind: Pod, metadata: {uid: u}, ${spec}}`)).toEqual([
      'uid',
      'pod',
    ]);
    expect(keys(`{apiVersion: v1, kind: Pod, metadata: {${owners}}, ${spec}}`)).toEqual(['pod']);
    expect(keys('{apiVersion: v1, kind: Pod, spec: {}}')).toEqual([]);
    expect(only(pod).pod).not.toHaveProperty('explanation');
  });

  test('the controller and the workload that created it', () => {
    const text = `{apiVersion: v1, kind: Pod, metadata: {labels: {pod-template-hash: 5d4f}, ownerReferences:
      [{kind: ReplicaSet, name: web-5d4f, uid: u1, controller: true}]}, spec: {containers: [{name: c, image: a:1}]}}`;
    expect(only(text)).toMatchObject({
      controllerUid: 'u1',
      controllerCreator: { kind: 'Deployment', name: 'web' },
    });
  });
});

describe('options', () => {
  test('namespace: only its objects are reported', () => {
    const other = (kind: string, namespace: string) =>
      `{apiVersion: v1, kind: ${kind}, metadata: {name: o, namespace: ${namespace}}}`;
    const text = [
      pod,
      workload('apps/v1', 'Deployment', ''),
      other('Secret', 'ns'),
      other('Secret', 'x'),
    ].join('\n---\n');
    const kindsOf = (namespace?: string) => {
      const { objects, others, summary } = inspectText(text, { namespace });
      return [[...objects, ...others].map(({ kind }) => kind), summary.pods];
    };
    expect(kindsOf()).toEqual([['Pod', 'Deployment', 'Secret', 'Secret'], 2]);
    expect(kindsOf('ns')).toEqual([['Deployment', 'Secret'], 1]);
    expect(kindsOf('default')).toEqual([['Pod'], 1]);
  });

  test('onPod: receives every Pod without errors, with its defaults and its metadata', () => {
    const template =
      '{metadata: {labels: {a: b}}, kind: X, spec: {containers: [{name: app, resources: {limits: {cpu: 3}}, image: a:1}]}}';
    const text = [
      `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: ${template}}}`,
      '{apiVersion: v1, kind: Pod, spec: {containers: []}}',
    ].join('\n---\n');
    const seen: [Pod, string][] = [];
    inspectText(text, { onPod: (one, { kind }) => seen.push([one, kind]) });
    expect(seen).toMatchObject([[{ metadata: { labels: { a: 'b' } } }, 'Deployment']]);
    expect(seen[0]?.[0].spec?.containers?.[0]?.resources?.requests).toEqual({ cpu: '3' });
  });
});

describe('problems have segments, value and place', () => {
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

  test('every invalid quantity', () => {
    const object = only(deployment);
    expect(object.pod).toBeUndefined();
    const container = ['spec', 'template', 'spec', 'containers'];
    expect(object.problems).toMatchObject([
      {
        severity: 'error',
        code: 'INVALID_QUANTITY',
        segments: [...container, 0, 'resources', 'limits', 'memory'],
        path: 'spec.template.spec.containers[0].resources.limits[memory]',
        value: '1GB',
        file: 'a.yaml',
        line: 12,
        column: 23,
      },
      {
        segments: [...container, 0, 'resources', 'limits', 'example.com/gpu'],
        value: 'two',
        line: 13,
        column: 32,
      },
      {
        segments: [...container, 1, 'resources', 'requests', 'cpu'],
        value: '1 core',
        line: 16,
        column: 30,
      },
    ]);
    for (const { message, path } of object.problems) {
      expect(message).not.toContain(path);
    }
  });

  test.each<[string, string, string]>([
    ['spec: {containers: {name: a}}', 'INVALID_TYPE', 'spec.containers'],
    ['spec: {containers: [a]}', 'INVALID_TYPE', 'spec.containers[0]'],
    ['spec: {containers: [{name: 5, image: a:1}]}', 'INVALID_TYPE', 'spec.containers[0].name'],
    ['spec: {containers: [{name: a, image: {a: 1}}]}', 'INVALID_TYPE', 'spec.containers[0].image'],
    [
      'spec: {containers: [{name: a, resources: b, image: a:1}]}',
      'INVALID_TYPE',
      'spec.containers[0].resources',
    ],
    ['spec: []', 'INVALID_TYPE', 'spec'],
    ['spec: ""', 'INVALID_TYPE', 'spec'],
    ['', 'REQUIRED', 'spec'],
    ['spec: {containers: []}', 'REQUIRED', 'spec.containers'],
    [
      'metadata: {namespace: 1}\nspec: {containers: [{name: a, image: a:1}]}',
      'INVALID_TYPE',
      'metadata.namespace',
    ],
    [
      'metadata: {uid: 5}\nspec: {containers: [{name: a, image: a:1}]}',
      'INVALID_TYPE',
      'metadata.uid',
    ],
    [
      'status: {phase: 5}\nspec: {containers: [{name: a, image: a:1}]}',
      'INVALID_TYPE',
      'status.phase',
    ],
  ])('a Pod with %j', (fields, code, path) => {
    const object = only(`apiVersion: v1\nkind: Pod\n${fields}\n`);
    expect(object.problems).toMatchObject([{ severity: 'error', code, path }]);
    expect(object.pod).toBeUndefined();
  });

  test('every field of the wrong type is reported once', () => {
    const found = (fields: string) =>
      only(
        `{apiVersion: apps/v1, kind: Deployment, ${fields}, spec: {replicas: x, template: {spec: {containers: [{name: a, image: a:1}]}}}}`,
      ).problems.map(({ code, path }) => `${code} ${path}`);
    const replicas = 'INVALID_TYPE spec.replicas';
    expect(found('metadata: 5')).toEqual(['INVALID_TYPE metadata', replicas]);
    expect(found('metadata: {ownerReferences: [5, {uid: u, controller: true}, null, x]}')).toEqual([
      'INVALID_TYPE metadata.ownerReferences[0]',
      'INVALID_TYPE metadata.ownerReferences[3]',
      replicas,
    ]);
  });

  test('a broken object does not affect the others', () => {
    const { objects } = inspectText(`${deployment}---\n${workload('batch/v1', 'Job', '')}`);
    expect(objects.map((object) => object.pod !== undefined)).toEqual([false, true]);
  });

  test('a problem says what the API server does, and the amount counts', () => {
    const resources = '{ requests: { memory: 400m, cpu: 2 }, limits: { cpu: 1 } }';
    const object = only(
      `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n  - { name: app, image: a:1, resources: ${resources} }\n`,
    );
    expect(object.problems).toMatchObject([
      { severity: 'warning', code: 'BYTES_FRACTIONAL', line: 6, value: '400m' },
      { severity: 'error', code: 'INVALID', line: 6, apiServer: 'rejects' },
    ]);
    expect(plain(object.pod?.requests)).toEqual({ memory: '400m', cpu: '2' });
    // What cannot be read has no such field.
    expect(only(deployment).problems[0]).not.toHaveProperty('apiServer');
  });

  test('an unknown field in a template', () => {
    const text = `apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          volume: []
          containers: [{ name: a, resource: {}, image: a:1 }]
`;
    expect(
      only(text).problems.map(({ code, path, line, column }) => [code, path, line, column]),
    ).toEqual([
      ['UNKNOWN_FIELD', 'spec.jobTemplate.spec.template.spec.volume', 8, 19],
      ['UNKNOWN_FIELD', 'spec.jobTemplate.spec.template.spec.containers[0].resource', 9, 45],
    ]);
  });

  test('a default is at the place of the field around it', () => {
    const object = only(`apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  resources:
    limits: { memory: 1Gi }
  containers:
    - name: app
      image: app:1
      resources:
        requests: { memory: 2Gi }
`);
    expect(object.problems).toMatchObject([
      {
        code: 'INVALID',
        path: 'spec.resources.requests',
        value: '2Gi',
        line: 6,
      },
    ]);
  });
});

describe('amounts', () => {
  test.each([
    ['9223372036854775807', '9223372036854775807'],
    ['"9223372036854775807"', '9223372036854775807'],
    ['0x10', '16'],
    ['0xffffffffffffffff', '18446744073709552k'],
    ['1_000', '1k'],
    ['.5', '500m'],
    ['', '0'],
  ])('cpu: %s is %s', (written, canonical) => {
    const object = only(
      `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {requests: {cpu: ${written}}}, image: a:1}]}`,
    );
    expect(plain(object.pod?.requests)).toEqual({ cpu: canonical });
  });

  test.each(['yes', '12:30', '0o8', '[1]', '+0xffffffffffffffff'])(
    'cpu: %s is an error',
    (written) => {
      const object = only(
        `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {requests: {cpu: ${written}}}, image: a:1}]}`,
      );
      expect(object.problems.map(({ severity }) => severity)).toEqual(['error']);
    },
  );

  test('__proto__ is a resource like any other', () => {
    const object = only(
      '{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"requests":{"__proto__":"3","constructor":"4"}},"image":"a:1"}]}}',
    );
    expect(JSON.stringify(object.pod?.requests)).toBe('{"__proto__":"3","constructor":"4"}');
  });
});
