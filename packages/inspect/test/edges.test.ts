// What stands at the edge of a rule: the other side of each condition that the main tests take for granted.
import type { Pod } from '@kubesem/core';
import {
  createImageCredentials,
  inspectManifests,
  type ObjectReport,
  type Problem,
} from '@kubesem/inspect';
import { podResourceWarnings } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

function report(text: string): ReturnType<typeof inspectManifests> {
  return inspectManifests([{ name: 'a.yaml', text }]);
}

function reportOf(text: string): ObjectReport {
  const { objects } = report(text);
  expect(objects).toHaveLength(1);
  return objects[0] as ObjectReport;
}

/** What a message says that it found. */
function found({ message }: Problem): string | undefined {
  return / found (.*)$/.exec(message)?.[1];
}

const pod = '{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c}]}}';

describe('what is a list', () => {
  test.each(['{a: 1}', '5', 'true', 'text'])('items: %s are none', (items) => {
    const { objects, others, problems } = report(
      `{apiVersion: v1, kind: List, items: [${pod}, {apiVersion: v1, kind: List, items: ${items}}]}`,
    );
    expect(objects).toHaveLength(1);
    expect(others).toEqual([]);
    expect(problems).toMatchObject([
      { severity: 'error', code: 'INVALID_TYPE', path: 'items[1].items', line: 1 },
    ]);
    expect(problems[0]?.message.startsWith('items[1].items: ')).toBe(true);
  });

  test('anything with items is taken apart, whatever its kind', () => {
    expect(report(`{apiVersion: v1, kind: Table, items: [${pod}]}`).objects).toHaveLength(1);
  });

  test('items of null are an empty list in a list, and a field like others elsewhere', () => {
    const others = (kind: string) => report(`{apiVersion: v1, kind: ${kind}, items: null}`).others;
    expect(others('ConfigMapList')).toEqual([]);
    expect(others('ConfigMap').map(({ kind }) => kind)).toEqual(['ConfigMap']);
  });

  test('only the end of its kind is cut off', () => {
    const { others } = report(
      '{apiVersion: x/v1, kind: ListenerList, items: [{metadata: {name: a}}]}',
    );
    expect(others.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'x/v1 Listener',
    ]);
  });

  test.each(['kind: Pod', 'apiVersion: v1'])(
    'an item that has %s alone takes nothing from its list',
    (field) => {
      const item = `{${field}, spec: {containers: [{name: c}]}}`;
      const { objects, problems } = report(`{apiVersion: v1, kind: PodList, items: [${item}]}`);
      expect(objects).toEqual([]);
      expect(problems).toMatchObject([{ code: 'NOT_AN_OBJECT', path: 'items[0]' }]);
    },
  );
});

describe('what is no object', () => {
  test('a document has no path, an item has one', () => {
    const { problems } = report('5\n---\n{apiVersion: v1, kind: List, items: [7]}\n');
    expect(problems.map((problem) => ['path' in problem, problem.path, problem.line])).toEqual([
      [false, undefined, 1],
      [true, 'items[0]', 3],
    ]);
    expect(problems[0]?.message.startsWith('expected')).toBe(true);
  });

  test('the message tells one type from another', () => {
    const { problems } = report('{apiVersion: v1, kind: List, items: [5, x, null, [1], true]}');
    const [ofItems] = report('{apiVersion: v1, kind: List, items: {a: 1}}').problems;
    const texts = [...problems, ofItems as Problem].map(found);
    expect(new Set(texts).size).toBe(6);
    expect(texts).not.toContain('');
    expect(texts).not.toContain(undefined);
    expect(texts[0]).toContain('number');
    expect(texts[4]).toContain('boolean');
  });

  test('the message tells what is missing', () => {
    const { problems } = report('{apiVersion: v1}\n---\n{kind: Pod}\n---\n{a: 1}\n');
    const texts = problems.map(found);
    expect(texts.map((text) => [text?.includes('apiVersion'), text?.includes('kind')])).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ]);
  });
});

describe('who an object is', () => {
  test.each([
    ['{}', 'default', ''],
    ['{namespace: ""}', 'default', ''],
    ['{generateName: "web-", namespace: prod}', 'prod', 'web-*'],
    ['{name: a, generateName: "web-"}', 'default', 'a'],
  ])('metadata: %s', (metadata, namespace, name) => {
    const written = `{apiVersion: v1, kind: Pod, metadata: ${metadata}, spec: {containers: [{name: c}]}}`;
    expect(reportOf(written)).toMatchObject({ namespace, name });
    expect(report(`{apiVersion: v1, kind: Secret, metadata: ${metadata}}`).others).toMatchObject([
      { namespace, name },
    ]);
  });

  test('its uid, its controller and its Pod are absent where there is none', () => {
    const keys = (text: string) => {
      const object = reportOf(text);
      return ['uid', 'controllerUid', 'pod'].filter((key) => key in object);
    };
    const spec = 'spec: {containers: [{name: c}]}';
    const owners = 'ownerReferences: [{uid: 5, controller: true}]';
    expect(keys(`{apiVersion: v1, kind: Pod, metadata: {uid: u}, ${spec}}`)).toEqual([
      'uid',
      'pod',
    ]);
    expect(keys(`{apiVersion: v1, kind: Pod, metadata: {${owners}}, ${spec}}`)).toEqual(['pod']);
    expect(keys('{apiVersion: v1, kind: Pod, spec: {}}')).toEqual([]);
  });

  test('nothing is explained unless it is asked for', () => {
    expect(reportOf(pod).pod).not.toHaveProperty('explanation');
  });

  test('a template keeps its metadata', () => {
    const seen: Pod[] = [];
    const text = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}}`;
    inspectManifests([{ name: 'a.yaml', text }], { onPod: (one) => seen.push(one) });
    expect(seen.map(({ metadata }) => metadata)).toEqual([{ labels: { app: 'web' } }]);
  });

  test('a broken Pod is shown to nobody', () => {
    let calls = 0;
    const text = '{apiVersion: v1, kind: Pod, spec: {containers: []}}';
    inspectManifests([{ name: 'a.yaml', text }], { onPod: () => calls++ });
    expect(calls).toBe(0);
  });
});

describe('what a library found', () => {
  const deployment = (resources: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { template: { spec: { containers: [{ name: c, resources: ${resources} }] } } }
`;

  test('is told with the path through the template, once, and the value', () => {
    const { problems } = reportOf(
      deployment('{ requests: { memory: 400m, cpu: 2 }, limits: { cpu: 1 } }'),
    );
    expect(problems).toHaveLength(2);
    for (const { path = '', value = '', message, apiServer } of problems) {
      expect(message.startsWith(`${path} "${value}": `)).toBe(true);
      expect(message.split('containers[0]')).toHaveLength(2);
      expect(message.endsWith('refuses this in a Pod')).toBe(apiServer === 'rejects');
    }
    expect(problems.map(({ apiServer }) => apiServer)).toEqual(['warns', 'rejects']);
  });

  test('says nothing of the API server where there is nothing to say', () => {
    const [problem] = reportOf(deployment('{ requests: { cpu: x } }')).problems;
    expect(problem).not.toHaveProperty('apiServer');
    expect(problem).toHaveProperty('value', 'x');
  });

  test('has no value where there is none', () => {
    // A request that must have a limit, and has none.
    const { problems } = reportOf(deployment('{ requests: { example.com/gpu: 1 } }'));
    expect(problems.map(({ code }) => code)).toEqual(['LIMIT_MISSING']);
    for (const problem of [
      ...problems,
      ...reportOf('{apiVersion: v1, kind: Pod, spec: {containers: []}}').problems,
    ]) {
      expect(problem).not.toHaveProperty('value');
      expect(problem.message.startsWith(`${problem.path}: `)).toBe(true);
    }
  });

  test('keeps the message of the library, with nothing behind it unless the API server refuses', () => {
    const spec = { containers: [{ name: 'c', resources: { requests: { memory: '400m' } } }] };
    const [warning] = podResourceWarnings(spec);
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', spec });
    const { path, value, message } = reportOf(text).problems[0] as Problem;
    expect(message).toBe(`${path} "${value}": ${warning?.message}`);
  });

  test('says of a Pod that the API server refuses this', () => {
    const limited = pod.replace(
      '{name: c}',
      '{name: c, resources: { requests: { cpu: 2 }, limits: { cpu: 1 } }}',
    );
    const [problem] = reportOf(limited).problems;
    expect(problem?.message.endsWith('refuses this')).toBe(true);
  });

  test('of credentials is a warning', () => {
    const text = pod.replace('{name: c}', '{name: c, image: "example.com/app:1"}');
    const credentials = createImageCredentials();
    credentials.addFile({
      name: 'config.json',
      text: '{"auths":{"example.org":{"username":"a"}}}',
    });
    const { objects } = inspectManifests([{ name: 'a.yaml', text }], { credentials });
    expect(objects[0]?.problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning NO_CREDENTIALS',
    ]);
  });
});

describe('how many Pods', () => {
  const finished = { count: 0, per: 'object', reason: 'FINISHED' };

  test.each([
    ['{type: Complete, status: "True"}', finished],
    ['{type: Failed, status: "True"}', finished],
    ['{type: Failed, status: "False"}', { count: 4, per: 'object' }],
    ['{type: Suspended, status: "True"}', { count: 4, per: 'object' }],
    ['{type: FailureTarget, status: "True"}', finished],
    ['{type: FailureTarget, status: "False"}', { count: 4, per: 'object' }],
    ['{type: SuccessCriteriaMet, status: "True"}', finished],
  ])('a Job with the condition %s', (condition, pods) => {
    const spec = '{parallelism: 4, template: {spec: {containers: [{name: c}]}}}';
    const job = `{apiVersion: batch/v1, kind: Job, metadata: {uid: u}, spec: ${spec}, status: {conditions: [${condition}]}}`;
    expect(reportOf(job).pods).toEqual(pods);
  });

  test('what has succeeded counts for a Job, and not for a CronJob', () => {
    const spec = '{parallelism: 5, completions: 5, template: {spec: {containers: [{name: c}]}}}';
    const stored = 'metadata: {uid: u}, status: {succeeded: 3}';
    expect(reportOf(`{apiVersion: batch/v1, kind: Job, ${stored}, spec: ${spec}}`).pods.count).toBe(
      2,
    );
    const cronJob = `{apiVersion: batch/v1, kind: CronJob, ${stored}, spec: {jobTemplate: {spec: ${spec}}}}`;
    expect(reportOf(cronJob).pods).toEqual({ count: 5, per: 'run' });
  });

  test.each([
    ['completions: 9', 'failedIndexes: "3,4", succeeded: 2', 5],
    ['completions: 9', 'failedIndexes: "0-2,5,10-12"', 2],
    ['completions: 9', 'failedIndexes: "", succeeded: 4', 5],
    ['completions: 5', 'failedIndexes: "3,4", succeeded: 4', 0],
    ['completions: 9', `failedIndexes: "${'9'.repeat(400)}-${'9'.repeat(400)}"`, 0],
    ['suspend: false', 'succeeded: 2, active: 1', 1],
    ['suspend: false', 'succeeded: 1, active: 8', 8],
    ['suspend: false', 'succeeded: 1', 0],
    ['suspend: false', 'succeeded: 0, active: 1', 6],
    ['suspend: false', 'active: 1', 6],
  ])('a stored Job with %s and the status %s', (field, status, count) => {
    const spec = `{parallelism: 6, ${field}, template: {spec: {containers: [{name: c}]}}}`;
    const job = `apiVersion: batch/v1, kind: Job, spec: ${spec}, status: {${status}}`;
    expect(reportOf(`{${job}, metadata: {uid: u}}`).pods).toEqual({ count, per: 'object' });
    const { pods } = reportOf(`{${job}}`);
    expect(pods).toEqual({ count: field === 'completions: 5' ? 5 : 6, per: 'object' });
  });

  test('a workload of none adds no resource to the sum', () => {
    const template = '{spec: {containers: [{name: c, resources: {limits: {cpu: 3}}}]}}';
    const none = `{apiVersion: apps/v1, kind: Deployment, spec: {replicas: 0, template: ${template}}}`;
    const { summary } = report(none);
    expect(JSON.stringify([summary.pods, summary.requests, summary.limits])).toBe('[0,{},{}]');
  });
});

describe('plain scalars of YAML', () => {
  const named = (name: string) =>
    report(`{apiVersion: v1, kind: Secret, metadata: {name: ${name}}}`);

  test.each([
    '.infx',
    '.INFINITY',
    '-.infx',
    '.nanx',
    '.5_',
    '._5',
    '.5e_1',
    '12x',
    '-0b-1',
    '0b',
    '0x',
  ])('%s is a text', (name) => {
    expect(named(name).others.map((object) => object.name)).toEqual([name]);
  });

  // Names are texts: a number is read as none.
  test.each([
    '.55',
    '.1_55',
    '.5e-5',
    '.5e12',
    '.5e1_0',
    '.5e1_00',
    '-.55',
    '+.55',
    '-.5e12',
    '+5',
    '017',
  ])('%s is a number', (name) => {
    expect(named(name).others.map((object) => object.name)).toEqual(['']);
  });

  const cpu = (written: string) => {
    const object = reportOf(
      `{apiVersion: v1, kind: Pod, spec: {containers: [{name: c, resources: {requests: {cpu: ${written}}}}]}}`,
    );
    return JSON.stringify(object.pod?.requests.cpu);
  };

  test.each([
    ['0xffffffffffffffff', '"18446744073709552k"'],
    ['+0xffffffffffffffff', undefined],
    ['-0x8000000000000000', '"-9223372036854775808"'],
    ['+0x7fffffffffffffff', '"9223372036854775807"'],
    ['+9223372036854775807', '"9223372036854775807"'],
    ['0XfF', '"255"'],
    ['0B101', '"5"'],
    ['0b-101', '"-5"'],
    ['0o17', '"15"'],
    ['0O17', '"15"'],
    ['017', '"15"'],
  ])('cpu: %s is %s', (written, canonical) => {
    expect(cpu(written)).toBe(canonical);
  });

  test.each(['-0', '-0.0', '-0x0', '-00'])(
    'replicas: %s is zero, and not minus zero',
    (replicas) => {
      const template = '{spec: {containers: [{name: c}]}}';
      const text = `{apiVersion: apps/v1, kind: Deployment, spec: {replicas: ${replicas}, template: ${template}}}`;
      expect(reportOf(text).pods).toEqual({ count: 0, per: 'object' });
    },
  );
});
