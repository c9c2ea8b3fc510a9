import { expect, test } from 'vitest';
import { fileOf, kubesem } from '../support/run.js';

/** Its text throws. */
const NO_TEXT = { toString: null };
const metadata = { name: 'x', namespace: 'a', labels: { app: NO_TEXT } };
const named = { name: NO_TEXT, namespace: 'a' };
const ports = [{ name: NO_TEXT, port: 80, containerPort: NO_TEXT, targetPort: NO_TEXT }];
const spec = { containers: [{ name: 'c', image: 'x', ports, env: [{ name: NO_TEXT }] }] };
/** All that a container can refer to has a name without a text, but the Pod has none of these names. */
const from = { configMapKeyRef: { name: NO_TEXT, key: NO_TEXT } };
const withRefs = {
  containers: [
    {
      name: 'c',
      image: 'x',
      env: [
        { name: 'PLAIN', value: 'plain' },
        { name: 'A', value: NO_TEXT },
        { name: 'B', valueFrom: from },
      ],
      envFrom: [{ secretRef: { name: NO_TEXT } }],
      volumeMounts: [{ name: 'v', mountPath: NO_TEXT, subPath: NO_TEXT }],
    },
  ],
  volumes: [{ name: 'v', configMap: { name: NO_TEXT } }],
};
const items = [
  { kind: 'Pod', metadata, spec, status: { podIP: NO_TEXT, phase: NO_TEXT } },
  { kind: 'Pod', metadata: named, spec },
  { kind: 'Pod', metadata: { name: 'y', namespace: 'a' }, spec: withRefs },
  {
    kind: 'Service',
    metadata: { ...metadata, labels: {} },
    spec: { selector: { app: 'web' }, ports },
  },
  {
    kind: 'Service',
    metadata: { ...metadata, name: 'y' },
    spec: { selector: { app: NO_TEXT }, ports },
  },
  { kind: 'ConfigMap', metadata: named, data: { a: NO_TEXT } },
  { kind: 'Secret', metadata: named, type: NO_TEXT, data: { a: NO_TEXT } },
  { kind: 'ResourceQuota', metadata, spec: { hard: { pods: NO_TEXT }, scopes: [NO_TEXT] } },
  {
    kind: 'Node',
    metadata: { name: 'n', labels: { a: NO_TEXT } },
    status: { allocatable: NO_TEXT },
  },
].map((each) => ({ apiVersion: 'v1', ...each }));

test.each([
  ['inspect'],
  ['inspect', '--explain'],
  ['quota'],
  ['nodes'],
  ['pods'],
  ['service', '-f'],
  ['service', '--explain', '-f'],
  ['select', 'app=web', '-f'],
  ['dns', 'names'],
  ['env', 'pod/y', '-n', 'a', '-f'],
  ['files', 'pod/y', '-n', 'a', '-f'],
])(
  '%s %s: a value that is an object instead of a text is a problem, not a crash',
  async (...args) => {
    const file = fileOf(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const { status, stderr } = await kubesem([...args.filter((each) => each !== undefined), file]);
    expect([0, 1]).toContain(status);
    expect(stderr).not.toMatch(/TypeError|Cannot convert|not found/);
  },
);
