import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import { deployment } from './deployment.js';

describe('the images of a workload', () => {
  const inspectShop = () => inspectText(deployment).objects[0];

  test('are normalized, with their pull policies', () => {
    expect(inspectShop()?.pod?.images).toEqual([
      {
        kind: 'init',
        name: 'migrate',
        image: 'registry.example:5000/migrate',
        normalized: 'registry.example:5000/migrate:latest',
        pulledAs: 'registry.example:5000/migrate:latest',
        pullPolicy: 'Never',
        pullPolicyRule: 'SET',
      },
      {
        kind: 'app',
        name: 'app',
        image: 'example.com/images2/app:1.2',
        normalized: 'example.com/images2/app:1.2',
        pulledAs: 'example.com/images2/app:1.2',
        pullPolicy: 'IfNotPresent',
        pullPolicyRule: 'OTHER_TAG',
      },
      {
        kind: 'app',
        name: 'log',
        image: 'Log:1',
        pullPolicy: 'IfNotPresent',
        pullPolicyRule: 'INVALID_IMAGE',
      },
      {
        kind: 'volume',
        name: 'model',
        image: 'model:7',
        normalized: 'docker.io/library/model:7',
        pulledAs: 'docker.io/library/model:7',
        pullPolicy: 'IfNotPresent',
        pullPolicyRule: 'OTHER_TAG',
      },
    ]);
  });

  test('have warnings with places', () => {
    expect(
      inspectShop()?.problems.map(({ severity, code, path, line, column }) => [
        severity,
        code,
        path,
        line,
        column,
      ]),
    ).toEqual([
      ['warning', 'IMAGE_TAG_MISSING', 'spec.template.spec.initContainers[0].image', 9, 35],
      [
        'warning',
        'IMAGE_LATEST_NOT_PULLED',
        'spec.template.spec.initContainers[0].imagePullPolicy',
        9,
        85,
      ],
      ['warning', 'IMAGE_INVALID', 'spec.template.spec.containers[1].image', 13, 31],
    ]);
  });

  test('of the wrong type are an error', () => {
    const text = deployment.replace('example.com/images2/app:1.2', '{ name: app }');
    const [object] = inspectText(text).objects;
    expect(object?.pod).toBeUndefined();
    expect(object?.problems).toMatchObject([
      {
        severity: 'error',
        code: 'INVALID_TYPE',
        path: 'spec.template.spec.containers[0].image',
        line: 12,
      },
    ]);
  });
});
