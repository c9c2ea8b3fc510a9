import {
  containerCommand,
  containerEnvironment,
  containerFiles,
  explainContainerEnvironment,
  mountSubPath,
  volumeFiles,
} from '@kubesem/config';
import { indexCluster } from '@kubesem/core';
import { expect, test } from 'vitest';

const index = indexCluster({
  secrets: [
    {
      metadata: { name: 'db' },
      data: { password: 'dGlnZXI=', 'a/b': 'dGlnZXI=', binary: '//8=' },
      stringData: { empty: '' },
    },
  ],
});
const keyRef = (name: string, key: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: 'db', key } },
});
const container = {
  name: 'app',
  env: [
    keyRef('A', 'password'),
    { name: 'URL', value: 'u:$(A)@db' },
    keyRef('BINARY', 'binary'),
    keyRef('EMPTY', 'empty'),
    keyRef('SLASH', 'a/b'),
  ],
  args: ['--url=$(URL)'],
};
const pod = { spec: { containers: [container] } };

test('a masked environment has a marker in all that is made from a Secret', () => {
  const { variables } = containerEnvironment(pod, container, index, { maskSecrets: true });
  expect(variables.map(({ name, value, base64 }) => [name, value, base64])).toEqual([
    ['A', '<Secret db key password>', undefined],
    ['BINARY', '<Secret db key binary>', undefined],
    ['EMPTY', '<Secret db key empty>', undefined],
    ['SLASH', '<Secret db key a_b>', undefined],
    ['URL', 'u:<Secret db key password>@db', undefined],
  ]);
  expect(variables.every(({ isSecret }) => isSecret)).toBe(true);
  expect(containerCommand(container, variables).args).toEqual([
    '--url=u:<Secret db key password>@db',
  ]);
  expect(mountSubPath({ subPathExpr: 'x/$(A)' }, variables)).toEqual({
    ok: true,
    value: 'x/<Secret db key password>',
  });
  const explained = explainContainerEnvironment(pod, container, index, { maskSecrets: true });
  expect(JSON.stringify(explained)).not.toMatch(/tiger|dGlnZXI/);
});

test('a masked environment checks the values, and knows their sizes', () => {
  const volume = { name: 'v', secret: { secretName: 'db' } };
  const { files } = volumeFiles(pod, volume, index, { maskSecrets: true });
  expect(files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['a/b', 5],
    ['binary', 2],
    ['empty', 0],
    ['password', 5],
  ]);
  const mounting = {
    ...container,
    volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr: '$(EMPTY)' }],
  };
  const { failure } = containerFiles(
    { spec: { containers: [mounting], volumes: [volume] } },
    mounting,
    index,
    { maskSecrets: true },
  );
  expect(failure?.message).toBe('missing value for EMPTY');
});

test('an index has the values', () => {
  const { variables } = containerEnvironment(pod, container, index);
  expect(containerCommand(container, variables).args).toEqual(['--url=u:tiger@db']);
});

test('an index of another version is masked as well', () => {
  const [tag] = Object.getOwnPropertySymbols(index);
  const other = Object.defineProperty({ ...index }, tag as symbol, { value: '1.36.0' });
  const { variables } = containerEnvironment(pod, container, other, { maskSecrets: true });
  expect(variables[0]?.value).toBe('<Secret db key password>');
  expect(containerEnvironment(pod, container, other).variables[0]?.value).toBe('tiger');
});
