import { inspectManifest, readCluster } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

/** What the message says that was found, of each problem of a Pod, by path. */
function found(spec: string): string[] {
  const text = `apiVersion: v1\nkind: Pod\nspec: ${spec}\n`;
  const { objects } = inspectManifest({ name: 'a.yaml', text });
  return (objects[0]?.problems ?? []).map(
    ({ path, message }) => `${path} ${/, found (.*)/.exec(message)?.[1]}`,
  );
}

describe('a value of another type than it should be', () => {
  test.each([
    ['{containers: [{name: y}]}', 'spec.containers[0].name true'],
    ['{containers: [{name: a, image: {a: 1}}]}', 'spec.containers[0].image an object'],
    ['{containers: [{name: a, resources: [1]}]}', 'spec.containers[0].resources a list'],
    ['{containers: [{name: 5}]}', 'spec.containers[0].name 5'],
    ['{containers: ["text"]}', 'spec.containers[0] "text"'],
    [`{containers: [${'a'.repeat(79)}]}`, `spec.containers[0] "${'a'.repeat(79)}…`],
    [`{containers: [${'a'.repeat(78)}]}`, `spec.containers[0] "${'a'.repeat(78)}"`],
    [
      '{containers: [{name: a, resources: {limits: {cpu: [1]}}}]}',
      'spec.containers[0].resources.limits.cpu a list',
    ],
    [
      '{containers: [{name: a, resources: {limits: {cpu: "x"}}}]}',
      'spec.containers[0].resources.limits.cpu undefined',
    ],
    [
      '{containers: [{name: a, resources: {limits: {cpu: true}}}]}',
      'spec.containers[0].resources.limits.cpu true',
    ],
    ['{containers: []}', 'spec.containers undefined'],
  ])('is told as it is: %s', (spec, expected) => {
    expect(found(spec)).toEqual([expected]);
  });

  test('is told of objects of other kinds', () => {
    const text = 'apiVersion: v1\nkind: Service\nmetadata: {name: no}\n';
    const { problems } = readCluster([{ name: 'a.yaml', text }]);
    expect(problems.map(({ message }) => /, found (.*)/.exec(message)?.[1])).toEqual(['false']);
  });
});
