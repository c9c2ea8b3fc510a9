import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Gate, type GateOptions, type NodeHandler, protect } from '@kubesem/apf-http';
import { onTestFinished } from 'vitest';

export type Handler = NodeHandler<IncomingMessage, ServerResponse>;

/** A level that neither lends nor borrows. */
export function level(name: string, queueLengthLimit: number) {
  const limitResponse =
    queueLengthLimit === 0
      ? { type: 'Reject' }
      : { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit } };
  const limited = { nominalConcurrencyShares: 100, lendablePercent: 0, limitResponse };
  return { metadata: { name, uid: `level-${name}` }, spec: { type: 'Limited', limited } };
}

/** A FlowSchema for everybody. */
export function schema(name: string, priorityLevel: string) {
  const subjects = [
    { kind: 'Group', group: { name: 'system:authenticated' } },
    { kind: 'Group', group: { name: 'system:unauthenticated' } },
  ];
  const verbs = ['*'];
  const rules = [
    {
      subjects,
      nonResourceRules: [{ verbs, nonResourceURLs: ['*'] }],
      resourceRules: [
        { verbs, apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true },
      ],
    },
  ];
  return {
    metadata: { name, uid: `schema-${name}` },
    spec: { priorityLevelConfiguration: { name: priorityLevel }, matchingPrecedence: 100, rules },
  };
}

/** A server with one seat and a queue of the given length; the mandatory level has the other seat. */
export function oneSeat(queueLengthLimit = 10): GateOptions<IncomingMessage> {
  return {
    serverConcurrencyLimit: 1,
    priorityLevels: [level('one', queueLengthLimit)],
    flowSchemas: [schema('all', 'one')],
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback; close it at the end. */
export interface TestServer {
  readonly gate: Gate<IncomingMessage>;
  readonly port: number;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  /** Opens a connection for requests as text. */
  socket(text: string): Socket;
}

/** Starts a server, which is closed after the test. */
export async function serve(
  handler: Handler,
  options: GateOptions<IncomingMessage> | Gate<IncomingMessage>,
): Promise<TestServer> {
  const listener = protect(handler, options);
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    listener.gate.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    gate: listener.gate,
    port,
    get: (path, request = {}) => get(port, path, request),
    socket: (text) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      return socket;
    },
  };
}

/** Sends a request on a connection of its own. */
export function get(port: number, path: string, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path, agent: false, ...options },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** A promise that is settled from outside. */
export class Deferred<T = void> {
  resolve!: (value: T) => void;
  reject!: (error: unknown) => void;
  readonly promise: Promise<T> = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > deadline) {
      throw new Error('the condition never holds');
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Sums a number over all levels. */
export function total(
  gate: Pick<Gate, 'dump'>,
  count: 'waitingRequests' | 'executingRequests' | 'seatsInUse',
): number {
  return Object.values(gate.dump().priorityLevels).reduce(
    (sum, found) => sum + (found?.[count] ?? 0),
    0,
  );
}
