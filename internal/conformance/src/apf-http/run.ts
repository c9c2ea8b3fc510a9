import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createServer as createHttp2Server,
  type IncomingHttpHeaders as Http2Headers,
  type Http2Server,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestFromUrl } from '@kubesem/apf';
import { protect } from '@kubesem/apf-http';
import type { HttpAnswer, Scenario, Step, Trace } from './scenario.js';

/** How often a step looks whether it has ended: looks, not time, because the machine can stand still in between. */
const LOOKS = 20_000;
/** The headers that the filter and what is around it set. */
const HEADERS = [
  'content-type',
  'retry-after',
  'x-content-type-options',
  'x-kubernetes-pf-flowschema-uid',
  'x-kubernetes-pf-prioritylevel-uid',
];

/** A request between the client and the handler. */
class Sent {
  isSent = false;
  isAnswered = false;
  hasStarted = false;
  hasEnded = false;
  answer: HttpAnswer = null;
  response: ServerResponse | undefined;
  /** Ends the handler. */
  readonly order: Promise<'finish' | 'fail'>;
  give: (order: 'finish' | 'fail') => void = () => undefined;
  client: ClientRequest | ClientHttp2Stream | undefined;
  /** Whether its level counts it among the requests that execute. */
  occupiesSeats = false;
  isWatch = false;

  constructor() {
    this.order = new Promise((resolve) => {
      this.give = resolve;
    });
  }

  get state(): string {
    if (this.hasStarted && !this.hasEnded) {
      return 'E';
    }
    if (!this.isSent) {
      return '-';
    }
    return this.isAnswered ? 'D' : 'W';
  }
}

/**
 * Runs a scenario on a server on loopback.
 *
 * @param scenario - the server and what happens to it
 * @returns what happened
 */
export async function runScenario(scenario: Scenario): Promise<Trace> {
  const run = new Run(scenario);
  try {
    return await run.trace();
  } finally {
    run.close();
  }
}

class Run {
  private readonly requests: Sent[] = [];
  private readonly states: string[] = [];
  private readonly handler;
  private readonly server: Server | Http2Server;
  private session: ClientHttp2Session | undefined;

  constructor(private readonly scenario: Scenario) {
    const { objects, size } = scenario;
    for (const { id } of scenario.steps) {
      while (id >= this.requests.length) {
        this.requests.push(new Sent());
      }
    }
    this.handler = protect<IncomingMessage>((request, response) => this.handle(request, response), {
      ...scenario,
      kubernetes: {
        objects: ({ resource = '', apiGroup = '' }) => {
          const objectCount = objects[apiGroup === '' ? resource : `${resource}.${apiGroup}`];
          return objectCount === undefined ? undefined : { objectCount, averageObjectBytes: size };
        },
      },
      user: ({ headers }) => ({
        name: String(headers['test-user']),
        groups: String(headers['test-group'] ?? '').split(', '),
      }),
      onError: () => undefined,
    });
    this.server = scenario.http2
      ? createHttp2Server(this.handler as never)
      : createServer(this.handler);
  }

  async trace(): Promise<Trace> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    if (this.scenario.http2) {
      this.session = connect(`http://127.0.0.1:${port}`);
      this.session.on('error', () => undefined);
    }
    for (const step of this.scenario.steps) {
      await this.step(step, port);
    }
    await this.end(port);
    return { states: this.states, answers: this.requests.map(({ answer }) => answer) };
  }

  close(): void {
    this.handler.gate.close();
    this.session?.destroy();
    this.server.close();
    if ('closeAllConnections' in this.server) {
      this.server.closeAllConnections();
    }
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = Number(request.headers['test-id']);
    const sent = this.requests[id] as Sent;
    sent.response = response;
    sent.hasStarted = true;
    sent.occupiesSeats = response.hasHeader('X-Kubernetes-PF-FlowSchema-UID');
    response.setHeader('Content-Type', 'text/plain');
    if ((await sent.order) === 'fail') {
      throw new Error('the handler failed');
    }
    response.end(`served ${id}`);
  }

  private async step(step: Step, port: number): Promise<void> {
    const sent = this.requests[step.id] as Sent;
    const isAnswered = () => sent.isAnswered;
    const isLive = step.do === 'cancel' ? /[EW]/ : /E/;
    if (/^(?:begin|finish|fail|cancel)$/.test(step.do) && !isLive.test(sent.state)) {
      return this.settle(() => true);
    }
    switch (step.do) {
      case 'send':
        this.send(step, sent, port);
        break;
      case 'begin':
        // Nobody can send headers to a client that is gone.
        if (!sent.isAnswered) {
          sent.response?.flushHeaders();
          sent.occupiesSeats &&= !sent.isWatch;
        }
        return this.settle(() => true);
      case 'cancel':
        // A session of HTTP/2 must not end with its stream.
        sent.client?.destroy();
        sent.isAnswered = true;
        return this.settle(isAnswered);
      case 'await':
        return this.settle(isAnswered);
      case 'configure':
        this.handler.gate.reconfigure({
          priorityLevels: step.priorityLevels ?? [],
          flowSchemas: step.flowSchemas ?? [],
        });
        break;
      default:
        sent.hasEnded = true;
        sent.occupiesSeats = false;
        sent.give(step.do);
    }
    return this.settle(() => !sent.hasEnded || sent.isAnswered);
  }

  private send(step: Step, sent: Sent, port: number): void {
    const { method = 'GET', url = '/', user = '', groups = [], id } = step;
    const headers = { 'test-user': user, 'test-group': groups.join(', '), 'test-id': String(id) };
    sent.isSent = true;
    sent.isWatch = verbOf(method, url) === 'watch';
    const answered = (answer: HttpAnswer) => {
      if (!sent.isAnswered) {
        sent.isAnswered = true;
        sent.answer = answer;
      }
    };
    if (this.session !== undefined) {
      const stream = this.session.request({ ...headers, ':path': url, ':method': method });
      sent.client = stream;
      stream.on('response', (got) => receive(stream, Number(got[':status']), got, answered));
      stream.on('error', () => answered(null)).on('close', () => answered(null));
      stream.end();
      return;
    }
    const client = httpRequest({
      port,
      host: '127.0.0.1',
      path: url,
      method,
      headers,
      agent: false,
    });
    sent.client = client;
    client.on('response', (got) => receive(got, got.statusCode ?? 0, got.headers, answered));
    client.on('error', () => answered(null));
    client.end();
  }

  /** Waits until no request is on its way, and notes where each is. */
  private async settle(arrived: () => boolean): Promise<void> {
    let calm = 0;
    let seen = '';
    for (let look = 0; look < LOOKS; look += 1) {
      const states = this.requests.map(({ state }) => state).join('');
      const occupying = this.requests.filter(({ occupiesSeats }) => occupiesSeats).length;
      let waiting = 0;
      let executing = 0;
      for (const level of Object.values(this.handler.gate.dump().priorityLevels)) {
        waiting += level?.waitingRequests ?? 0;
        executing += level?.executingRequests ?? 0;
      }
      const isCalm =
        arrived() && waiting === states.split('W').length - 1 && executing === occupying;
      calm = isCalm ? calm + 1 : 0;
      if (calm === 3) {
        this.states.push(states);
        return;
      }
      seen = `${states}, ${waiting} wait, ${executing} of ${occupying} execute`;
      await sleep(1);
    }
    throw new Error(`step ${this.states.length} does not end: ${seen}`);
  }

  /** Finishes all handlers, in the order of their numbers, until nothing is left. */
  private async end(port: number): Promise<void> {
    for (;;) {
      const states = this.states[this.states.length - 1] as string;
      const executing = states.indexOf('E');
      const waiting = states.indexOf('W');
      if (executing >= 0) {
        await this.step({ do: 'finish', id: executing }, port);
      } else if (waiting >= 0) {
        await this.step({ do: 'cancel', id: waiting }, port);
      } else {
        return;
      }
    }
  }
}

/** The verb of a request; undefined if its URL is broken. */
function verbOf(method: string, url: string): string | undefined {
  try {
    return requestFromUrl(method, url, { name: '' }).requestInfo.verb;
  } catch {
    return undefined;
  }
}

function receive(
  stream: NodeJS.ReadableStream,
  status: number,
  got: IncomingHttpHeaders | Http2Headers,
  answered: (answer: HttpAnswer) => void,
): void {
  let body = '';
  const headers = Object.fromEntries(
    HEADERS.filter((name) => got[name] !== undefined).map((name) => [name, String(got[name])]),
  );
  stream.setEncoding('utf8');
  stream
    .on('data', (text: string) => {
      body += text;
    })
    .on('end', () => answered({ status, headers, body }))
    .on('error', () => answered(null))
    .on('aborted', () => answered(null));
}
