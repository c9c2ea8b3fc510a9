import { QUEUE_SET_EVENTS, type QueueSetObserver } from '../engine/queue-set.js';
import type { ApfObserver } from './apf-observer.js';
import { guarded, type Listener } from './guarded-observer.js';

const OWN_EVENTS = ['adjusted', 'removed', 'warned'] as const;

/** Those who hear of one event. */
interface Audience {
  all: readonly Listener[];
}

/** All who are told what a controller does. */
export class ApfObservers {
  private readonly audiences: Map<string, Audience> = new Map();

  /**
   * Adds one.
   *
   * @param observer - is told from now on
   * @returns takes it away
   */
  add(observer: ApfObserver): () => void {
    const events = [...QUEUE_SET_EVENTS, ...OWN_EVENTS].filter((event) => observer[event]);
    const listeners = guarded(observer, events);
    for (const event of events) {
      const audience = this.audience(event);
      audience.all = [...audience.all, listeners[event] as Listener];
    }
    return () => {
      for (const event of events) {
        const audience = this.audience(event);
        audience.all = audience.all.filter((each) => each !== listeners[event]);
      }
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
    for (const listener of this.audience(event).all) {
      listener(...args);
    }
  }

  /**
   * Makes an observer of the queue set of one level.
   *
   * @param name - of the level
   * @returns tells all of them, too
   */
  forLevel(name: string): QueueSetObserver {
    const observer: { [event: string]: Listener } = {};
    for (const event of QUEUE_SET_EVENTS) {
      const audience = this.audience(event);
      // Several for each request, mostly heard by nobody: no lists of arguments, and no looking up.
      observer[event] = (a, b, c) => {
        for (const listener of audience.all) {
          listener(name, a, b, c);
        }
      };
    }
    return observer;
  }

  private audience(event: string): Audience {
    const audience = this.audiences.get(event) || { all: [] };
    this.audiences.set(event, audience);
    return audience;
  }
}
