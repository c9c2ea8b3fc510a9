import { KUBERNETES_VERSION } from '@kubesem/core';
import { expect, test } from 'vitest';
import { jsonPieces, renderStructured } from '../../src/output/structured.js';

class List {
  *[Symbol.iterator]() {
    yield { a: 1, b: [] };
    yield undefined;
  }

  toJSON() {
    return [...this];
  }
}

test.each<[string, object]>([
  ['nothing', {}],
  ['lists', { one: [1, 'two\n\u200b', null, undefined, [[]], {}], none: [], two: [{ a: [{}] }] }],
  ['objects', { a: { b: [1, { c: [] }] }, d: 'x\u{e0041}', e: null, f: 1.5, g: true }],
  ['what JSON omits', { first: undefined, list: [() => 1], next: () => 1, last: Symbol('x') }],
  [
    'values with a form of their own',
    { at: new Date(0), map: new Map([[1, 2]]), list: new List() },
  ],
  ['odd names', { 'a\u200b"\n': [1], 1: [2], ['__proto__']: { a: [] } }],
  ['its own version', { kubernetesVersion: 'v0' }],
])('JSON in pieces is the JSON of the whole: %s', (_, model) => {
  const whole = renderStructured({ kubernetesVersion: KUBERNETES_VERSION, ...model }, 'json');
  expect([...jsonPieces(model)].join('')).toBe(whole);
});

test('the elements of a list are computed one at a time', () => {
  let made = 0;
  const objects = {
    *[Symbol.iterator]() {
      for (; made < 1000; made += 1) {
        yield made;
      }
    },
    toJSON: () => [],
  };
  const pieces = jsonPieces({ objects });
  for (let at = 0; at < 10; at += 1) {
    pieces.next();
  }
  expect(made).toBeLessThan(10);
});
