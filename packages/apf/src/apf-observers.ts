import type { ApfObserver } from './apf-observer.js';
import { guarded } from './guarded-observer.js';
import { type QueueSetObserver, queueSetEvents } from './queue-set.js';

const ownEvents = ['adjusted', 'removed', 'warned'] as const;

/** All who are told what a controller does. */
export class ApfObservers {
  private all: readonly Required<ApfObserver>[] = [];

  /**
   * Adds one.
   *
   * @param observer - is told from now on
   * @returns takes it away
   */
  add(observer: ApfObserver): () => void {
    const added = guarded(observer, [...queueSetEvents, ...ownEvents]);
    this.all = [...this.all, added];
    return () => {
      this.all = this.all.filter((each) => each !== added);
    };
  }

  /**
   * Tells all of them.
   *
   * @param event - the name of the method
   * @param args - what it is called with
   */
  tell<Event extends keyof ApfObserver>(
    event: Event,
    ...args: Parameters<Required<ApfObserver>[Event]>
  ): void {
    for (const observer of this.all) {
      (observer[event] as (...args: Parameters<Required<ApfObserver>[Event]>) => void)(...args);
    }
  }

  /**
   * Makes an observer of the queue set of one level.
   *
   * @param name - of the level
   * @returns tells all of them, too
   */
  forLevel(name: string): QueueSetObserver {
    const observer: { [event: string]: (...args: never[]) => void } = {};
    for (const event of queueSetEvents)
      observer[event] = (...args) => this.tell(event, name, ...(args as [never, never, never]));
    return observer;
  }
}
