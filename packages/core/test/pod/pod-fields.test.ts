import { formatFieldPath, pathSegments } from '@kubesem/core';
import { eachContainer, FieldProblems, podFields, THROW } from '@kubesem/core/internal';
import { describe, expect, it } from 'vitest';

const spec = {
  containers: [{ name: 'app' }],
  initContainers: [{ name: 'migrate' }, { name: 'proxy', restartPolicy: 'Always' }],
};

describe('podFields', () => {
  it('opens a Pod or its spec, with paths that start at what was passed in', () => {
    const paths = [{ spec }, spec].map((podLike) =>
      pathSegments(podFields(podLike, THROW).spec.pathOf('nodeName')),
    );
    expect(paths).toEqual([['spec', 'nodeName'], ['nodeName']]);
  });

  it('reports a status of the wrong type, and no Pod whatever the policy', () => {
    const problems = new FieldProblems();
    expect(podFields(JSON.parse('{"spec": {}, "status": 5}'), problems).status.value).toEqual({});
    expect(problems.list()).toMatchObject([{ code: 'INVALID_TYPE', segments: ['status'] }]);
    expect(() => podFields(JSON.parse('{"spec": 5}'), problems)).toThrow(
      expect.objectContaining({ code: 'NOT_A_POD' }),
    );
  });
});

describe('eachContainer', () => {
  it('tells what each container is', () => {
    const opened = podFields(spec, THROW).spec;
    const read = (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap(
      (field) => eachContainer(opened, field, (_, name, kind) => [name, kind]),
    );
    expect(read).toEqual([
      ['migrate', 'init'],
      ['proxy', 'sidecar'],
      ['app', 'app'],
    ]);
  });

  it('reports all containers of the wrong type before anything in one of them', () => {
    const problems = new FieldProblems();
    const wrong = JSON.parse('{"containers": [{"name": "a", "image": 5}, 3, {"name": 4}]}');
    eachContainer(podFields(wrong, problems).spec, 'containers', (container) =>
      container.text('image'),
    );
    expect(problems.list().map(({ segments }) => formatFieldPath(segments))).toEqual([
      'containers[1]',
      'containers[2].name',
      'containers[0].image',
    ]);
  });
});
