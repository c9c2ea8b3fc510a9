import type { DumpProgress } from '../case/dump.js';
import type { Answer, Reply, Request, View } from './protocol.js';
import { reuse } from './reuse.js';

/** What a client tells its page. */
export interface ClientEvents {
  /** Receives an answer; its parts that are equal to those of the last one are the same objects. */
  readonly answer: (answer: Answer) => void;
  readonly progress: (progress: DumpProgress) => void;
  readonly failed: (message: string) => void;
}

type Unsent = { readonly view: View } & (
  | { readonly type: 'view' }
  | { readonly type: 'text'; readonly name: string; readonly text: string }
  | { readonly type: 'dump'; readonly files: readonly File[] }
);

/** Asks the worker. One question is on its way at a time; of those that wait, only the last counts. */
export class EngineClient {
  private worker: Worker | undefined;
  private latest: Answer | undefined;
  private id = 0;
  private isBusy = false;
  private input: Exclude<Unsent, { readonly type: 'view' }> | undefined;
  private isSent = false;
  private view: View = { areas: [], options: {} };
  private isWaiting = false;

  /** @param events - receive the answers */
  constructor(private readonly events: ClientEvents) {}

  /** Asks about a text. */
  text(name: string, text: string, view: View): void {
    this.ask({ type: 'text', name, text, view });
  }

  /** Asks about dumps. */
  dump(files: readonly File[], view: View): void {
    this.cancel();
    this.ask({ type: 'dump', files, view });
  }

  /** Asks for another view of the same input. */
  show(view: View): void {
    this.ask({ type: 'view', view });
  }

  /** Stops whatever the worker does. It forgets its input. */
  cancel(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.isBusy = false;
    this.isWaiting = false;
    this.isSent = false;
    this.input = undefined;
  }

  private ask(question: Unsent): void {
    this.view = question.view;
    if (question.type !== 'view') {
      this.input = question;
      this.isSent = false;
    }
    this.isWaiting = true;
    this.next();
  }

  private next(): void {
    if (this.isBusy || !this.isWaiting) {
      return;
    }
    const { view, input } = this;
    const question: Unsent =
      this.isSent || input === undefined ? { type: 'view', view } : { ...input, view };
    this.isWaiting = false;
    this.isSent = true;
    this.isBusy = true;
    this.id += 1;
    this.running().postMessage({ ...question, id: this.id } satisfies Request);
  }

  private running(): Worker {
    if (this.worker === undefined) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
      worker.onerror = ({ message }) => {
        this.cancel();
        this.events.failed(message || 'the worker has stopped');
      };
      this.worker = worker;
    }
    return this.worker;
  }

  private receive(reply: Reply): void {
    if (reply.id !== this.id) {
      return;
    }
    if (reply.type === 'progress') {
      this.events.progress(reply.progress);
      return;
    }
    this.isBusy = false;
    if (reply.type === 'answer') {
      this.latest = reuse(this.latest, reply.answer);
      this.events.answer(this.latest);
    } else {
      this.events.failed(reply.message);
    }
    this.next();
  }
}
