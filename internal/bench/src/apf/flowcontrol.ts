import {
  ApfController,
  type FlowHash,
  type QueuedRequest,
  QueueSet,
  type RequestDigest,
  requestClassifier,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import { simulateServer } from '@kubesem/apf-simulator';
import { pick, seededRandom } from '../random.js';
import { heapBytes, keep, timeItems, timePasses } from '../timing.js';

/** Numbers of queues; the same in Go. */
export const QUEUE_COUNTS = [64, 4096] as const;
/** Number of flow schemas. */
export const SCHEMA_COUNT = 100;
/** Number of simulated seconds. */
export const SIMULATED_SECONDS = 3600;
/** Number of requests in each of them. */
export const REQUESTS_PER_SECOND = 1000;

// The same values as in internal/conformance/oracle/apf/bench.
const FLOWS = 500;
const LIMIT = 100;
const WAITING = 1000;
const STEP_NS = 1000;
const HAND_SIZE = 5;

const ROUND = 10_000;
const workEstimate = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

/** Spreads the flows over all 64 bits, by Fibonacci hashing. */
function flowHashes(): FlowHash[] {
  return Array.from({ length: FLOWS }, (_, flow) => {
    const hash = BigInt.asUintN(64, BigInt(flow) * 11400714819323198485n);
    return { high: Number(hash >> 32n), low: Number(hash & 0xffffffffn) };
  });
}

/**
 * Measures arrival, dispatch and end of a request in a queue set in which other requests always wait.
 *
 * @param queues - number of queues
 * @param milliseconds - how long to measure
 * @returns nanoseconds per request
 */
function measureQueueSet(queues: number, milliseconds: number): Promise<number> {
  const hashes = flowHashes();
  let nowNs = 0;
  const clock = Object.assign(new VirtualClock(), { nowNs: () => nowNs });
  const queuing = { desiredNumQueues: queues, queueLengthLimit: 1000, handSize: HAND_SIZE };
  const set = new QueueSet({ clock, queuing, concurrencyLimit: LIMIT });
  let arrived = 0;
  // A ring of the executing requests, in order of dispatch.
  const executing: (QueuedRequest | undefined)[] = Array.from({ length: 2 * LIMIT });
  let first = 0;
  let last = 0;
  const onDispatch = (request: QueuedRequest) => {
    executing[last] = request;
    last = (last + 1) % executing.length;
  };
  const arrive = () => {
    arrived += 1;
    set.start({ workEstimate, hash: hashes[arrived % FLOWS], flowSchema: 'schema', onDispatch });
  };
  const finish = () => {
    const request = executing[first] as QueuedRequest;
    first = (first + 1) % executing.length;
    set.finish(request);
  };
  for (let i = 0; i < WAITING + LIMIT; i++) {
    arrive();
  }
  return timePasses(ROUND, milliseconds, () => {
    for (let i = 0; i < ROUND; i++) {
      nowNs += STEP_NS;
      finish();
      arrive();
    }
    if (set.requestsWaiting !== WAITING) {
      throw new Error(`${set.requestsWaiting} requests wait, not ${WAITING}`);
    }
  });
}

const TEAMS = 48;
const RESOURCES = ['pods', 'configmaps', 'secrets', 'deployments', 'jobs', 'leases'] as const;

/** Most schemas match the service accounts of one team, or one group. The last ones match everything. */
function flowSchemas() {
  const all = ['*'];
  const everything = {
    verbs: all,
    apiGroups: all,
    resources: all,
    clusterScope: true,
    namespaces: all,
  };
  return Array.from({ length: SCHEMA_COUNT }, (_, index) => {
    const team = `team-${index >> 1}`;
    const subjects =
      index >= SCHEMA_COUNT - 2
        ? [{ kind: 'Group', group: { name: 'system:authenticated' } }]
        : index % 2 === 0
          ? [{ kind: 'ServiceAccount', serviceAccount: { namespace: team, name: '*' } }]
          : [
              { kind: 'Group', group: { name: `${team}-people` } },
              { kind: 'User', user: { name: `${team}-lead` } },
            ];
    return {
      metadata: { name: `schema-${index}` },
      spec: {
        priorityLevelConfiguration: { name: `level-${index % 7}` },
        matchingPrecedence: 100 * index,
        distinguisherMethod: { type: 'ByUser' },
        rules: [{ subjects, resourceRules: [everything] }],
      },
    };
  });
}

function requests(): RequestDigest[] {
  const random = seededRandom(SCHEMA_COUNT);
  return Array.from({ length: 1000 }, () => {
    const namespace = `team-${random(TEAMS)}`;
    const resource = pick(random, RESOURCES);
    const group = resource === 'deployments' ? '/apis/apps/v1' : '/api/v1';
    const url = `${group}/namespaces/${namespace}/${resource}`;
    const user =
      random(4) > 0
        ? {
            name: `system:serviceaccount:${namespace}:runner`,
            groups: ['system:serviceaccounts', 'system:authenticated'],
          }
        : {
            name: `person-${random(200)}`,
            groups: [`${namespace}-people`, 'system:authenticated'],
          };
    return requestFromUrl(pick(random, ['GET', 'POST', 'DELETE']), url, user);
  });
}

/**
 * Measures the classification of requests among {@link SCHEMA_COUNT} flow schemas.
 *
 * @param milliseconds - how long to measure
 * @returns nanoseconds per request
 */
function measureClassification(milliseconds: number): Promise<number> {
  const classify = requestClassifier(flowSchemas());
  const digests = requests();
  return timeItems(
    () => digests,
    milliseconds,
    (digest) => classify(digest),
  );
}

const MANY = 100_000;

/**
 * Measures the memory of a waiting request: its ticket, its place in a queue and its timeout.
 *
 * @returns bytes on the heap per request, without the request digests
 */
function measureWaitingBytes(): number {
  const name = 'one';
  const rules = [
    {
      subjects: [{ kind: 'Group', group: { name: '*' } }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    },
  ];
  const apf = new ApfController({
    serverConcurrencyLimit: 1,
    clock: new VirtualClock(),
    priorityLevels: [
      {
        metadata: { name },
        spec: {
          type: 'Limited',
          limited: {
            limitResponse: {
              type: 'Queue',
              queuing: { queues: 64, handSize: 6, queueLengthLimit: MANY },
            },
          },
        },
      },
    ],
    flowSchemas: [
      {
        metadata: { name },
        spec: {
          priorityLevelConfiguration: { name },
          distinguisherMethod: { type: 'ByUser' },
          rules,
        },
      },
    ],
  });
  const digests = Array.from({ length: FLOWS }, (_, flow) =>
    requestFromUrl('GET', '/version', { name: `user-${flow}` }),
  );
  // Objects that exist once per flow do not count.
  for (const digest of digests) {
    keep(apf.request(digest));
  }
  const tickets: unknown[] = Array.from({ length: MANY });
  const before = heapBytes();
  for (let i = 0; i < MANY; i++) {
    tickets[i] = apf.request(digests[i % FLOWS] as RequestDigest);
  }
  const bytes = (heapBytes() - before) / MANY;
  if (tickets.some((ticket) => (ticket as { state: string }).state !== 'waiting')) {
    throw new Error('not every request waits');
  }
  apf.close();
  return bytes;
}

/**
 * Measures one simulation of {@link REQUESTS_PER_SECOND} requests per second from ten services.
 *
 * @param seconds - simulated time
 * @returns nanoseconds for the whole simulation
 */
function measureSimulation(seconds: number): number {
  const flows = Array.from({ length: 10 }, (_, index) => ({
    name: `service-${index}`,
    request: {
      url: `/api/v1/namespaces/team-${index}/pods`,
      user: {
        name: `system:serviceaccount:team-${index}:service`,
        groups: ['system:serviceaccounts', 'system:authenticated'],
      },
    },
    arrival: { process: 'poisson', perSecond: REQUESTS_PER_SECOND / 10 } as const,
    durationSeconds: { distribution: 'exponential', meanSeconds: 0.3 } as const,
  }));
  const start = performance.now();
  const result = simulateServer({ durationSeconds: seconds, flows });
  const nanoseconds = (performance.now() - start) * 1e6;
  keep(result);
  return nanoseconds;
}

/**
 * Measures a part of API Priority and Fairness.
 *
 * @param subject - number of queues such as `64`, or `classify`, `waiting` or `simulate`
 * @param milliseconds - how long to measure; ignored for `waiting`
 * @returns nanoseconds per request; bytes per request for `waiting`; nanoseconds of the simulation for `simulate`
 */
export async function measureFlowcontrol(subject: string, milliseconds: number): Promise<number> {
  switch (subject) {
    case 'classify':
      return measureClassification(milliseconds);
    case 'waiting':
      return measureWaitingBytes();
    case 'simulate':
      // A quick run simulates a shorter time.
      return measureSimulation(milliseconds < 100 ? SIMULATED_SECONDS / 100 : SIMULATED_SECONDS);
    default:
      return measureQueueSet(Number(subject), milliseconds);
  }
}
