import { parseObjects, readObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const TEXT = `apiVersion: v1
kind: Pod
metadata: { name: none, __proto__: { a: 1 } }
---
apiVersion: v1
kind: Pod
---
apiVersion: v1
kind: List
items:
  - { apiVersion: v1, kind: Pod, metadata: { namespace: shop } }
  - { apiVersion: v1, kind: Pod, metadata: { name: other, namespace: prod } }
  - { apiVersion: v1, kind: Node, metadata: { name: alpha } }
  - { apiVersion: v1, kind: Pod, metadata: { namespace: '' } }
  - { apiVersion: v1, kind: Pod, metadata: 5 }
  - { apiVersion: v1, kind: Pod, metadata: { namespace: 5 } }
`;

describe('the namespace of objects', () => {
  const { objects, problems } = parseObjects({ name: 'a.yaml', text: TEXT }, { namespace: 'shop' });

  test('is set where there is none, and no other field changes', () => {
    const metadata = objects.map(({ object }) => object.metadata);
    expect(metadata.map((one) => JSON.stringify(one))).toEqual([
      '{"name":"none","__proto__":{"a":1},"namespace":"shop"}',
      '{"namespace":"shop"}',
      '{"namespace":"shop"}',
      '{"name":"alpha"}',
      '{"namespace":"shop"}',
      '5',
      '{"namespace":5}',
    ]);
  });

  test('that differs is a problem with its place, and the object is left out', () => {
    expect(problems).toMatchObject([
      {
        severity: 'error',
        code: 'NAMESPACE_DIFFERS',
        segments: ['items', 1, 'metadata', 'namespace'],
        line: 12,
        column: 70,
      },
    ]);
  });

  test('is the same for streams, and untouched without the option', async () => {
    const found: string[] = [];
    const onProblem = ({ code }: { code: string }) => found.push(code);
    const stream = { name: 'a.yaml', chunks: [TEXT] };
    for await (const { object } of readObjects(stream, { onProblem, namespace: 'shop' })) {
      found.push(JSON.stringify(object.metadata));
    }
    expect(found).toHaveLength(8);
    expect(found).toContain('NAMESPACE_DIFFERS');
    expect(parseObjects({ name: 'a.yaml', text: TEXT }).objects).toHaveLength(8);
  });
});
