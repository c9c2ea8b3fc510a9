import {
  containerCommand,
  containerEnvironment,
  explainContainerEnvironment,
  mountSubPath,
} from '@kubesem/config';
import type { Container, Pod } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const metadata = { namespace: 'shop', name: 'one' };

function podOf(container: Container, spec: Pod['spec'] = {}): Pod {
  return {
    metadata: { namespace: 'shop', name: 'web' },
    spec: { ...spec, containers: [container] },
  };
}

function values(container: Container, sources: Parameters<typeof containerEnvironment>[2]): object {
  const { variables, failure } = containerEnvironment(podOf(container), container, sources);
  return failure ?? Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

describe('where the documentation differs', () => {
  test('keys that are no names of shell variables are not skipped', () => {
    const configMaps = [{ metadata, data: { '1bad-name': 'x', 'a.b': 'y' } }];
    const container = { envFrom: [{ configMapRef: { name: 'one' } }] };
    expect(values(container, { configMaps })).toEqual({ '1bad-name': 'x', 'a.b': 'y' });
  });

  test('an optional reference that finds nothing leaves an earlier value, and sets none without one', () => {
    const valueFrom = { configMapKeyRef: { name: 'gone', key: 'A', optional: true } };
    const container = {
      env: [
        { name: 'A', value: 'early' },
        { name: 'A', valueFrom },
        { name: 'B', valueFrom },
      ],
    };
    expect(values(container, {})).toEqual({ A: 'early' });
    const { forgiven } = explainContainerEnvironment(podOf(container), container, {});
    expect(forgiven.map(({ code, segments }) => [code, segments[1]])).toEqual([
      ['CONFIG_MAP_NOT_FOUND', 1],
      ['CONFIG_MAP_NOT_FOUND', 2],
    ]);
  });
});

describe('precedence', () => {
  test('env hides envFrom, which hides Services, and the explanation lists them', () => {
    const services = [{ metadata, spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] } }];
    const configMaps = [{ metadata, data: { ONE_PORT: 'map' } }];
    const container = {
      envFrom: [{ configMapRef: { name: 'one' } }],
      env: [{ name: 'ONE_PORT', value: 'mine' }],
    };
    const { variables } = explainContainerEnvironment(podOf(container), container, {
      services,
      configMaps,
    });
    const port = variables.find(({ name }) => name === 'ONE_PORT');
    expect(port?.value).toBe('mine');
    expect(port?.hides.map(({ source }) => source)).toEqual(['CONFIG_MAP', 'SERVICE']);
  });

  test('without Service links only the Service kubernetes of default counts', () => {
    const spec = { clusterIP: '10.0.0.1', ports: [{ port: 443 }] };
    const services = [
      { metadata, spec },
      { metadata: { namespace: 'default', name: 'kubernetes' }, spec },
    ];
    const { variables } = containerEnvironment(
      podOf({}, { enableServiceLinks: false }),
      {},
      { services },
    );
    expect(variables.map(({ name }) => name)).toContain('KUBERNETES_SERVICE_HOST');
    expect(variables.map(({ name }) => name)).not.toContain('ONE_SERVICE_HOST');
  });
});

describe('secrets', () => {
  const secrets = [{ metadata, data: { TOKEN: 'c2VjcmV0', KEY: '/w==' } }];

  test('a value that holds data of a Secret is marked, and so is what uses it', () => {
    const container = {
      envFrom: [{ secretRef: { name: 'one' } }],
      env: [
        { name: 'URL', value: 'x:$(TOKEN)' },
        { name: 'PLAIN', value: 'y' },
      ],
    };
    const { variables } = containerEnvironment(podOf(container), container, { secrets });
    expect(variables.map(({ name, value, isSecret }) => [name, value, isSecret])).toEqual([
      ['KEY', '\uFFFD', true],
      ['PLAIN', 'y', false],
      ['TOKEN', 'secret', true],
      ['URL', 'x:secret', true],
    ]);
    expect(variables[0]?.base64).toBe('/w==');
  });

  test('data that is no base64 is an error without the data', () => {
    const container = { envFrom: [{ secretRef: { name: 'one' } }] };
    const bad = [{ metadata, data: { TOKEN: 'secret!' } }];
    expect(() => values(container, { secrets: bad })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE', message: 'data[TOKEN]: expected base64' }),
    );
  });

  test.each([
    [{ data: { TOKEN: 12345 } }, 'data[TOKEN]: expected a string'],
    [{ stringData: { TOKEN: 12345 } }, 'stringData[TOKEN]: expected a string'],
    [{ data: 12345 }, 'data: expected an object'],
  ])('data of the wrong type is an error without the data: %j', (fields, message) => {
    const container = { envFrom: [{ secretRef: { name: 'one' } }] };
    const bad = [{ metadata, ...fields } as never];
    expect(() => values(container, { secrets: bad })).toThrow(
      expect.objectContaining({
        message,
        problem: expect.not.objectContaining({ value: expect.anything() }),
      }),
    );
  });
});

test('bytes of two values can be one character together', () => {
  const variables = [
    { name: 'A', value: '\uFFFD', base64: 'ww==', isSecret: true },
    { name: 'B', value: '\uFFFD', base64: 'qQ==', isSecret: true },
  ];
  expect(containerCommand({ args: ['$(A)$(B)', '$(B)'] }, variables).args).toEqual(['é', '\uFFFD']);
  expect(mountSubPath({ subPathExpr: '$(A)$(B)' }, variables)).toEqual({ ok: true, value: 'é' });
});

describe('failures', () => {
  test.each([
    [{ configMapKeyRef: { name: 'one', key: 'B' } }, "couldn't find key B in ConfigMap shop/one"],
    [{ secretKeyRef: { name: 'gone', key: 'B' } }, 'secret "gone" not found'],
    [{ fieldRef: { fieldPath: 'spec.containers' } }, 'field label not supported: spec.containers'],
    [{ resourceFieldRef: { resource: 'limits.cpu', containerName: 'x' } }, 'container x not found'],
    [{ fieldRef: { fieldPath: 'status.hostIP' } }, 'host IP unknown; known addresses: []'],
  ])('%j', (valueFrom, message) => {
    const container = { name: 'app', env: [{ name: 'A', valueFrom }] };
    const configMaps = [{ metadata, data: { A: 'a' } }];
    const { failure, variables } = containerEnvironment(podOf(container), container, {
      configMaps,
    });
    expect(failure?.message).toBe(message);
    expect(failure?.segments.slice(0, 3)).toEqual(['env', 0, 'valueFrom']);
    expect(variables).toEqual([]);
  });
});

test('what was not passed in is unknown, not guessed', () => {
  const container = {
    name: 'app',
    env: [
      { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'files', path: 'env', key: 'A' } } },
      { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
    ],
  };
  const pod = podOf(container, { volumes: [{ name: 'files', emptyDir: {} }] });
  const { variables, unknown } = containerEnvironment(pod, container, {});
  expect({ variables, unknown }).toEqual({ variables: [], unknown: ['A', 'B'] });
});

test('a key __proto__ is a variable like any other', () => {
  const data = JSON.parse('{"__proto__":"x"}') as { [key: string]: string };
  const container = { envFrom: [{ configMapRef: { name: 'one' } }] };
  const { variables } = containerEnvironment(podOf(container), container, {
    configMaps: [{ metadata, data }],
  });
  expect(variables.map(({ name }) => name)).toEqual(['__proto__']);
});
