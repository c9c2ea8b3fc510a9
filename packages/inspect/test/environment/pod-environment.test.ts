import type { EnvVar, Pod } from '@kubesem/core';
import { podEnvironment } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const field = (fieldPath: string): EnvVar => ({
  name: 'V',
  valueFrom: { fieldRef: { fieldPath } },
});
const podWith = (env: readonly EnvVar[], more: Pod = {}): Pod => ({
  ...more,
  metadata: { name: 'web', namespace: 'shop', ...more.metadata },
  spec: { containers: [{ name: 'app', env }], ...more.spec },
});
const only = (pod: Pod, ...more: [Parameters<typeof podEnvironment>[1]?, object?]) =>
  podEnvironment(pod, more[0] ?? {}, more[1] ?? {}).containers[0];

describe('a field that has no value before the Pod runs', () => {
  test.each(['status.podIP', 'status.hostIP', 'spec.nodeName', 'metadata.uid'])(
    '%s is shown by its name',
    (path) => {
      const app = only(podWith([field(path)]));
      expect(app?.variables[0]).toMatchObject({
        value: `<${path}>`,
        origin: { source: 'FIELD', text: `field ${path}` },
      });
      expect(app?.placeholders).toEqual([`<${path}>`]);
    },
  );

  test('a template has no name yet, and controllers add labels', () => {
    const pod = podWith([
      field('metadata.name'),
      { ...field("metadata.labels['app']"), name: 'L' },
    ]);
    const values = (isTemplate: boolean) =>
      only(pod, {}, { isTemplate })?.variables.map(({ value }) => value);
    expect(values(true)).toEqual(["<metadata.labels['app']>", '<metadata.name>']);
    expect(values(false)).toEqual(['', 'web']);
  });

  test('references to it contain its name', () => {
    const app = only(podWith([field('status.podIP'), { name: 'URL', value: 'http://$(V)/' }]));
    expect(app?.variables[0]?.value).toBe('http://<status.podIP>/');
  });

  test('the address of a node without addresses is an error of the kubelet', () => {
    const pod = podWith([field('status.hostIP')], {
      spec: { nodeName: 'n', containers: [{ name: 'app', env: [field('status.hostIP')] }] },
    });
    const nodes = [{ metadata: { name: 'n' }, status: { addresses: [] } }];
    expect(only(pod, { nodes })?.failure).toMatchObject({ code: 'HOST_IP_UNKNOWN' });
    expect(only(pod, { nodes })?.variables).toEqual([]);
    expect(only(pod)?.variables[0]?.value).toBe('<status.hostIP>');
  });
});

describe('data of Secrets', () => {
  const TOKEN = { secretKeyRef: { name: 'api', key: 'token' } };
  const env = [
    { name: 'TOKEN', valueFrom: TOKEN },
    { name: 'URL', value: 'http://$(TOKEN)@api' },
  ];
  const metadata = { name: 'api', namespace: 'shop' };

  test('is masked, also in references', () => {
    const secrets = [{ metadata, stringData: { token: 'katze' } }];
    expect(JSON.stringify(podEnvironment(podWith(env), { secrets }))).not.toContain('katze');
    const shown = only(podWith(env), { secrets }, { showSecrets: true });
    expect(shown?.variables.map(({ value }) => value)).toEqual(['katze', 'http://katze@api']);
  });

  test('that cannot be read is an error, and does not hide other keys', () => {
    const secrets = [{ metadata, data: { token: 'aHVudGVyMg==', bad: '%katze' } }];
    const { containers, errors } = podEnvironment(podWith(env), { secrets });
    expect(containers[0]?.variables).toHaveLength(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('Secret api: data');
    expect(errors[0]).not.toContain('katze');
  });
});

test('variables have the origins that they hide', () => {
  const pod: Pod = {
    spec: {
      containers: [
        {
          name: 'app',
          envFrom: [{ configMapRef: { name: 'a' } }],
          env: [{ name: 'PORT', value: '1' }],
          resources: { limits: { cpu: '2' } },
        },
      ],
    },
  };
  const configMaps = [{ metadata: { name: 'a' }, data: { PORT: '80' } }];
  const [port] = only(pod, { configMaps })?.variables ?? [];
  expect(port?.origin.text).toBe('value');
  expect(port?.hides.map(({ text }) => text)).toEqual(['ConfigMap a key PORT']);
});

test('a container that cannot be read does not hide the others', () => {
  const containers = [
    { name: 'bad', env: [3] },
    { name: 'good', env: [{ name: 'A', value: 'b' }] },
  ];
  const pod = { spec: { containers } } as unknown as Pod;
  const before = JSON.stringify(pod);
  const report = podEnvironment(pod, {});
  expect(report.containers.map(({ name }) => name)).toEqual(['good']);
  expect(report.errors).toEqual([expect.stringMatching(/^container bad: /)]);
  expect(JSON.stringify(pod)).toBe(before);
});

test('only one container is reported if it is named', () => {
  const pod = { spec: { containers: [{ name: 'a' }, { name: 'b' }] } };
  expect(podEnvironment(pod, {}, { container: 'b' }).containers.map(({ name }) => name)).toEqual([
    'b',
  ]);
});
