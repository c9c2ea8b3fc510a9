import { expect, test } from 'vitest';
import { canonical, unordered } from '../src/conformance/data.js';
import { statesOf } from '../src/conformance/history.js';
import { Findings } from '../src/conformance/scenario.js';
import { pathOf } from '../src/object.js';

test('answers are compared as data, and a difference shows the first place', () => {
  const found = new Findings();
  found.equal('same', { a: 1, b: undefined }, { a: 1 });
  found.equal('other', { a: { b: [1, 2] }, c: 1 }, { a: { b: [1, 3] }, c: 2 });
  found.lines('lines', 'a\nb\n', 'a\n');
  expect(found.comparisons).toBe(5);
  expect(found.differences).toEqual([
    { what: 'other', theirs: { a: { b: { 1: 2 } } }, ours: { a: { b: { 1: 3 } } } },
    { what: 'lines, line 2', theirs: 'b', ours: '' },
    { what: 'lines, line 3', theirs: '', ours: undefined },
  ]);
});

test('equal data has the same form', () => {
  expect(JSON.stringify(canonical({ b: [{ d: 1, c: 2 }], a: undefined }))).toBe(
    '{"b":[{"c":2,"d":1}]}',
  );
  expect(unordered([{ b: 1 }, { a: 1 }])).toEqual([{ a: 1 }, { b: 1 }]);
});

test('paths of objects', () => {
  const metadata = { name: 'web', namespace: 'shop' };
  expect(pathOf({ apiVersion: 'apps/v1', kind: 'Deployment', metadata })).toBe(
    '/apis/apps/v1/namespaces/shop/deployments/web',
  );
  expect(pathOf({ apiVersion: 'v1', kind: 'Node', metadata: {} })).toBe('/api/v1/nodes');
  expect(() => pathOf({ apiVersion: 'v1', kind: 'Nothing' })).toThrow('unknown kind v1 Nothing');
});

test('the states after changes', () => {
  const object = (uid: string) => ({ metadata: { name: uid, uid, resourceVersion: '1' } });
  const states = statesOf([
    { type: 'ADDED', object: object('a'), version: 1 },
    { type: 'ADDED', object: object('b'), version: 2 },
    { type: 'DELETED', object: object('a'), version: 3 },
  ]);
  expect(states.map((state) => [...state.keys()])).toEqual([['a'], ['a', 'b'], ['b']]);
});
