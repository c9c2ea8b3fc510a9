import { ApfController, requestFromUrl, VirtualClock } from '@kubesem/apf';
import { expect, test } from 'vitest';
import { randomNumbers } from '../configuration.js';

test('events come in the order of their times, and of their arrival where those are the same', () => {
  const clock = new VirtualClock();
  const seen: string[] = [];
  for (const [delayNs, name] of [
    [30, 'c'],
    [10, 'a'],
    [20, 'b'],
    [10, 'second a'],
    [-5, 'past'],
  ] as const) {
    clock.schedule(delayNs, () => seen.push(`${name} ${clock.nowNs()}`));
  }
  expect(clock.nowNs()).toBe(0);
  clock.run();
  expect(seen).toEqual(['past 0', 'a 10', 'second a 10', 'b 20', 'c 30']);
});

test('an event is called with its context', () => {
  const clock = new VirtualClock();
  const seen: number[] = [];
  const note = (value: number) => seen.push(value);
  clock.schedule(2, note, 17);
  clock.schedule(1, note, 23);
  clock.run();
  expect(seen).toEqual([23, 17]);
});

test('an event that was taken back does not come, and taking it back twice is nothing', () => {
  const clock = new VirtualClock();
  const seen: string[] = [];
  const first = clock.schedule(1, () => seen.push('first'));
  const second = clock.schedule(2, () => seen.push('second'));
  clock.schedule(3, () => seen.push('third'));
  second.cancel();
  second.cancel();
  clock.step();
  first.cancel();
  expect(clock.step()).toBe(true);
  expect(clock.step()).toBe(false);
  expect(seen).toEqual(['first', 'third']);
});

test('the time goes to the end that was wanted, and no further', () => {
  const clock = new VirtualClock();
  const seen: number[] = [];
  clock.schedule(100, () => {
    seen.push(clock.nowNs());
    clock.schedule(50, () => seen.push(clock.nowNs()));
  });
  clock.run(120);
  expect([clock.nowNs(), ...seen]).toEqual([120, 100]);
  expect(clock.step(149)).toBe(false);
  expect(clock.step(150)).toBe(true);
  clock.run(40);
  expect([clock.nowNs(), ...seen]).toEqual([150, 100, 150]);
});

test('whatever is scheduled and taken back, the order holds', () => {
  const random = randomNumbers(7);
  const clock = new VirtualClock();
  const seen: (readonly [timeNs: number, sequence: number])[] = [];
  const expected: (readonly [timeNs: number, sequence: number])[] = [];
  const events = Array.from({ length: 5000 }, (_, sequence) => {
    const timeNs = random(300);
    return { timeNs, sequence, event: clock.schedule(timeNs, () => seen.push([timeNs, sequence])) };
  });
  for (const { timeNs, sequence, event } of events) {
    if (random(3) > 0) {
      event.cancel();
    } else {
      expected.push([timeNs, sequence]);
    }
  }
  clock.run();
  expect(seen).toEqual(expected.sort(([a, i], [b, j]) => a - b || i - j));
});

test('after 104 days, when not every nanosecond has a number, the time of a controller goes on', () => {
  const clock = new VirtualClock();
  clock.schedule(2 ** 53, () => undefined);
  clock.run();
  const apf = new ApfController({
    serverConcurrencyLimit: 10,
    priorityLevels: [],
    flowSchemas: [],
    clock,
  });
  const executions: number[] = [];
  apf.on({ finished: (_level, _request, executionNs) => executions.push(executionNs) });
  const ticket = apf.request(requestFromUrl('GET', '/version', { name: 'jane' }));
  clock.schedule(4096, () => ticket.done());
  clock.run(2 ** 53 + 4096);
  expect(executions).toEqual([4096]);
  apf.close();
});
