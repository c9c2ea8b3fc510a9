import {
  ApfController,
  type ApfDump,
  type ApfObserver,
  type ApfTicket,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { expect, test } from 'vitest';
import { randomNumbers } from '../configuration.js';

/** As many as one likes: `KUBESEM_SOAK_REQUESTS=1000000 npx vitest run --project src packages/apf/test/engine/soak.test.ts`. */
const requests = Number(process.env.KUBESEM_SOAK_REQUESTS ?? 20_000);
const names = ['red', 'green', 'blue', 'grey'];

type Random = ReturnType<typeof randomNumbers>;

function randomLevel(name: string, random: Random): PriorityLevelConfiguration {
  const queuing = {
    queues: 1 + random(20),
    handSize: 1,
    queueLengthLimit: 1 + random(12),
  };
  queuing.handSize += random(Math.min(6, queuing.queues));
  const limitResponse = random(5) === 0 ? { type: 'Reject' } : { type: 'Queue', queuing };
  const limited = {
    nominalConcurrencyShares: random(40),
    lendablePercent: random(101),
    ...(random(2) === 0 ? { borrowingLimitPercent: random(300) } : {}),
    limitResponse,
  };
  return { metadata: { name }, spec: { type: 'Limited', limited } };
}

function schema(name: string): FlowSchema {
  return {
    metadata: { name: `of-${name}` },
    spec: {
      priorityLevelConfiguration: { name },
      matchingPrecedence: 500,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
  };
}

/** Some of the levels; the schemas of the others dangle. */
const randomConfiguration = (random: Random) => ({
  priorityLevels: names.filter(() => random(4) > 0).map((name) => randomLevel(name, random)),
  flowSchemas: names.map(schema),
});

/** Counts what is told; what it knows of a level has to be what a dump says. */
class Counts implements ApfObserver {
  readonly total = {
    arrived: 0,
    dispatched: 0,
    rejected: 0,
    finished: 0,
    released: 0,
    forgotten: 0,
  };
  readonly reasons: { [reason: string]: number } = {};
  waiting = 0;
  seats = 0;
  seatsWaiting = 0;

  arrived(): void {
    this.total.arrived++;
  }
  enqueued(_: string, __: unknown, ___: number, seats: number): void {
    this.waiting++;
    this.seatsWaiting += seats;
  }
  dequeued(_: string, __: unknown, seats: number): void {
    this.waiting--;
    this.seatsWaiting -= seats;
  }
  dispatched(_: string, { maxSeats }: { maxSeats: number }): void {
    this.total.dispatched++;
    this.seats += maxSeats;
  }
  rejected(_: string, __: string, reason: string): void {
    this.total.rejected++;
    this.reasons[reason] = (this.reasons[reason] ?? 0) + 1;
  }
  finished(): void {
    this.total.finished++;
  }
  released(_: string, { maxSeats }: { maxSeats: number }): void {
    this.total.released++;
    this.seats -= maxSeats;
  }
  warned(_: string, { code }: { code: string }): void {
    if (code === 'NOT_DONE') {
      this.total.forgotten++;
    }
  }
}

function expectEqualCounts({ priorityLevels }: ApfDump, counts: Counts): void {
  const levels = Object.values(priorityLevels).flatMap((level) => level ?? []);
  const sum = (field: 'waitingRequests' | 'executingRequests' | 'seatsInUse' | 'seatsWaiting') =>
    levels.reduce((total, level) => total + level[field], 0);
  const { arrived, dispatched, rejected, finished } = counts.total;
  expect({
    waiting: sum('waitingRequests'),
    executing: sum('executingRequests'),
    seats: sum('seatsInUse'),
    seatsWaiting: sum('seatsWaiting'),
    listed: levels.reduce((total, level) => total + level.requests.length, 0),
  }).toEqual({
    waiting: counts.waiting,
    executing: dispatched - finished,
    seats: counts.seats,
    seatsWaiting: counts.seatsWaiting,
    listed: counts.waiting + dispatched - finished,
  });
  expect(arrived).toBe(counts.waiting + dispatched + rejected);
}

test(`${requests} requests with random cancellations, deadlines and configurations: none is lost, and no seat`, {
  timeout: 30_000 + requests,
}, () => {
  const random = randomNumbers(20261121);
  const clock = new VirtualClock();
  const apf = new ApfController({
    clock,
    serverConcurrencyLimit: 40,
    executionLimitMs: 20_000,
    ...randomConfiguration(random),
  });
  const counts = new Counts();
  apf.on(counts);
  apf.on({
    dispatched: (_, { context }) => {
      // One in a thousand is never given back, and one in a hundred is twice.
      const fate = random(1000);
      if (fate === 0) {
        return;
      }
      clock.schedule(random(60e6), () => {
        (context as ApfTicket).done();
        if (fate < 11) {
          (context as ApfTicket).done();
        }
      });
    },
  });
  const groups = [...names, 'strangers', 'system:masters'];
  const digests = Array.from({ length: 300 }, (_, i) => {
    const user = { name: `user-${i}`, groups: [groups[random(24)] ?? names[i % 4] ?? ''] };
    return requestFromUrl('GET', '/version', user);
  });
  for (let i = 0; i < requests; i++) {
    const abort = random(4) === 0 ? new AbortController() : undefined;
    if (abort && random(8) === 0) {
      abort.abort();
    }
    const ticket = apf.request(digests[random(300)] as (typeof digests)[0], {
      work: {
        initialSeats: random(20) === 0 ? random(60) : 1 + random(3),
        finalSeats: random(3) === 0 ? random(50) : 0,
        additionalLatencyNs: random(8e6),
      },
      timeoutMs: random(400),
      ...(abort && { signal: abort.signal }),
    });
    if (abort) {
      clock.schedule(random(30e6), () => abort.abort());
    } else if (random(6) === 0) {
      clock.schedule(random(30e6), () => ticket.cancel());
    }
    if (random(500) === 0) {
      apf.updateConfig(randomConfiguration(random));
    }
    clock.run(clock.nowNs() + random(random(50) === 0 ? 400e6 : 2e6));
    if (i % 1000 === 0) {
      expectEqualCounts(apf.dump(), counts);
    }
  }
  clock.run(clock.nowNs() + 60e9);
  expectEqualCounts(apf.dump(), counts);
  const { arrived, dispatched, rejected, finished, released, forgotten } = counts.total;
  expect([arrived, dispatched + rejected]).toEqual([requests, requests]);
  expect([finished, released]).toEqual([dispatched, dispatched]);
  expect([counts.waiting, counts.seats, counts.seatsWaiting]).toEqual([0, 0, 0]);
  // All that can happen did.
  for (const reason of ['queue-full', 'concurrency-limit', 'time-out']) {
    expect(counts.reasons[reason]).toBeGreaterThan(requests / 200);
  }
  expect(dispatched).toBeGreaterThan(requests / 4);
  expect(forgotten).toBeGreaterThan(requests / 4000);
  apf.close();
  while (clock.step()) {}
  expect(counts.total).toMatchObject({ arrived: requests, released: dispatched });
});
