import { groupsOf, level, schema } from './generator.js';
import type { Scenario, Step } from './scenario.js';

const send = (id: number, url: string, user = 'jane', method = 'GET'): Step => {
  return { do: 'send', id, method, url, user, groups: groupsOf(user) };
};
const finish = (id: number): Step => ({ do: 'finish', id });
const cancel = (id: number): Step => ({ do: 'cancel', id });

/** A server with one seat for Jane, and one place in a queue. */
function oneSeat(steps: readonly Step[], options: Partial<Scenario> = {}): Scenario {
  const queuing = { queues: 1, handSize: 1, queueLengthLimit: 1 };
  return {
    serverConcurrencyLimit: 1,
    requestTimeoutMs: 60_000,
    http2: false,
    objects: {},
    size: 0,
    priorityLevels: [level('one', 100, queuing)],
    flowSchemas: [schema('all', 'one', ['jane'])],
    steps,
    ...options,
  };
}

const full = [send(0, '/a'), send(1, '/b'), send(2, '/c')];
const watching = { do: 'begin', id: 0 } as const;
const watch = '/api/v1/namespaces/ns/pods?watch=1';
const write = '/api/v1/namespaces/ns/pods/web';
const noQueue = { priorityLevels: [level('one', 100, undefined)] };

/**
 * Returns scenarios that show each behaviour of the filter once.
 *
 * @returns the scenarios
 */
export function exampleScenarios(): Scenario[] {
  const both = (steps: readonly Step[], options: Partial<Scenario> = {}) =>
    [false, true].map((http2) => oneSeat(steps, { ...options, http2 }));
  return [
    // The queue is full.
    ...both(full),
    ...both([...full, finish(0), finish(1)]),
    // The level has no queue.
    ...both(full, noQueue),
    // The client goes away while its request waits, or while it executes.
    ...both([...full, cancel(1), send(3, '/d')]),
    ...both([...full, cancel(0), send(3, '/d'), finish(0)]),
    // The handler fails.
    ...both([...full, { do: 'fail', id: 0 }]),
    ...both([send(0, '/a'), { do: 'begin', id: 0 }, send(1, '/b'), { do: 'fail', id: 0 }]),
    // The request waits for a quarter of its timeout.
    ...both([send(0, '/a'), send(1, '/b?timeout=2s'), { do: 'await', id: 1 }]),
    ...both([send(0, '/a'), send(1, '/b'), { do: 'await', id: 1 }], { requestTimeoutMs: 2000 }),
    ...both([send(0, '/a'), send(1, '/b?timeout=1h'), { do: 'await', id: 1 }], {
      requestTimeoutMs: 2000,
    }),
    ...both([send(0, '/a'), send(1, `${watch}&timeout=x`), { do: 'await', id: 1 }], {
      requestTimeoutMs: 2000,
    }),
    // A watch occupies its seat until it is initialized.
    ...both([send(0, watch), send(1, '/b'), watching, finish(1), finish(0)]),
    ...both([send(0, watch), send(1, watch), finish(0), finish(1)]),
    ...both([send(0, watch), send(1, '/b'), { do: 'fail', id: 0 }]),
    ...both([send(0, watch), send(1, '/b'), cancel(0), watching, finish(0)]),
    ...both([send(0, '/a'), send(1, watch), send(2, watch), cancel(1)]),
    // Long-running requests are exempt.
    ...both([send(0, '/a'), send(1, '/b'), send(2, `${write}/exec`, 'jane', 'POST')]),
    ...both([send(0, '/a'), send(1, '/b'), send(2, `${write}/log?timeout=x`)]),
    // Lists are wide.
    ...both([send(0, '/a'), send(1, '/api/v1/pods'), send(2, '/c'), finish(0)], {
      serverConcurrencyLimit: 10,
      objects: { pods: 5000 },
      size: 1000,
    }),
    // Nobody limits an exempt user, nor one that no FlowSchema names.
    ...both([send(0, '/a'), send(1, '/b', 'ben'), send(2, '/c', 'ben'), send(3, '/d', 'ben')]),
    // The configuration changes.
    ...both([
      ...full,
      { do: 'configure', id: 0, priorityLevels: [], flowSchemas: [] },
      send(3, '/d'),
    ]),
    // URLs and timeouts that cannot be read.
    oneSeat([send(0, '/%zz'), send(1, '/api/v1/watch'), send(2, '/api/v1/proxy?a=<b>&c')]),
    ...['5', 'x', '5d', '1.2.3s', '9999999999h', '-1s', '.s', '1s2', '%C2%B5', '%22'].map(
      (timeout) =>
        oneSeat([send(0, `/a?timeout=${timeout}`), send(1, `/api/v1/pods?timeout=${timeout}`)]),
    ),
  ];
}
