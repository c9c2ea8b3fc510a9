import { containerEnvironment, envFileValue, explainContainerEnvironment } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

describe('where the proposal of fileKeyRef differs', () => {
  test('the first occurrence of a key counts, not the last one', () => {
    expect(envFileValue("A='first'\nA='last'", 'A')).toBe('first');
  });

  test('64 KiB are a limit of the line, not of the file', () => {
    const comment = `#${'x'.repeat(60_000)}\n`;
    expect(envFileValue(`${comment}${comment}A='a'`, 'A')).toBe('a');
    expect(() => envFileValue(`#${'x'.repeat(65_536)}\nA='a'`, 'A')).toThrow(
      expect.objectContaining({ code: 'ENV_SYNTAX' }),
    );
  });
});

describe('where the documentation of resource fields differs', () => {
  const spec = { resources: { limits: { memory: '200Mi' } } };
  const environment = (resource: string, more: object) => {
    const env = [{ name: 'A', valueFrom: { resourceFieldRef: { resource } } }];
    const allocatable = { memory: '10Gi', 'ephemeral-storage': '20Gi' };
    const container = { name: 'app', env };
    const options = { node: { status: { allocatable } } };
    return containerEnvironment({ containers: [container], ...more }, container, {}, options);
  };

  test.each([
    ['the limit of the Pod counts before that of the node', 'limits.memory', spec, 200 * 2 ** 20],
    ['the node has a limit of cpu and memory', 'limits.memory', {}, 10 * 2 ** 30],
    ['and of ephemeral storage', 'limits.ephemeral-storage', spec, 20 * 2 ** 30],
  ])('%s', (_, resource, more, expected) => {
    expect(environment(resource, more).variables).toMatchObject([{ value: `${expected}` }]);
  });
});

describe('what tools get wrong', () => {
  const container = {
    name: 'app',
    resources: { limits: { cpu: '1500m', memory: '100Mi' } },
    env: [
      ['MILLI', 'limits.cpu', '1m'],
      ['CORES', 'limits.cpu', undefined],
      ['MIB', 'limits.memory', '1Mi'],
      ['DISK', 'limits.ephemeral-storage', '1Gi'],
    ].map(([name, resource, divisor]) => ({
      name,
      valueFrom: { resourceFieldRef: { resource, divisor } },
    })),
  };

  test('Freelens ignores divisors, rounds to the nearest and knows no limits of the node', () => {
    const node = { status: { allocatable: { 'ephemeral-storage': '10Gi' } } };
    const { variables } = containerEnvironment(
      { containers: [container] },
      container,
      {},
      { node },
    );
    expect(variables.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'CORES=2',
      'DISK=10',
      'MIB=100',
      'MILLI=1500',
    ]);
  });

  test('Freelens expands no references, and shows envFrom without precedence', () => {
    const container = {
      envFrom: [{ configMapRef: { name: 'web' } }],
      env: [
        { name: 'PORT', value: '443' },
        { name: 'URL', value: 'http://$(HOST):$(PORT)' },
      ],
    };
    const configMaps = [{ metadata: { name: 'web' }, data: { HOST: 'web', PORT: '80' } }];
    const { variables } = containerEnvironment({ containers: [container] }, container, {
      configMaps,
    });
    expect(variables.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'HOST=web',
      'PORT=443',
      'URL=http://web:443',
    ]);
  });

  test('Radar skips keys of envFrom that are no names of shell variables', () => {
    const container = { envFrom: [{ configMapRef: { name: 'web' } }] };
    const configMaps = [{ metadata: { name: 'web' }, data: { '1st': 'a', 'a.b': 'b' } }];
    const { variables } = containerEnvironment({ containers: [container] }, container, {
      configMaps,
    });
    expect(variables.map(({ name }) => name)).toEqual(['1st', 'a.b']);
  });

  test('no dashboard shows that two Services set the same variable: both values are candidates', () => {
    const services = ['foo', 'foo-service'].map((name) => ({
      metadata: { name },
      spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] },
    }));
    const { variables } = explainContainerEnvironment({ containers: [{}] }, {}, { services });
    const port = variables.find(({ name }) => name === 'FOO_SERVICE_PORT');
    expect(port?.candidates.map(({ value }) => value)).toEqual(['80', 'tcp://10.0.0.1:80']);
  });

  test('apps such as dify expect a number in FOO_PORT: a Service foo sets it to a URL', () => {
    const services = [
      { metadata: { name: 'foo' }, spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] } },
    ];
    const { variables } = containerEnvironment({ containers: [{}] }, {}, { services });
    expect(variables.find(({ name }) => name === 'FOO_PORT')?.value).toBe('tcp://10.0.0.1:80');
  });
});
