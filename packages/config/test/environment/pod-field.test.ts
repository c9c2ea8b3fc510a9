import { podFieldValue } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

describe('where the documentation differs', () => {
  test('spec.host, which the list of fields leaves out, is the name of the node', () => {
    expect(podFieldValue({ spec: { nodeName: 'n1' } }, 'spec.host', { use: 'env' })).toBe('n1');
  });

  test.each(['metadata.labels', 'metadata.annotations', 'status.phase'])(
    'the kubelet accepts %s in a variable, the API server does not',
    (field) => {
      const metadata = { labels: { app: 'web' } };
      expect(() => podFieldValue({ metadata }, field, { use: 'env' })).toThrow(
        expect.objectContaining({ code: 'FIELD_NOT_SUPPORTED' }),
      );
    },
  );

  test('keys of annotations are lower-cased for the check only', () => {
    const annotations = { 'EXAMPLE.com/A': 'x', 'example.com/a': 'y' };
    const field = "metadata.annotations['EXAMPLE.com/A']";
    expect(podFieldValue({ metadata: { annotations } }, field, { use: 'env' })).toBe('x');
  });
});
