import { isSameTemplate } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const stored = {
  metadata: { creationTimestamp: null, labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'app', image: 'app:1', resources: {}, ports: [{ containerPort: 80 }] }],
    securityContext: {},
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }],
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
  [['spec', 'containers', 0, 'stdin'], false],
  [['spec', 'containers', 0, 'ports', 0, 'hostPort'], 0],
  [['spec', 'volumes', 0, 'emptyDir', 'sizeLimit'], 1073741824],
])('%j as %j does not count', (path, value) => {
  expect(isSameTemplate(stored, changed(path, value))).toBe(true);
  expect(isSameTemplate(changed(path, value), stored)).toBe(true);
});

test.each([
  [['metadata', 'labels', 'app'], 'api'],
  [['metadata', 'labels', 'constructor'], 'x'],
  [['spec', 'containers', 0, 'image'], 'app:2'],
  [['spec', 'containers', 0, 'ports'], [{ containerPort: 81 }]],
  [['spec', 'securityContext'], undefined],
  [['spec', 'resources'], {}],
  [['spec', 'enableServiceLinks'], false],
  [['spec', 'volumes', 0, 'emptyDir'], undefined],
  [['spec', 'volumes', 0, 'emptyDir', 'sizeLimit'], '1G'],
  [['metadata', 'labels', 'empty'], ''],
  [['spec', 'containers', 0, 'resources'], { limits: { cpu: '1' } }],
  // The API server fills this in, so a manifest differs from its stored object.
  [['spec', 'terminationGracePeriodSeconds'], 30],
])('%j as %j makes another template', (path, value) => {
  expect(isSameTemplate(stored, changed(path, value))).toBe(false);
  expect(isSameTemplate(changed(path, value), stored)).toBe(false);
});

test('times are compared as times, in any form and zone', () => {
  const at = (creationTimestamp: string | Date) => ({ metadata: { creationTimestamp } });
  const time = at('2026-01-01T00:00:00Z');
  expect(isSameTemplate(time, at(new Date('2026-01-01T00:00:00Z')))).toBe(true);
  expect(isSameTemplate(time, at('2026-01-01T01:00:00+01:00'))).toBe(true);
  expect(isSameTemplate(at(new Date(1000)), at(new Date(2000)))).toBe(false);
});

test('amounts are compared by value', () => {
  const limits = (amounts: { readonly [name: string]: string }) => ({
    spec: { containers: [{ name: 'app', resources: { limits: amounts } }] },
  });
  expect(isSameTemplate(limits({ memory: '1Gi' }), limits({ memory: '1073741824' }))).toBe(true);
  expect(isSameTemplate(limits({ memory: '1Gi' }), limits({ memory: '1G' }))).toBe(false);
  expect(isSameTemplate(limits({ memory: 'much' }), limits({ memory: 'more' }))).toBe(false);
  expect(isSameTemplate(limits({ memory: '0' }), limits({}))).toBe(false);
});

test('an absent template is empty', () => {
  expect(isSameTemplate(undefined, { metadata: { labels: {} } })).toBe(true);
  expect(isSameTemplate(null, stored)).toBe(false);
});

test('a template that contains itself is the same as no other', () => {
  const cyclic = () => {
    const container: Record<string, unknown> = { name: 'web' };
    container['resources'] = container;
    return { spec: { containers: [container] } };
  };
  expect(isSameTemplate(cyclic(), cyclic())).toBe(false);
});
