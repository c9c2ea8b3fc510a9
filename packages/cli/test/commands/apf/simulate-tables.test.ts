import type {
  RequestStatistics,
  SimulatedFlow,
  SimulatedLevel,
  SimulationResult,
} from '@kubesem/apf-simulator';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { duration, mainFlows, percent } from '../../../src/commands/apf/simulate/cells.js';
import { renderLevelChart } from '../../../src/commands/apf/simulate/level-chart.js';
import { renderResults } from '../../../src/commands/apf/simulate/render.js';
import type { Layout } from '../../../src/output/table/table.js';
import { cells } from '../../support/run.js';

const NO_REJECTIONS = { 'queue-full': 0, 'concurrency-limit': 0, 'time-out': 0, cancelled: 0 };
const rejected = (count: number) => ({ ...NO_REJECTIONS, 'time-out': count });

function summary(count = 0, p50Seconds = 0, p99Seconds = 0) {
  return { count, meanSeconds: 0, p50Seconds, p90Seconds: 0, p99Seconds, maxSeconds: 0 };
}

function statistics(some: Partial<RequestStatistics> = {}): RequestStatistics {
  const execution = summary();
  const none = { arrived: 0, retried: 0, dispatched: 0, executing: 0, waiting: 0, execution };
  return { ...none, rejected: NO_REJECTIONS, wait: summary(some.dispatched), ...some };
}

function flow(priorityLevels: readonly string[], some?: Partial<RequestStatistics>): SimulatedFlow {
  return { ...statistics(some), flowSchemas: [], priorityLevels };
}

function level(
  nominalLimit: number,
  { series, flowCount = 1, fairnessIndex = 1, ...some }: Partial<SimulatedLevel> = {},
): SimulatedLevel {
  const limits = { nominalLimit, lowerLimit: 0, upperLimit: 0, lendableLimit: 0 };
  const none = { currentLimit: [], requestsWaiting: [], waitSeconds: [], rejected: [] };
  const all = { seatsInUse: [], ...none, ...series };
  return { ...statistics(some), limits, flowCount, fairnessIndex, series: all };
}

function result(
  priorityLevels: Readonly<Record<string, SimulatedLevel>>,
  flows: Readonly<Record<string, SimulatedFlow>> = {},
  sampleSeconds = 0.5,
): SimulationResult {
  const [one] = Object.values(priorityLevels);
  const durationSeconds = sampleSeconds * (one?.series.seatsInUse.length ?? 0);
  const times = { seed: 7, durationSeconds, sampleSeconds };
  return { ...times, total: statistics(), flows, flowSchemas: {}, priorityLevels };
}

const series = (seatsInUse: readonly number[], more: Partial<SimulatedLevel['series']> = {}) => {
  const zeros = seatsInUse.map(() => 0);
  return {
    ...{ currentLimit: zeros, requestsWaiting: zeros, waitSeconds: zeros, rejected: zeros },
    ...{ seatsInUse, ...more },
  };
};

const layoutOf = (colors: boolean, isTerminal = false): Layout => {
  return { colors: pc.createColors(colors), isTerminal, headers: true };
};
const plain = pc.createColors(false);
const long = 'n'.repeat(41);
const byName = (names: readonly string[], flowOf: (index: number) => SimulatedFlow) =>
  Object.fromEntries(names.map((name, index) => [name, flowOf(index)]));

describe('one result', () => {
  const batch = {
    arrived: 3011,
    dispatched: 2000,
    waiting: 11,
    rejected: { ...NO_REJECTIONS, 'queue-full': 800, cancelled: 200 },
    wait: summary(2000, 0.0004, 1.23456),
  };
  const levels = {
    low: level(25, { ...batch, flowCount: 2, fairnessIndex: 0.876, series: series([25, 24, 20]) }),
    high: level(49, { arrived: 5, dispatched: 5, wait: summary(5, 0, 0.0123) }),
    shut: level(3, { arrived: 9, rejected: rejected(9) }),
    idle: level(7),
  };
  const flows = {
    batch: flow(['high', 'low'], batch),
    [long]: flow(['high'], { arrived: 5, dispatched: 5, wait: summary(5, 1, 2) }),
    nobody: flow(['shut'], { arrived: 9, rejected: rejected(9) }),
    silent: flow([]),
  };

  test('levels, flows, and why requests were rejected', () => {
    const shown = renderResults({ before: result(levels, flows) }, undefined, layoutOf(false));
    expect(shown).toBe(`LEVEL  SEATS  USED  ARRIVED  REJECTED  WAITING  WAIT P50     P99  FAIR
low       25  23.0     3011      1000       11      <1ms   1.23s  0.88
high      49   0.0        5         0        0         0  12.3ms     -
shut       3   0.0        9         9        0         -       -     -
1 priority level without requests not shown

FLOW                                       LEVEL      ARRIVED  REJECTED  WAITING  WAIT P50    P99
batch                                      high, low     3011      1000       11      <1ms  1.23s
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…  high             5         0        0        1s     2s
nobody                                     shut             9         9        0         -      -
silent                                     -                0         0        0         -      -

REJECTED FLOW  QUEUE-FULL  TIME-OUT  CANCELLED  OF ALL
batch                 800         0        200   33.2%
nobody                  0         9          0    100%
`);
  });

  test('rejections are red', () => {
    const shown = renderResults({ before: result(levels, flows) }, undefined, layoutOf(true));
    expect(shown.match(/\u001b\[31m\d+/g)).toEqual(
      ['1000', '9', '1000', '9'].map((n) => `\u001b[31m${n}`),
    );
  });

  test('no requests, and no idle levels', () => {
    const idle = { before: result({ one: level(1), two: level(2) }) };
    expect(cells(renderResults(idle, undefined, layoutOf(false)))).toHaveLength(2);
    const used = { before: result({ one: level(7, { arrived: 1, dispatched: 1 }) }) };
    const rows = cells(renderResults(used, undefined, layoutOf(false)));
    expect(rows.map(([name]) => name)).toEqual(['LEVEL', 'one']);
  });

  test('of many rejected flows, those with the largest part', () => {
    const names = Array.from({ length: 31 }, (_, index) => `flow-${index}`);
    const many = byName(names, (index) =>
      flow(['l'], { arrived: 1030 - index, rejected: { ...NO_REJECTIONS, 'queue-full': 1 } }),
    );
    const shown = renderResults({ before: result({}, many) }, undefined, layoutOf(false));
    expect(shown.match(/^1 more /gm)).toHaveLength(2);
    expect(shown).not.toMatch(/^flow-0 /m);
    const rows = cells(shown.slice(shown.indexOf('REJECTED FLOW')));
    expect(rows.slice(1, 3)).toEqual([
      ['flow-30', '1', '0.1%'],
      ['flow-29', '1', '<0.1%'],
    ]);
  });
});

test.each<[number, string]>([
  [0, '0'],
  [0.000999, '<1ms'],
  [0.001, '1ms'],
  [0.0123456, '12.3ms'],
  [0.9994, '999ms'],
  [0.9999, '1s'],
  [12.3456, '12.3s'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(duration(seconds)).toBe(shown);
});

test.each<[number, string]>([
  [0, '0%'],
  [0.000999, '<0.1%'],
  [0.001, '0.1%'],
  [0.1234, '12.3%'],
  [1, '100%'],
])('a part of %d is shown as %s', (part, shown) => {
  expect(percent(part)).toBe(shown);
});

describe('of many flows', () => {
  const many = Array.from({ length: 27 }, (_, index) => `x${index}`);
  const others = byName(many, () => flow([], { arrived: 5 }));

  test('the worst are shown: rejected, then waiting, then with the longest waits', () => {
    const flows = {
      busy: flow([], { arrived: 6 }),
      slow: flow([], { arrived: 1, wait: summary(1, 0, 2) }),
      waits: flow([], { arrived: 1, waiting: 1 }),
      ...others,
    };
    const late = flow([], { arrived: 9, rejected: rejected(1) });
    const results = [result({}, { ...flows, late: flow([]) }), result({}, { ...flows, late })];
    const { shown, more } = mainFlows([...many, 'busy', 'slow', 'waits', 'late'], results);
    expect(shown.slice(0, 5)).toEqual(['late', 'waits', 'slow', 'busy', 'x0']);
    expect({ shown: shown.length, more }).toEqual({ shown: 30, more: 1 });
    expect(shown).not.toContain('x26');
  });

  test('thirty are not too many, and stay in their order', () => {
    const names = [...many, 'a', 'b', 'c'];
    const flows = { ...others, c: flow([], { arrived: 9, rejected: rejected(9) }) };
    expect(mainFlows(names, [result({}, flows)])).toEqual({ shown: names, more: 0 });
  });
});

describe('the busiest level is drawn on a terminal', () => {
  const drawn = (levels: Readonly<Record<string, SimulatedLevel>>) =>
    /^(\w+): seats/m.exec(
      renderResults({ before: result(levels) }, undefined, layoutOf(false, true)),
    )?.[1];
  const calm = { a: level(1), b: level(1, { series: series([2, 3]) }) };

  test('the one in which most requests wait, or else with the most seats in use', () => {
    expect(drawn({ a: level(1) })).toBeUndefined();
    expect(drawn(calm)).toBe('b');
    const waiting = level(1, { series: series([1, 1], { requestsWaiting: [0, 0.1] }) });
    expect(drawn({ ...calm, d: waiting })).toBe('d');
  });
});

describe('two results side by side', () => {
  const cancelled = { ...NO_REJECTIONS, cancelled: 10 };
  const before = result(
    {
      low: level(25, {
        arrived: 100,
        dispatched: 90,
        rejected: cancelled,
        wait: summary(90, 0.0123, 2.34567),
      }),
      gone: level(4, { arrived: 7, dispatched: 7 }),
      idle: level(9),
    },
    {
      a: flow(['high', 'low'], { arrived: 50, dispatched: 50, wait: summary(50, 0.5, 0.7) }),
      b: flow(['low'], { arrived: 50, dispatched: 40, rejected: cancelled }),
      left: flow(['gone'], { arrived: 7, dispatched: 7 }),
      [long]: flow([]),
    },
  );
  const after = result(
    {
      low: level(30, { arrived: 110, dispatched: 110, wait: summary(110, 0.0129, 3.5) }),
      idle: level(9),
      fresh: level(5, { arrived: 3, rejected: rejected(3) }),
    },
    {
      a: flow(['low'], { arrived: 50, dispatched: 50, wait: summary(50, 0.5001, 0.9) }),
      b: flow(['low'], { arrived: 60, dispatched: 60 }),
      came: flow(['fresh', 'low'], { arrived: 3, rejected: rejected(3) }),
      [long]: flow([]),
    },
  );

  test('show both values where they differ', () => {
    expect(
      renderResults({ before, after }, undefined, layoutOf(false)),
    ).toBe(`LEVEL    SEATS  EXECUTED  REJECTED     WAIT P50          P99
low    25 → 30  90 → 110  10% → 0%  12ms → 13ms  2.3s → 3.5s
gone     4 → -     7 → 0    0% → -        0 → -        0 → -
fresh    - → 5         0  - → 100%            -            -

FLOW                                       LEVEL            EXECUTED  REJECTED  WAIT P50            P99
a                                          high, low → low        50        0%     500ms  700ms → 900ms
b                                          low               40 → 60  20% → 0%         0              0
left                                       gone → -            7 → 0    0% → -     0 → -          0 → -
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…  -                       0         -         -              -
came                                       - → fresh, low          0  - → 100%         -              -
`);
  });

  test('worse is red, better is green', () => {
    const shown = renderResults({ before, after }, undefined, layoutOf(true));
    const painted = (code: number) =>
      [...shown.matchAll(new RegExp(`\\u001b\\[${code}m([^\\u001b]+)`, 'g'))].map(
        ([, text]) => text,
      );
    expect(painted(31)).toEqual(['13ms', '3.5s', '900ms']);
    expect(painted(32)).toEqual(['0%', '0%']);
  });

  test('of many flows, those are shown that are worst with either', () => {
    const names = Array.from({ length: 32 }, (_, index) => `flow-${index}`);
    const many = (worst: number) =>
      byName(names, (index) => flow(['l'], { arrived: 1, waiting: index === worst ? 1 : 0 }));
    const results = { before: result({}, many(30)), after: result({}, many(31)) };
    const shown = renderResults(results, undefined, layoutOf(false));
    expect(shown).toMatch(/\n\nFLOW [^\n]*\nflow-30 [^\n]*\nflow-31 /);
    expect(shown).toMatch(/\n2 more [^\n]*\n$/);
  });
});

describe('the chart of a level', () => {
  test('has the seats, and the waits', () => {
    const seatsInUse = [0, 2, 4, 6, 8, 12, 12, 11.6, 3];
    const currentLimit = [12, 12, 12, 12, 12, 12.4, 14, 14, 12];
    const waitSeconds = [0, 0, 0, 0, 0, 0.1, 0.25, 0.2, 0];
    const low = level(12, { series: series(seatsInUse, { currentLimit, waitSeconds }) });
    expect(
      renderLevelChart(result({ low }), 'low', 'after: ', plain),
    ).toBe(`after: low: seats in use, limit 12 to 14 including borrowed seats
     12┼    ╭──╮
     10┤    │  │
    8.6┤   ╭╯  │
    6.9┤  ╭╯   │
    5.1┤  │    │
    3.4┤ ╭╯    ╰
    1.7┤╭╯
      0┼╯
        0     4.5s
after: low: average wait per 500ms
  250ms┼     ╭╮
  214ms┤     │╰╮
  179ms┤     │ │
  143ms┤     │ │
  107ms┤    ╭╯ │
 71.4ms┤    │  │
 35.7ms┤    │  │
      0┼────╯  ╰
        0     4.5s
`);
  });

  test('has the limit as a second line, in colours', () => {
    const low = level(12, { series: series([1, 2], { currentLimit: [3, 3] }) });
    const colored = pc.createColors(true);
    const shown = renderLevelChart(result({ low }), 'low', '', colored);
    expect(shown).toMatch(/\u001b\[33m[─┼╭╮╯╰]/);
    expect(shown).toMatch(/\u001b\[36m[─┼╭╮╯╰]/);
    expect(renderLevelChart(result({ low }), 'low', '', plain)).not.toContain('\u001b');
  });

  test('averages more samples than fit', () => {
    const alternating = Array.from({ length: 132 }, (_, i) => (i % 2) + (i < 66 ? 0 : 4));
    const low = level(12, { series: series(alternating) });
    const lines = renderLevelChart(result({ low }, {}, 2), 'low', '', plain).split('\n');
    expect(lines[1]).toBe(`    4.5┼${' '.repeat(32)}╭${'─'.repeat(32)}`);
    expect(lines[7]).toBe(`    0.6┼${'─'.repeat(32)}╯`);
    expect(lines[9]).toBe(`${' '.repeat(8)}0${'264s'.padStart(66)}`);
  });

  test('has whole seats from 10 on, and an axis even if nothing is in use', () => {
    const large = level(30, { series: series([20, 20]) });
    expect(renderLevelChart(result({ large }), 'large', '', plain)).toContain('\n     17┤\n');
    const none = level(12, { series: series([0, 0, 0]) });
    const shown = renderLevelChart(result({ none }), 'none', '', plain);
    expect(shown.match(/^ {6}0[┼┤]/gm)).toHaveLength(8);
  });

  test('a level that does not exist is named', () => {
    expect(renderLevelChart(result({}), 'x\u001b', 'after: ', plain)).toContain('x\\u001b\n');
  });
});
