import type {
  RequestStatistics,
  SimulatedFlow,
  SimulatedLevel,
  SimulationResult,
} from '@kubesem/apf';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { renderLevelChart } from '../src/render-chart.js';
import { renderComparison } from '../src/render-comparison.js';
import {
  busiestLevel,
  duration,
  mainFlows,
  percent,
  renderSimulation,
} from '../src/render-simulation.js';
import { painted } from './painted.js';

const NO_REJECTIONS = { 'queue-full': 0, 'concurrency-limit': 0, 'time-out': 0, cancelled: 0 };

function summary(count = 0, p50Seconds = 0, p99Seconds = 0, maxSeconds = 0) {
  return { count, meanSeconds: 0, p50Seconds, p90Seconds: 0, p99Seconds, maxSeconds };
}

function statistics(some: Partial<RequestStatistics> = {}): RequestStatistics {
  const execution = summary();
  const none = { arrived: 0, retried: 0, dispatched: 0, executing: 0, waiting: 0, execution };
  return { ...none, rejected: NO_REJECTIONS, wait: summary(some.dispatched), ...some };
}

function flow(
  flowSchemas: readonly string[],
  priorityLevels: readonly string[],
  some?: Partial<RequestStatistics>,
): SimulatedFlow {
  return { ...statistics(some), flowSchemas, priorityLevels };
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
const colors = pc.createColors(true);
const plain = pc.createColors(false);

describe('what came of a simulation', () => {
  test('levels, flows, and why some were rejected', () => {
    const batch = {
      arrived: 3011,
      dispatched: 2000,
      waiting: 11,
      rejected: { ...NO_REJECTIONS, 'queue-full': 800, cancelled: 200 },
      wait: summary(2000, 0.0004, 1.23456, 60),
    };
    const shown = renderSimulation(
      result(
        {
          low: level(25, {
            ...batch,
            flowCount: 2,
            fairnessIndex: 0.876,
            series: series([25, 24, 20]),
          }),
          high: level(49, { arrived: 5, dispatched: 5, wait: summary(5, 0, 0.0123, 0.9999) }),
          shut: level(3, { arrived: 9, rejected: { ...NO_REJECTIONS, 'time-out': 9 } }),
          idle: level(7),
        },
        {
          batch: flow(['a', 'b'], ['high', 'low'], batch),
          ['n'.repeat(41)]: flow(['c'], ['high'], {
            arrived: 5,
            dispatched: 5,
            wait: summary(5, 1, 2),
          }),
          nobody: flow(['c'], ['shut'], {
            arrived: 9,
            rejected: { ...NO_REJECTIONS, 'time-out': 9 },
          }),
          silent: flow([], []),
        },
      ),
      colors,
    );
    expect(
      painted(shown),
    ).toBe(`<bold>LEVEL</>  <bold>SEATS</>  <bold>USED</>  <bold>ARRIVED</>  <bold>REJECTED</>  <bold>WAITING</>  <bold>WAIT P50</>     <bold>P99</>  <bold>FAIR</>
low       25  23.0     3011      <red>1000</>       11      <1ms   1.23s  0.88
high      49   0.0        5         0        0         0  12.3ms     -
shut       3   0.0        9         <red>9</>        0         -       -     -
<dim>and 1 level without requests
</>
<bold>FLOW</>                                       <bold>LEVEL</>      <bold>ARRIVED</>  <bold>REJECTED</>  <bold>WAITING</>  <bold>WAIT P50</>    <bold>P99</>
batch                                      high, low     3011      <red>1000</>       11      <1ms  1.23s
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…  high             5         0        0        1s     2s
nobody                                     shut             9         <red>9</>        0         -      -
silent                                                      0         0        0         -      -

<bold>REJECTED FLOW</>  <bold>QUEUE-FULL</>  <bold>TIME-OUT</>  <bold>CANCELLED</>  <bold>OF ALL</>
batch                 800         0        200   33.2%
nobody                  0         9          0    100%
`);
  });

  test('nothing came', () => {
    const idle = renderSimulation(result({ one: level(1), two: level(2) }), plain);
    expect(idle).toMatch(/^LEVEL [^\n]*\nand 2 levels without requests\n$/);
    const used = result({ one: level(7, { arrived: 1, dispatched: 1 }) });
    expect(renderSimulation(used, plain)).toMatch(/^LEVEL [^\n]*\none +7 [^\n]*\n$/);
  });

  test('many rejected flows', () => {
    const names = Array.from({ length: 31 }, (_, index) => `flow-${index}`);
    const rejected = { ...NO_REJECTIONS, 'queue-full': 1 };
    const flows = names.map((name, index) => [
      name,
      flow(['s'], ['l'], { arrived: 1030 - index, rejected }),
    ]);
    const shown = renderSimulation(result({}, Object.fromEntries(flows)), plain);
    expect(shown.match(/^and 1 more that fare better; -o json has all$/gm)).toHaveLength(2);
    expect(shown.match(/^flow-0 /gm)).toBeNull();
    expect(shown).toMatch(
      /^REJECTED FLOW +QUEUE-FULL +OF ALL\nflow-30 +1 +0\.1%\nflow-29 +1 +<0\.1%\n/m,
    );
  });
});

test.each<[number, string]>([
  [0, '0'],
  [0.000999, '<1ms'],
  [0.001, '1ms'],
  [0.0123456, '12.3ms'],
  [0.9994, '999ms'],
  [0.9999, '1s'],
  [1, '1s'],
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
  const others = Object.fromEntries(many.map((name) => [name, flow([], [], { arrived: 5 })]));
  const rejected = (count: number) => ({ ...NO_REJECTIONS, 'time-out': count });

  test('those are shown that fare worst: rejected, then waiting, then by their waits', () => {
    const flows = {
      busy: flow([], [], { arrived: 6 }),
      slow: flow([], [], { arrived: 1, wait: summary(1, 0, 2, 2) }),
      waits: flow([], [], { arrived: 1, waiting: 1 }),
      ...others,
    };
    const worse = { late: flow([], [], { arrived: 9, rejected: rejected(1) }) };
    const some = [result({}, { ...flows, late: flow([], []) }), result({}, { ...flows, ...worse })];
    const { shown, more } = mainFlows([...many, 'busy', 'slow', 'waits', 'late'], some);
    expect(shown.slice(0, 5)).toEqual(['late', 'waits', 'slow', 'busy', 'x0']);
    expect({ shown: shown.length, more }).toEqual({ shown: 30, more: 1 });
    expect(shown).not.toContain('x26');
  });

  test('thirty are not too many, and stay in their order', () => {
    const names = [...many, 'a', 'b', 'c'];
    const flows = { ...others, c: flow([], [], { arrived: 9, rejected: rejected(9) }) };
    expect(mainFlows(names, [result({}, flows)])).toEqual({ shown: names, more: 0 });
  });
});

test('the busiest level is that in which most waited, or else whose seats are most in use', () => {
  const calm = {
    a: level(1),
    b: level(1, { series: series([2, 3]) }),
    c: level(1, { series: series([2, 3]) }),
  };
  expect(busiestLevel(result({ a: level(1) }))).toBeUndefined();
  expect(busiestLevel(result(calm))).toBe('b');
  const waiting = level(1, { series: series([1, 1], { requestsWaiting: [0, 0.1] }) });
  expect(busiestLevel(result({ ...calm, d: waiting }))).toBe('d');
});

describe('two results side by side', () => {
  test('what became worse is red, what became better green', () => {
    const before = result(
      {
        low: level(25, {
          arrived: 100,
          dispatched: 90,
          rejected: { ...NO_REJECTIONS, cancelled: 10 },
          wait: summary(90, 0.0123, 2.34567),
        }),
        gone: level(4, { arrived: 7, dispatched: 7 }),
        idle: level(9),
      },
      {
        a: flow(['s'], ['high', 'low'], {
          arrived: 50,
          dispatched: 50,
          wait: summary(50, 0.5, 0.7),
        }),
        b: flow(['s'], ['low'], {
          arrived: 50,
          dispatched: 40,
          rejected: { ...NO_REJECTIONS, cancelled: 10 },
        }),
        left: flow(['s'], ['gone'], { arrived: 7, dispatched: 7 }),
        ['n'.repeat(41)]: flow([], []),
      },
    );
    const after = result(
      {
        low: level(30, { arrived: 110, dispatched: 110, wait: summary(110, 0.0129, 3.5) }),
        idle: level(9),
        fresh: level(5, {
          arrived: 3,
          dispatched: 0,
          rejected: { ...NO_REJECTIONS, 'time-out': 3 },
        }),
      },
      {
        a: flow(['s'], ['low'], { arrived: 50, dispatched: 50, wait: summary(50, 0.5001, 0.9) }),
        b: flow(['s'], ['low'], { arrived: 60, dispatched: 60 }),
        came: flow(['s'], ['fresh', 'low'], {
          arrived: 3,
          rejected: { ...NO_REJECTIONS, 'time-out': 3 },
        }),
        ['n'.repeat(41)]: flow([], []),
      },
    );
    expect(
      painted(renderComparison(before, after, colors)),
    ).toBe(`<bold>LEVEL</>    <bold>SEATS</>  <bold>EXECUTED</>  <bold>REJECTED</>     <bold>WAIT P50</>          <bold>P99</>
low    25 → 30  90 → 110  10% → <green>0%</>  12ms → <red>13ms</>  2.3s → <red>3.5s</>
gone     4 → -     7 → 0    0% → -        0 → -        0 → -
fresh    - → 5         0  - → 100%            -            -

<bold>FLOW</>                                       <bold>LEVEL</>            <bold>EXECUTED</>  <bold>REJECTED</>  <bold>WAIT P50</>            <bold>P99</>
a                                          high, low → low        50        0%     500ms  700ms → <red>900ms</>
b                                          low               40 → 60  20% → <green>0%</>         0              0
left                                       gone → -            7 → 0    0% → -     0 → -          0 → -
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…                          0         -         -              -
came                                       - → fresh, low          0  - → 100%         -              -
`);
  });

  test('of many flows those are shown that fare worst with either', () => {
    const many = (worst: number) =>
      Object.fromEntries(
        Array.from({ length: 32 }, (_, index) => [
          `flow-${index}`,
          flow(['s'], ['l'], { arrived: 1, waiting: index === worst ? 1 : 0 }),
        ]),
      );
    const shown = renderComparison(result({}, many(30)), result({}, many(31)), plain);
    expect(shown).toMatch(/\n\nFLOW [^\n]*\nflow-30 [^\n]*\nflow-31 /);
    expect(shown).toMatch(/\nand 2 more that fare better; -o json has all\n$/);
  });
});

describe('the chart of a level', () => {
  test('seats below the limit, and waits', () => {
    const seatsInUse = [0, 2, 4, 6, 8, 12, 12, 11.6, 3];
    const currentLimit = [12, 12, 12, 12, 12, 12.4, 14, 14, 12];
    const waitSeconds = [0, 0, 0, 0, 0, 0.1, 0.25, 0.2, 0];
    const low = level(12, { series: series(seatsInUse, { currentLimit, waitSeconds }) });
    expect(
      painted(renderLevelChart(result({ low }), 'low', 'after: ', colors)),
    ).toBe(`<bold>after: low: seats</> <cyan>in use</>, of <yellow>12 to 14 that it had, with what it borrowed</>
     14┼     <yellow>╭</><yellow>─</><yellow>╮</>
     12<yellow>┼</><yellow>─</><yellow>─</><yellow>─</><yellow>─</><cyan>╭</><cyan>─</><cyan>─</><cyan>╮</>
     10┤    <cyan>│</>  <cyan>│</>
      8┤   <cyan>╭</><cyan>╯</>  <cyan>│</>
      6┤  <cyan>╭</><cyan>╯</>   <cyan>│</>
      4┤ <cyan>╭</><cyan>╯</>    <cyan>╰</>
      2┤<cyan>╭</><cyan>╯</>
      0<cyan>┼</><cyan>╯</>
        0     4.5s
<bold>after: low: waits</> on average, in each 500ms
  250ms┼     <magenta>╭</><magenta>╮</>
  214ms┤     <magenta>│</><magenta>╰</><magenta>╮</>
  179ms┤     <magenta>│</> <magenta>│</>
  143ms┤     <magenta>│</> <magenta>│</>
  107ms┤    <magenta>╭</><magenta>╯</> <magenta>│</>
 71.4ms┤    <magenta>│</>  <magenta>│</>
 35.7ms┤    <magenta>│</>  <magenta>│</>
      0<magenta>┼</><magenta>─</><magenta>─</><magenta>─</><magenta>─</><magenta>╯</>  <magenta>╰</>
        0     4.5s
`);
  });

  test('of many samples, as many as fit', () => {
    const seatsInUse = Array.from(
      { length: 132 },
      (_, index) => (index % 2) + (index < 66 ? 0 : 4),
    );
    const low = level(12, {
      series: series(seatsInUse, { currentLimit: seatsInUse.map(() => 5) }),
    });
    expect(
      renderLevelChart(result({ low }, {}, 2), 'low', '', plain),
    ).toBe(`low: seats in use, of 5 that it had, with what it borrowed
    4.5┼                                ╭────────────────────────────────
    3.9┤                                │
    3.2┤                                │
    2.6┤                                │
    1.9┤                                │
    1.3┤                                │
    0.6┼────────────────────────────────╯
      0┤
        0                                                              264s
low: waits none
`);
  });

  test('nothing in use, and nothing there', () => {
    const low = level(12, { series: series([0, 0, 0]) });
    expect(
      renderLevelChart(result({ low }), 'low', '', plain),
    ).toBe(`low: seats in use, of 0 that it had, with what it borrowed
      0┼
      0┤
      0┤
      0┤
      0┤
      0┤
      0┤
      0┼──
        0 1.5s
low: waits none
`);
    const large = level(30, { series: series([20, 20]) });
    expect(renderLevelChart(result({ large }), 'large', '', plain)).toContain('\n     17┤\n');
    expect(renderLevelChart(result({ low }), 'x\u001b', 'after: ', plain)).toBe(
      'after: no priority level x\\u001b\n',
    );
  });
});
