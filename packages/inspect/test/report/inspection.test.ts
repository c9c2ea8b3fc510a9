import { createImageCredentials, createInspection } from '@kubesem/inspect';
import { readObjects } from '@kubesem/manifests';
import { expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

const spec = {
  containers: [{ name: 'app', image: 'example.com/app:1', resources: { requests: { cpu: '1x' } } }],
};
const text = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'b' },
      spec: { containers: [{ image: 'b' }] },
    },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'My_Service' } },
    5,
  ],
});

test('objects that come one by one make the same report', async () => {
  const options = () => ({ explain: true, credentials: createImageCredentials(), dnsNames: {} });
  const whole = inspectText(text, options());
  for (const end of [0, 30, 90, 140]) {
    const { add, addProblem, report } = createInspection(options());
    const chunks = [text.slice(0, end), text.slice(end)];
    for await (const object of readObjects({ name: 'a.yaml', chunks }, { onProblem: addProblem })) {
      add(object);
    }
    expect(report()).toEqual(whole);
  }
  expect(whole.problems.map(({ code }) => code)).toEqual([
    'NOT_AN_OBJECT',
    'INVALID',
    'REQUIRED',
    'NAME_INVALID',
  ]);
});

test('a report can be asked for again, after more objects', () => {
  const inspection = createInspection({ credentials: createImageCredentials() });
  const first = inspection.report();
  expect(first).toMatchObject({ objects: [], others: [], problems: [], summary: { pods: 0 } });
  expect(first).not.toHaveProperty('dnsNames');
  inspection.addProblem(inspectText('5').problems[0] as never);
  expect(first.problems).toEqual([]);
  expect(inspection.report().problems).toMatchObject([{ code: 'NOT_AN_OBJECT' }]);
});

test('the DNS names of a namespace, and problems that the objects do not have already', () => {
  const pods =
    '{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, status: {phase: 5}, spec: {containers: [{name: c}]}}';
  const service = (namespace: string) =>
    `{apiVersion: v1, kind: Service, metadata: {name: s, namespace: ${namespace}}, spec: {clusterIP: 7}}`;
  const named =
    '{apiVersion: v1, kind: Service, metadata: {name: t, namespace: ns}, spec: {clusterIP: None}}';
  const { dnsNames, problems, objects } = inspectText(
    [pods, service('ns'), named, service('x')].join('\n---\n'),
    { dnsNames: { clusterDomain: 'k8s.example' }, namespace: 'ns' },
  );
  expect(dnsNames?.map(({ names }) => names)).toEqual([
    [{ of: 'service', name: 't.ns.svc.k8s.example' }],
  ]);
  expect(objects[0]?.problems.map(({ path }) => path)).toEqual(['status.phase']);
  expect(problems.map(({ path, line }) => [path, line])).toEqual([
    ['spec.clusterIP', 3],
    ['spec.clusterIP', 7],
  ]);
});
