import {
  ApfController,
  type ApfTicket,
  effectiveConfiguration,
  VirtualClock,
  withBuiltInObjects,
} from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { type Caller, digestOf } from './classification.js';
import { CALLERS, configuration, PERIOD_NS } from './controller/generator.js';

/** One request of each priority level of the built-in objects. */
const BUILT_IN_CALLERS = (
  [
    ['root', 'system:masters'],
    ['system:node:n', 'system:nodes', 'system:authenticated'],
    ['system:kube-scheduler', 'system:authenticated'],
    ['system:serviceaccount:kube-system:job-controller', 'system:authenticated'],
    ['system:serviceaccount:ci:runner', 'system:serviceaccounts', 'system:authenticated'],
    ['jane', 'system:authenticated'],
    ['nobody'],
  ] as const
).map(([user, ...groups]) => ({
  user,
  groups,
  info: {
    isResourceRequest: true,
    path: '/api/v1/namespaces/prod/pods',
    verb: 'get',
    apiVersion: 'v1',
    resource: 'pods',
    namespace: 'prod',
  },
}));

function* smallServers(): Iterable<Json> {
  for (let limit = 1; limit <= 60; limit++) {
    yield {
      serverConcurrencyLimit: limit,
      builtIn: true,
      callers: BUILT_IN_CALLERS,
    } as unknown as Json;
  }
}

/** A server that has just started, and callers that each send the first request. */
function startedServer(random: Random): Json {
  return {
    serverConcurrencyLimit: random.pick([1, 2, 5, 10, 20, 600, random.below(100)]),
    builtIn: false,
    ...configuration(random),
    callers: Array.from({ length: 1 + random.below(4) }, () => random.pick(CALLERS)),
  } as unknown as Json;
}

interface StartedServer {
  readonly serverConcurrencyLimit: number;
  readonly builtIn?: boolean;
  readonly priorityLevels?: readonly PriorityLevelConfiguration[];
  readonly flowSchemas?: readonly FlowSchema[];
  readonly callers: readonly Caller[];
}

interface Started {
  readonly levels: { readonly [name: string]: readonly number[] };
  readonly first: readonly (readonly [
    decision: string,
    atNs: number,
    schema: string,
    level: string,
  ])[];
}

function objectsOf({ builtIn, priorityLevels = [], flowSchemas = [] }: StartedServer) {
  const objects = { priorityLevels, flowSchemas };
  return builtIn ? withBuiltInObjects(objects) : objects;
}

/** Sends a request to a server that has just started: what is decided, when, and by which objects. */
function firstDecision(server: StartedServer, caller: Caller): string {
  const clock = new VirtualClock();
  const { serverConcurrencyLimit } = server;
  const controller = new ApfController({ serverConcurrencyLimit, clock, ...objectsOf(server) });
  clock.run(1);
  const ticket = controller.request(digestOf(caller));
  while (ticket.state === 'waiting' && clock.step(2 * PERIOD_NS)) {}
  const { flowSchema, priorityLevel } = ticket;
  controller.close();
  return [outcomeOf(ticket), clock.nowNs(), flowSchema, priorityLevel].join();
}

function outcomeOf({ state, rejection }: ApfTicket): string {
  return state === 'rejected' ? (rejection?.reason ?? '') : 'start';
}

const start: Operation = {
  name: 'apf.start',
  program: 'apf',
  candidates: 1000,
  examples: smallServers,
  generate: startedServer,
  compare(input, theirs, comparison) {
    const server = input as unknown as StartedServer;
    const { levels, first } = theirs.out as unknown as Started;
    const ours = effectiveConfiguration(objectsOf(server), server.serverConcurrencyLimit).levels;
    comparison.field('levels', Object.keys(levels).length, ours.length);
    for (const level of ours) {
      const { configuration: object, nominalLimit, lowerLimit, upperLimit, initialLimit } = level;
      const name = nameOf(object);
      const limits = [nominalLimit, lowerLimit, upperLimit, initialLimit];
      comparison.field(`limits of ${name}`, levels[name]?.join(), limits.join());
    }
    for (const [index, caller] of server.callers.entries()) {
      comparison.field(`request ${index}`, first[index]?.join(), firstDecision(server, caller));
    }
  },
  kind(input, { out }) {
    const { levels, first } = out as unknown as Started;
    const { callers } = input as unknown as StartedServer;
    const traits = first.map(([decision, atNs]) => `${decision} ${atNs}`);
    return callers.length > 2 || Object.keys(levels).length > 5
      ? 'large'
      : `${Object.keys(levels).length},${traits.sort().join()}`;
  },
};

/** The first requests of a server. */
export const startOperations: readonly Operation[] = [start];
