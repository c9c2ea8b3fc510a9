import { templatesEqual } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const stored = {
  metadata: { creationTimestamp: null, labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'app', image: 'app:1', resources: {}, ports: [{ containerPort: 80 }] }],
    securityContext: {},
    volumes: [{ name: 'tmp', emptyDir: {} }],
  },
};

/** A copy with a field set. */
function changed(path: readonly (string | number)[], value: unknown): typeof stored {
  const copy = JSON.parse(JSON.stringify(stored));
  const parent = path.slice(0, -1).reduce((at, name) => at[name], copy);
  parent[path[path.length - 1] as string] = value;
  return copy;
}

test.each([
  [['metadata', 'labels', 'pod-template-hash'], '5d4f'],
  [['metadata', 'annotations'], {}],
  [['metadata', 'creationTimestamp'], undefined],
  [['spec', 'nodeSelector'], null],
  [['spec', 'initContainers'], []],
  [['spec', 'containers', 0, 'resources'], { limits: {} }],
])('%j as %j does not count', (path, value) => {
  expect(templatesEqual(stored, changed(path, value))).toBe(true);
  expect(templatesEqual(changed(path, value), stored)).toBe(true);
});

test.each([
  [['metadata', 'labels', 'app'], 'api'],
  [['metadata', 'labels', 'constructor'], 'x'],
  [['spec', 'containers', 0, 'image'], 'app:2'],
  [['spec', 'containers', 0, 'ports'], [{ containerPort: 81 }]],
  [['spec', 'securityContext'], undefined],
  [['spec', 'volumes', 0, 'emptyDir'], undefined],
  [['spec', 'containers', 0, 'resources'], { limits: { cpu: '1' } }],
  // The API server fills this in, so a manifest differs from its stored object.
  [['spec', 'terminationGracePeriodSeconds'], 30],
])('%j as %j makes another template', (path, value) => {
  expect(templatesEqual(stored, changed(path, value))).toBe(false);
  expect(templatesEqual(changed(path, value), stored)).toBe(false);
});

test('an absent template is empty', () => {
  expect(templatesEqual(undefined, { metadata: { labels: {} } })).toBe(true);
  expect(templatesEqual(null, stored)).toBe(false);
});
