import {
  type RequestInfo,
  requestFromUrl,
  type WorkEstimateContext,
  workEstimate,
} from '@kubesem/apf';
import { interestedWatches } from '@kubesem/apf/internal';
import { describe, expect, test } from 'vitest';

const info = (method: string, url: string): RequestInfo =>
  requestFromUrl(method, url, { name: 'jane' }).requestInfo;

const estimated = (method: string, url: string, context?: WorkEstimateContext) =>
  workEstimate(info(method, url), url, { supportsConsistentReads: false, ...context });

const pods = '/api/v1/pods';

describe('the seats of a list or a watch', () => {
  /** Two megabytes: 20 seats from the storage, and 10 from the watch cache, which counts no more than one. */
  const objects = { objectCount: 2000, averageObjectBytes: 1000 };

  test.each<[string, string, number, WorkEstimateContext]>([
    ['all from the storage', '', 20, {}],
    ['all from the cache, which knows that it is fresh', '', 10, { supportsConsistentReads: true }],
    ['from the cache as it is', 'resourceVersion=0', 10, {}],
    ['as it was later than that', 'resourceVersion=7', 10, {}],
    ['exactly as it was then', 'resourceVersion=7&resourceVersionMatch=Exact', 20, {}],
    ['pages of what was then', 'resourceVersion=7&limit=1500', 15, {}],
    ['pages from the cache', 'resourceVersion=0&limit=1500', 10, {}],
    ['small pages from the cache', 'resourceVersion=0&limit=300', 3, {}],
    [
      'pages not older than that',
      'resourceVersion=7&resourceVersionMatch=NotOlderThan&limit=1500',
      10,
      {},
    ],
    ['the next page', 'continue=x&resourceVersion=0', 20, { supportsConsistentReads: true }],
    ['pages', 'limit=500', 5, {}],
    ['a page of more than there is', 'limit=3000', 20, {}],
    ['pages of what has a label: half of all is searched', 'limit=500&labelSelector=a%3Db', 10, {}],
    ['of what has a field', 'limit=500&fieldSelector=a%3Db', 10, {}],
    ['a large page of those', 'limit=1500&labelSelector=a%3Db', 15, {}],
    ['of those in the cache', 'limit=300&resourceVersion=0&labelSelector=a%3Db', 3, {}],
    ['one by its name', 'fieldSelector=metadata.name%3Dweb', 1, {}],
    ['a limit that is no number', 'limit=x', 100, {}],
    ['a time that is no number', 'timeoutSeconds=x', 100, {}],
    ['that, in a level that allows for less', 'limit=x', 7, { maxSeats: 7 }],
    ['all, in a level that allows for less', '', 7, { maxSeats: 7 }],
    ['a level without a bound', '', 20, { maxSeats: 0 }],
    ['a level with a higher bound than the server', 'limit=x', 100, { maxSeats: 150 }],
    ['a watch from now on: what there is comes first', 'watch=1', 10, {}],
    ['a watch from what is in the cache', 'watch=1&resourceVersion=0', 10, {}],
    ['a watch from then on', 'watch=1&resourceVersion=7', 1, {}],
    [
      'a watch that wants what there was then',
      'watch=1&resourceVersion=7&sendInitialEvents=true',
      10,
      {},
    ],
    ['a watch without the feature', 'watch=1', 1, { watchList: false }],
    ['a list without that feature', '', 20, { watchList: false }],
    ['nobody knows what there is', '', 1, { objects: undefined }],
  ])('%s', (_, query, initialSeats, context) => {
    expect(estimated('GET', `${pods}?${query}`, { objects, ...context })).toEqual({
      initialSeats,
      finalSeats: 0,
      additionalLatencyNs: 0,
    });
  });

  test.each<[string, string, number, WorkEstimateContext['objects']]>([
    [
      'a large one',
      '?fieldSelector=metadata.name%3Dweb',
      3,
      { ...objects, averageObjectBytes: 250_000 },
    ],
    ['three of unknown size', '', 45, { objectCount: 3 }],
    ['one of unknown size', '?fieldSelector=metadata.name%3Dweb', 15, { objectCount: 3 }],
    ['none', '', 1, { objectCount: 0 }],
    ['one where there is none', '?fieldSelector=metadata.name%3Dweb', 1, { objectCount: 0 }],
    ['one, long ago', '?fieldSelector=metadata.name%3Dweb', 15, { ...objects, isStale: true }],
    ['a few, long ago', '', 100, { objectCount: 5, averageObjectBytes: 1000, isStale: true }],
  ])('by what is stored: %s', (_, query, seats, objects) => {
    expect(estimated('GET', pods + query, { objects }).initialSeats).toBe(seats);
  });

  test.each<[string, number, WorkEstimateContext['objects']?]>([
    ['', 6],
    ['limit=100', 2],
    ['limit=400', 6],
    ['labelSelector=a', 6],
    ['limit=100&labelSelector=a', 4],
    ['resourceVersion=0', 3],
    ['resourceVersion=0&limit=100', 3],
    ['fieldSelector=metadata.name%3Dweb', 1],
    ['limit=x', 10],
    ['', 10, { objectCount: 700 }],
    ['', 10, { objectCount: 5, isStale: true }],
  ])('by the count of objects: %s', (query, seats, objects = { objectCount: 300 }) => {
    const context = { objects, sizeBasedListCostEstimate: false };
    expect(estimated('GET', `${pods}?${query}`, context).initialSeats).toBe(seats);
  });

  test('a URL that cannot be read has no query', () => {
    for (const [verb, seats] of [
      ['list', 20],
      ['watch', 10],
    ] as const) {
      const request = { ...info('GET', pods), verb };
      const context = { objects, supportsConsistentReads: false };
      expect(workEstimate(request, '%', context).initialSeats).toBe(seats);
    }
  });
});

test('an average size below 0 is unknown, as one of 0; an infinite one is none', () => {
  const seats = (averageObjectBytes: number, objectCount: number) =>
    estimated('GET', pods, { objects: { objectCount, averageObjectBytes } }).initialSeats;
  expect([seats(-1, 5), seats(0, 5), seats(-1, 0)]).toEqual([75, 75, 1]);
  expect(() => seats(Infinity, 0)).toThrow(expect.objectContaining({ code: 'INVALID_LIMIT' }));
});

test('without an answer about etcd, the watch cache serves consistent lists', () => {
  const objects = { objectCount: 5000, averageObjectBytes: 4000 };
  const seats = (supportsConsistentReads?: boolean) =>
    workEstimate(info('GET', pods), pods, { objects, supportsConsistentReads }).initialSeats;
  expect([seats(), seats(true), seats(false)]).toEqual([10, 10, 100]);
});

describe('the seats of a write', () => {
  const url = '/api/v1/namespaces/prod/pods';
  const ms = 1e6;

  test.each<[string, number, number, WorkEstimateContext]>([
    ['few watches are for nothing', 0, 0, { watches: 9 }],
    ['ten take one seat for five milliseconds', 1, 5 * ms, { watches: 10 }],
    ['every ten that have begun, one more', 10, 5 * ms, { watches: 95 }],
    ['from ten seats on, it takes longer', 10, 15 * ms, { watches: 300 }],
    ['or from those that the level allows for', 4, 12.5 * ms, { watches: 95, maxSeats: 4 }],
    ['a level without a bound', 10, 15 * ms, { watches: 295, maxSeats: 0 }],
  ])('%s', (_, finalSeats, additionalLatencyNs, context) => {
    const { watches } = context;
    const work = { initialSeats: 1, finalSeats, additionalLatencyNs, watches };
    expect(estimated('POST', url, context)).toEqual(work);
  });

  test('are one, if nobody counted the watches', () => {
    expect(Object.keys(estimated('POST', url))).not.toContain('watches');
    expect(estimated('POST', url).finalSeats).toBe(0);
  });

  test.each<[string, string, number]>([
    ['POST', url, 10],
    ['PUT', `${url}/web`, 10],
    ['PATCH', `${url}/web`, 10],
    ['DELETE', `${url}/web`, 10],
    ['DELETE', url, 0],
    ['GET', `${url}/web`, 0],
    ['POST', '/version', 0],
    ['POST', '/api/v1/namespaces/prod/serviceaccounts', 10],
    ['POST', '/api/v1/namespaces/prod/serviceaccounts/ci/token', 0],
    ['POST', '/api/v1/namespaces/prod/pods/web/token', 10],
  ])('%s %s', (method, path, finalSeats) => {
    expect(estimated(method, path, { watches: 95 }).finalSeats).toBe(finalSeats);
  });
});

describe('the watches that see a change', () => {
  const watch = (query: string, path = pods) => info('GET', `${path}?watch=1&${query}`);

  test.each<[string, RequestInfo, number]>([
    [
      'one that wants the Pods of one node does not count',
      watch('fieldSelector=spec.nodeName%3Dn'),
      0,
    ],
    ['nor with labels', watch('fieldSelector=spec.nodeName%3Dn&labelSelector=a%3Db'), 0],
    [
      'but with labels that are none',
      watch('fieldSelector=spec.nodeName%3Dn&labelSelector=a%3Db%3Dc'),
      1,
    ],
    ['but of all nodes but one', watch('fieldSelector=spec.nodeName!%3Dn'), 1],
    ['a list is none', info('GET', pods), 0],
    ['one of something else', watch('', '/api/v1/nodes'), 0],
    ['one of another group', watch('', '/apis/metrics.k8s.io/v1/pods'), 0],
    ['one of all namespaces', watch(''), 1],
    ['one of its own', watch('', '/api/v1/namespaces/prod/pods'), 1],
    ['one of another', watch('', '/api/v1/namespaces/test/pods'), 0],
  ])('%s', (_, each, count) => {
    expect(interestedWatches(info('PUT', '/api/v1/namespaces/prod/pods/web'), [each])).toBe(count);
  });

  test('what is not told is empty', () => {
    const bare = { isResourceRequest: true, path: '/' };
    const write = { ...bare, verb: 'create', resource: 'pods' };
    const watching = { ...bare, verb: 'watch', resource: 'pods' };
    const oneNode = { ...watching, fieldSelector: 'spec.nodeName=n' };
    expect(interestedWatches(write, [watching, watching, oneNode])).toBe(2);
    const empty = { apiGroup: '', namespace: '', name: '', resource: '' };
    const nothing = { ...bare, verb: 'watch' };
    expect(interestedWatches({ ...bare, ...empty, verb: 'update' }, [nothing])).toBe(1);
    expect(interestedWatches({ ...bare, verb: 'update' }, [{ ...nothing, ...empty }])).toBe(1);
    const named = { ...write, name: 'web' };
    expect(interestedWatches(named, [{ ...watching, name: 'web' }])).toBe(1);
  });

  test.each<[string, number]>([
    ['get', 0],
    ['list', 0],
    ['watch', 0],
    ['proxy', 0],
    ['delete', 1],
    // Any word is a method, and a verb.
    ['budget', 1],
    ['listen', 1],
  ])('%s', (verb, count) => {
    const write = { ...info('GET', `${pods}`), verb };
    expect(interestedWatches(write, [watch('')])).toBe(count);
  });
});
