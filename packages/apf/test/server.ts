import {
  type FlowHash,
  type QueuedRequest,
  QueueSet,
  type QueuingConfig,
  VirtualClock,
} from '@kubesem/apf';

/** Nanoseconds of a millisecond. */
export const ms = 1e6;
/** The work of a request of one seat. */
export const oneSeat = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

/** A queue set whose requests execute for five milliseconds; notes who starts when. */
export class Server {
  readonly clock: VirtualClock = new VirtualClock();
  readonly started: string[] = [];
  readonly set: QueueSet;

  constructor(queuing: QueuingConfig, concurrencyLimit: number) {
    this.set = new QueueSet({ clock: this.clock, queuing, concurrencyLimit });
  }

  arrive(name: string, flow = 0, work: object = {}, durationNs: number = 5 * ms) {
    const hash: FlowHash = { high: 0, low: flow };
    return this.set.start({
      workEstimate: { ...oneSeat, ...work },
      hash,
      flowSchema: name,
      onDispatch: (request) => {
        this.started.push(`${name} ${this.clock.nowNs() / ms}`);
        this.clock.schedule(durationNs, () => this.set.finish(request));
      },
    });
  }
}

/** The state of a request, or why it was rejected. */
export function stateOf(request: QueuedRequest | string): string {
  return typeof request === 'string' ? request : request.state;
}
