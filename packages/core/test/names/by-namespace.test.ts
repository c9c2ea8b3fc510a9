import { byNamespace } from '@kubesem/core';
import { expect, test } from 'vitest';

const named = (name: string, namespace?: string) => ({ metadata: { name, namespace } });

test('each namespace has its own objects', () => {
  const podsIn = byNamespace([named('a', 'shop'), named('b'), named('c', 'shop')]);
  expect(podsIn('shop')).toEqual([named('a', 'shop'), named('c', 'shop')]);
  expect(podsIn('default')).toHaveLength(1);
  expect(podsIn('lab')).toEqual([]);
});

test('names come from users', () => {
  const own = byNamespace([named('a', '__proto__'), { metadata: 3 }, null, 'x'] as never[]);
  expect(own('__proto__')).toEqual([named('a', '__proto__')]);
  expect(own('constructor')).toEqual([]);
  expect(own('default')).toHaveLength(3);
});
