import { inspectObjects, parsedObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const spec = { containers: [{ name: 'app', resources: { requests: { cpu: '0.5' } } }] };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec };

describe('parsedObjects', () => {
  test('gives the report on a file with the same object, but for the places', () => {
    const text = JSON.stringify(pod);
    const [fromFile] = inspectObjects([parseObjects({ name: 'a', text })]).objects;
    const [parsed] = inspectObjects([parsedObjects([pod], { name: 'a' })]).objects;
    const place = { line: 0, column: 0 };
    const problems = fromFile?.problems.map((problem) => ({ ...problem, ...place }));
    expect(parsed).toEqual({ ...fromFile, ...place, item: '[0]', problems });
  });

  test('takes the version and kind of items from the options', () => {
    const { kind: _, apiVersion: __, ...item } = pod;
    const options = { apiVersion: 'v1', kind: 'Pod' };
    expect(inspectObjects([parsedObjects([item], options)]).objects[0]).toMatchObject(options);
  });

  test('reports what is not an object, and what has no version or kind', () => {
    const values = [null, [], 'text', { kind: 'Pod' }, pod] as (typeof pod)[];
    const { objects, problems } = parsedObjects(values, { name: 'cluster' });
    expect(objects.map(({ item }) => item)).toEqual(['[4]']);
    expect(problems.map(({ code, file, segments }) => [code, file, ...segments])).toEqual(
      [0, 1, 2, 3].map((index) => ['NOT_AN_OBJECT', 'cluster', index]),
    );
  });
});
