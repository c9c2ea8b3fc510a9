import { indexCluster } from '@kubesem/core';
import { madeOf } from '@kubesem/core/internal';
import { expect, test, vi } from 'vitest';

const counted = () => vi.fn(({ pods = [] }: { readonly pods?: readonly object[] }) => pods.length);

test('of an index, something is made once; of a cluster, each time', () => {
  const make = counted();
  const cluster = { pods: [{}, {}] };
  const index = indexCluster(cluster);
  expect([madeOf(index, make), madeOf(index, make)]).toEqual([2, 2]);
  expect(make).toHaveBeenCalledTimes(1);
  expect([madeOf(cluster, make), madeOf(cluster, make)]).toEqual([2, 2]);
  expect(make).toHaveBeenCalledTimes(3);
});

test('an index is a cluster with the same lists, and a copy of it is no index', () => {
  const cluster = { pods: [{}], nodes: [] };
  const index = indexCluster(cluster);
  expect(index).toEqual(cluster);
  expect(JSON.stringify(index)).toBe(JSON.stringify(cluster));
  const make = counted();
  madeOf(index, make);
  expect(madeOf({ ...index, pods: [] }, make)).toBe(0);
});

test('an index of another version of the package is built anew, once', () => {
  const tag = Object.getOwnPropertySymbols(indexCluster({}))[0] as symbol;
  const other = Object.defineProperty({ pods: [{}] }, tag, { value: '1.36.0' });
  const make = counted();
  expect([madeOf(other, make), madeOf(other, make)]).toEqual([1, 1]);
  expect(make).toHaveBeenCalledTimes(1);
});

test('what cannot be made is tried again', () => {
  const index = indexCluster({});
  const make = () => {
    throw new RangeError('no');
  };
  expect(() => madeOf(index, make)).toThrow(RangeError);
  expect(() => madeOf(index, make)).toThrow(RangeError);
});
