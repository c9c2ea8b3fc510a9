import type { Admission } from '../gate/entry.js';
import { isPromiseLike } from '../gate/hooks.js';
import { type NodeResponse, whenEnded } from './connection.js';

/** The seats of a request, which are free when its response and everything that runs for it have ended. */
export class Occupancy {
  private readonly admission: Admission;
  private running = 0;
  private hasResponseEnded = false;

  /**
   * Occupies the seats of an admission until the response has ended.
   *
   * @param response - the response
   * @param admission - the admission
   */
  constructor(response: NodeResponse, admission: Admission) {
    this.admission = admission;
    whenEnded(response, () => {
      this.hasResponseEnded = true;
      this.releaseIfDone();
    });
  }

  /** Whether the seats are free. Nothing must start then. */
  get isOver(): boolean {
    return this.hasResponseEnded && this.running === 0;
  }

  /**
   * Runs a function, and occupies the seats until it has ended.
   *
   * @param action - the function
   * @returns what it returns; if that is a promise, the seats are occupied until it is settled
   */
  run<T>(action: () => T): T {
    const end = this.begin();
    let result: T;
    try {
      result = action();
    } catch (error) {
      end();
      throw error;
    }
    if (isPromiseLike(result)) {
      result.then(end, end);
    } else {
      end();
    }
    return result;
  }

  /**
   * Occupies the seats until the returned function is called.
   *
   * @returns ends it; further calls do nothing
   */
  begin(): () => void {
    let hasEnded = false;
    this.running++;
    return () => {
      if (!hasEnded) {
        hasEnded = true;
        this.running--;
        this.releaseIfDone();
      }
    };
  }

  private releaseIfDone(): void {
    if (this.isOver) {
      this.admission.release();
    }
  }
}
