import { expect, test } from 'vitest';
import { fileOf, json, kubesem, podManifest, problemsIn } from '../support/run.js';

const NONE = podManifest('none').replace(', namespace: default', '');
const OTHER = podManifest('other', undefined, 'prod');
const NODE = `apiVersion: v1
kind: Node
metadata: { name: alpha }
status: { allocatable: { cpu: 4, memory: 8Gi, pods: 10 } }
`;
const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: db }
spec: { clusterIP: 10.96.0.7 }
`;
const SECRET = `apiVersion: v1
kind: Secret
metadata: { name: pull }
type: kubernetes.io/dockercfg
stringData: { .dockercfg: '{"quay.io": {"username": "anna", "password": "katze"}}' }
`;

test('-n is the namespace of objects without one, and others are errors', async () => {
  const file = fileOf(NONE, OTHER, podManifest('same', undefined, 'shop'));
  const { status, output, stderr } = await json(['inspect', '-n', 'shop', file]);
  expect(status).toBe(1);
  expect(output.objects).toMatchObject([
    { name: 'none', namespace: 'shop' },
    { name: 'same', namespace: 'shop' },
  ]);
  expect(output.problems).toMatchObject([{ code: 'NAMESPACE_DIFFERS' }]);
  expect(stderr).toContain('the namespace from the provided object "prod" does not match');
  expect(problemsIn(stderr)).toEqual(['a.yaml:11:37 error']);
});

test.each<[string, string[], string, RegExp]>([
  ['fit', ['fit', '-'], NONE, /Pod shop\/none/],
  ['dns names', ['dns', 'names'], SERVICE, /db\.shop\.svc/],
  ['dns zone', ['dns', 'zone'], SERVICE, /db\.shop\.svc/],
  [
    'dns query',
    ['dns', 'query', 'db.shop.svc.cluster.local', 'A', '-f', '-'],
    SERVICE,
    /10\.96\.0\.7/,
  ],
  ['dns resolv', ['dns', 'resolv', '--from', 'shop/none', '-f', '-'], NONE, /search shop\.svc/],
  [
    'dns lookup',
    ['dns', 'lookup', 'db', '--from', 'shop/none', '-f', '-'],
    `${NONE}---\n${SERVICE}`,
    /10\.96\.0\.7/,
  ],
  ['image', ['image', 'quay.io/a/b:1', '--credentials', '-'], SECRET, /shop\/pull/],
  [
    'nodes',
    ['nodes', '--pods'],
    `${NONE.replace('spec:', 'spec:\n  nodeName: alpha')}---\n${NODE}`,
    /shop +none/,
  ],
])('%s has it, too', async (name, args, stdin, expected) => {
  const cluster = name === 'fit' ? ['--cluster', fileOf(NODE)] : [];
  const { stdout } = await kubesem([...args, ...cluster, '-n', 'shop'], { stdin });
  expect(stdout).toMatch(expected);
  const { stdout: without } = await kubesem([...args, ...cluster], { stdin });
  expect(without).not.toMatch(expected);
});

test('an empty namespace is a wrong command line', async () => {
  const { status } = await kubesem(['inspect', '-n', ''], { stdin: NONE });
  expect(status).toBe(2);
});
