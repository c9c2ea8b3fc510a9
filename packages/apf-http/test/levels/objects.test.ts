import { effectiveConfiguration } from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import { Gate, type Level, levelObjects, safeLevelObjects } from '@kubesem/apf-http';
import { describe, expect, test } from 'vitest';

const OTHERS: Level = { name: 'others' };

/** The seats of the levels of an application by name. */
function seatsOf(levels: readonly Level[], seats: number, atRuntime = seats) {
  const divided = effectiveConfiguration(levelObjects(levels, seats), atRuntime).levels;
  return Object.fromEntries(
    divided.map(({ configuration, ...limits }) => [nameOf(configuration), limits]),
  );
}

describe('seats', () => {
  test.each([
    [[30, 30, 30], 10, [4, 3, 3]],
    [[1, 1, 1000], 3, [1, 1, 1]],
    [[1, 1, 1000], 10, [1, 1, 8]],
    [[60, 30, 10], 20, [12, 6, 2]],
    [[1], 1, [1]],
    [[1_000_000, 1], 1_000_000, [999_999, 1]],
  ])('shares %j of %i seats are %j', (shares, seats, expected) => {
    const levels = shares.map((each, i) => ({
      ...(i === 0 ? {} : { match: { paths: [`/${i}`] } }),
      name: `l${i}`,
      shares: each,
    }));
    const limits = seatsOf(levels, seats);
    expect(levels.map(({ name }) => limits[name]?.nominalLimit)).toEqual(expected);
    expect(limits['catch-all']?.nominalLimit).toBe(1);
  });

  test('every level has a seat of its own, for any number of levels and seats', () => {
    for (let count = 1; count <= 12; count++) {
      for (const seats of [count, count + 1, 2 * count, 17 + count, 600]) {
        const levels = Array.from({ length: count }, (_, i) => ({
          ...(i === 0 ? {} : { match: { paths: [`/${i}`] } }),
          name: `l${i}`,
          shares: 1 + ((i * 7919) % 100),
        }));
        const { exempt: _, 'catch-all': _catchAll, ...limits } = seatsOf(levels, seats);
        const own = Object.values(limits);
        expect(own.reduce((sum, { nominalLimit }) => sum + nominalLimit, 0)).toBe(seats);
        expect(own.every(({ lowerLimit }) => lowerLimit >= 1)).toBe(true);
        expect(own.every(({ initialLimit }) => initialLimit >= 1)).toBe(true);
        // Also if the number of seats changes and the objects do not.
        for (const changed of [1, 3, seats + 5, 10 * seats]) {
          const later = seatsOf(levels, seats, changed);
          expect(levels.every(({ name }) => (later[name]?.lowerLimit ?? 0) >= 1)).toBe(true);
        }
      }
    }
  });
});

describe('requests', () => {
  const LEVELS: readonly Level[] = [
    { name: 'health', exempt: true, match: { paths: ['/healthz'] } },
    OTHERS,
    { name: 'orders', match: { methods: ['POST', 'GET'], paths: ['/orders', '/orders/*'] } },
    { name: 'admin', match: [{ groups: ['admins'] }, { users: ['root', '__proto__'] }] },
    { name: 'deletes', match: { methods: ['DELETE'] } },
  ];

  test.each([
    ['GET', '/healthz', 'jane', 'exempt'],
    ['POST', '/orders', 'jane', 'orders'],
    ['HEAD', '/orders/7?full=1', 'jane', 'orders'],
    ['PUT', '/orders/7', 'jane', 'others'],
    ['PUT', '/orders/7', 'root', 'admin'],
    ['PUT', '/orders/7', '__proto__', 'admin'],
    ['PUT', '/orders/7', 'boss', 'admin'],
    ['DELETE', '/orders/7', 'jane', 'deletes'],
    ['OPTIONS', '/', 'jane', 'others'],
    ['PROPFIND', '/', 'jane', 'others'],
  ])('%s %s of %s uses the first level that matches: %s', async (method, url, name, level) => {
    const gate = new Gate<string>({
      serverConcurrencyLimit: 20,
      ...levelObjects(LEVELS, 20),
      user: (user) => ({ name: user, groups: user === 'boss' ? ['admins'] : [] }),
    });
    const entry = await gate.enter({ request: name, method, url });
    expect(entry.priorityLevel).toBe(level);
    gate.close();
  });

  test('requests that a hook describes as requests for resources match levels without paths', async () => {
    const requestInfo = { isResourceRequest: true, path: '/x', verb: 'delete', resource: 'books' };
    const gate = new Gate({
      serverConcurrencyLimit: 20,
      ...levelObjects(LEVELS, 20),
      request: () => requestInfo,
    });
    const entry = await gate.enter({ request: undefined, method: 'GET', url: '/healthz' });
    expect(entry.priorityLevel).toBe('deletes');
    gate.close();
  });
});

describe('queues', () => {
  const queuing = (queues: number | undefined) => {
    const [level] = levelObjects([{ ...OTHERS, queues }], 10).priorityLevels;
    return level?.spec?.limited?.limitResponse;
  };

  test.each([
    [undefined, 64, 8],
    [1, 1, 1],
    [7, 7, 1],
    [16, 16, 2],
    [128, 128, 8],
    [1024, 1024, 6],
    [10_000_000, 10_000_000, 2],
  ])('%j queues have hands that the hash can deal', (queues, expected, handSize) => {
    expect(queuing(queues)?.queuing).toEqual({ queues: expected, handSize, queueLengthLimit: 50 });
  });

  test('a level without queues rejects', () => {
    expect(queuing(0)).toEqual({ type: 'Reject' });
  });
});

describe('what is invalid', () => {
  const problemsIn = (levels: unknown, seats = 10) =>
    safeLevelObjects(levels, seats).error?.problems.map(({ segments, code }) => [
      segments.join('.'),
      code,
    ]);

  test.each<[string, unknown, [string, string][]]>([
    [
      'no list',
      {},
      [
        ['', 'INVALID_TYPE'],
        ['', 'NO_OTHERS'],
      ],
    ],
    ['nothing', undefined, [['', 'NO_OTHERS']]],
    ['no name', [{}], [['0.name', 'REQUIRED']]],
    ['a number as a name', [{ name: 7 }], [['0.name', 'INVALID_TYPE']]],
    ['no DNS name', [{ name: 'Not a name' }], [['0.name', 'INVALID']]],
    ['__proto__ as a name', [{ name: '__proto__' }], [['0.name', 'INVALID']]],
    [
      'a name with two faults',
      [{ name: 'A'.repeat(254) }],
      [
        ['0.name', 'INVALID'],
        ['0.name', 'INVALID'],
      ],
    ],
    ['a built-in name', [{ name: 'exempt' }], [['0.name', 'RESERVED']]],
    ['names twice', [OTHERS, { name: 'others', match: {} }], [['1.name', 'DUPLICATE']]],
    ['no level for others', [{ name: 'a', match: {} }], [['', 'NO_OTHERS']]],
    ['two levels for others', [{ name: 'a' }, OTHERS], [['1.match', 'SEVERAL_OTHERS']]],
    ['unknown fields', [{ ...OTHERS, share: 3 }], [['0.share', 'UNKNOWN_FIELD']]],
    ['no shares', [{ ...OTHERS, shares: 0 }], [['0.shares', 'OUT_OF_RANGE']]],
    ['text as shares', [{ ...OTHERS, shares: '3' }], [['0.shares', 'INVALID_TYPE']]],
    ['half a queue', [{ ...OTHERS, queues: 0.5 }], [['0.queues', 'INVALID_TYPE']]],
    ['50 %', [{ ...OTHERS, lendablePercent: 50 }], [['0.lendablePercent', 'OUT_OF_RANGE']]],
    [
      'shares of an exempt level',
      [{ name: 'a', exempt: true, shares: 1, match: {} }, OTHERS],
      [['0.shares', 'FORBIDDEN']],
    ],
    [
      'text as shares of an exempt level',
      [{ name: 'a', exempt: true, shares: '1', match: {} }, OTHERS],
      [['0.shares', 'INVALID_TYPE']],
    ],
    [
      'a number as a method',
      [{ name: 'a', match: { methods: [5] } }, OTHERS],
      [['0.match.methods.0', 'INVALID_TYPE']],
    ],
    ['a text to match', [{ name: 'a', match: '/x' }, OTHERS], [['0.match', 'INVALID_TYPE']]],
    ['nothing to match', [{ name: 'a', match: [] }, OTHERS], [['0.match', 'REQUIRED']]],
    [
      'an unknown field to match',
      [{ name: 'a', match: [{}, { path: '/x' }] }, OTHERS],
      [['0.match.1.path', 'UNKNOWN_FIELD']],
    ],
    [
      'a method that no FlowSchema can name',
      [{ name: 'a', match: { methods: ['OPTIONS'] } }, OTHERS],
      [['0.match.methods.0', 'NOT_SUPPORTED']],
    ],
    ['no paths', [{ name: 'a', match: { paths: [] } }, OTHERS], [['0.match.paths', 'REQUIRED']]],
    [
      'a relative path',
      [OTHERS, { name: 'a', match: [{ paths: ['/x'] }, { paths: ['/y', 'x'] }] }],
      [['1.match.1.paths.1', 'INVALID']],
    ],
    [
      'a star in a path',
      [{ name: 'a', match: [{ paths: ['/*/x'] }] }, OTHERS],
      [['0.match.0.paths.0', 'INVALID']],
    ],
    [
      'a star and a path',
      [{ name: 'a', match: { paths: ['*', '/x'] } }, OTHERS],
      [['0.match.paths', 'INVALID']],
    ],
    [
      'a null user',
      [{ name: 'a', match: { users: [null] } }, OTHERS],
      [['0.match.users.0', 'REQUIRED']],
    ],
  ])('%s', (_, levels, expected) => {
    expect(problemsIn(levels)).toEqual(expected);
  });

  test.each([0, 1, 1.5, -1, Number.NaN, 2e6])('%d seats for 2 levels', (seats) => {
    const levels = [{ name: 'a', match: {} }, OTHERS];
    expect(problemsIn(levels, seats)).toEqual([['', 'INVALID_SEATS']]);
    expect(() => levelObjects(levels, seats)).toThrow(
      expect.objectContaining({ code: 'INVALID_LEVELS' }),
    );
  });

  test('the levels are not changed', () => {
    const levels = [
      Object.freeze({ name: 'a', match: Object.freeze({ paths: Object.freeze(['/x']) }) }),
      Object.freeze({ name: 'b' }),
    ];
    expect(() => levelObjects(Object.freeze(levels) as readonly Level[], 5)).not.toThrow();
  });
});
