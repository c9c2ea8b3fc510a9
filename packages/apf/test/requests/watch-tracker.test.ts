import { requestFromUrl, WatchTracker } from '@kubesem/apf';
import { expect, test } from 'vitest';

const info = (method: string, url: string) =>
  requestFromUrl(method, url, { name: 'jane' }).requestInfo;
const write = info('PUT', '/api/v1/namespaces/prod/pods/web');

test('a watch counts until it is forgotten, and is forgotten once', () => {
  const watches = new WatchTracker();
  const url = '/api/v1/namespaces/prod/pods?watch=1';
  const forget = watches.register(info('GET', url));
  watches.register(info('GET', url));
  expect(watches.interested(write)).toBe(2);
  forget();
  forget();
  expect(watches.interested(write)).toBe(1);
});

test('requests that are no watches are ignored', () => {
  const watches = new WatchTracker();
  watches.register(info('GET', '/api/v1/namespaces/prod/pods'))();
  expect(watches.interested(write)).toBe(0);
});

test('names with quotes and slashes are other names', () => {
  const watches = new WatchTracker();
  const named = (namespace: string, name: string) => ({
    ...info('GET', '/api/v1/pods?watch=1'),
    namespace,
    name,
  });
  watches.register(named('a","b', 'c'));
  watches.register(named('__proto__', 'constructor'));
  expect(watches.interested({ ...named('a', 'b","c'), verb: 'update' })).toBe(0);
  expect(watches.interested({ ...named('__proto__', 'constructor'), verb: 'update' })).toBe(1);
});

test('a write is counted among many watches without looking at each', () => {
  // 10^10 steps would exceed the time of a test by far.
  const count = 100_000;
  const watches = new WatchTracker();
  const watch = info('GET', '/api/v1/pods?watch=1');
  const forgets = Array.from({ length: count }, (_, index) =>
    watches.register({ ...watch, namespace: `n${index}` }),
  );
  let interested = 0;
  for (let index = 0; index < count; index++) {
    interested += watches.interested({ ...write, namespace: `n${index}` });
  }
  expect(interested).toBe(count);
  for (const forget of forgets) {
    forget();
  }
  expect(watches.interested({ ...write, namespace: 'n7' })).toBe(0);
});
