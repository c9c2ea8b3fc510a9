import { objectNamespace } from '@kubesem/core';
import { expect, test } from 'vitest';

test.each([{}, { metadata: null }, { metadata: { namespace: '' } }])(
  '%j is in the namespace default',
  (object) => {
    expect(objectNamespace(object)).toBe('default');
  },
);
