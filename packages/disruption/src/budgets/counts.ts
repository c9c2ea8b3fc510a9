// Counts the Pods of a budget and their controllers. A simulation adds and removes Pods one at a time.
import { type Controller, isBeingDeleted, type Pod } from '@kubesem/core';
import { ABSENT, fields, isReady } from '@kubesem/core/internal';
import { nameOf } from '../stored.js';
import type { ControllerIndex } from './controllers.js';

/** A controller of Pods of a budget. */
export interface BudgetController {
  /** The controller of the Pods, such as a ReplicaSet. */
  readonly controller: Controller;
  /** `metadata.uid` of the object whose scale counts, such as the Deployment of the ReplicaSet. */
  readonly uid: string;
  /** The number of Pods that it should have. */
  readonly scale: number;
}

/** What the controllers of all Pods add up to. */
export type ExpectedScale =
  | { readonly type: 'SCALE'; readonly scale: number }
  | { readonly type: 'FAILED'; readonly message: string }
  | { readonly type: 'UNKNOWN' };

interface CountedController extends BudgetController {
  pods: number;
}

/** Why the scale for a Pod is missing. */
interface MissingScale {
  readonly controller: Controller;
  /** Absent if it is unknown. */
  readonly message?: string;
}

/** The Pods of one budget. */
export class BudgetCounts {
  /** The number of ready Pods that stay. */
  healthy = 0;
  private readonly index: ControllerIndex;
  private readonly byUid = new Map<string, CountedController>();
  private readonly countedBy = new Map<Pod, CountedController | undefined>();
  private readonly missing = new Map<Pod, MissingScale>();
  private readonly unmanaged = new Set<Pod>();

  constructor(index: ControllerIndex) {
    this.index = index;
  }

  /** The number of Pods. */
  get pods(): number {
    return this.countedBy.size;
  }

  /** The controllers with their scales. */
  get controllers(): readonly BudgetController[] {
    return [...this.byUid.values()].map(({ controller, uid, scale }) => ({
      controller,
      uid,
      scale,
    }));
  }

  /** The Pods without a controller. */
  get unmanagedPods(): readonly Pod[] {
    return [...this.unmanaged];
  }

  /** The controllers whose scales are unknown. */
  get unknown(): readonly Controller[] {
    return [...this.missing.values()]
      .filter(({ message }) => message === undefined)
      .map(({ controller }) => controller);
  }

  add(pod: Pod): void {
    this.countedBy.set(pod, this.count(pod));
  }

  private count(pod: Pod): CountedController | undefined {
    const found = this.index.scaleOf(pod);
    if (found.type === 'UNMANAGED') {
      this.unmanaged.add(pod);
      return undefined;
    }
    const { controller } = found;
    // What is known by its uid is not looked up again, whatever its kind.
    const known = this.byUid.get(found.type === 'SCALE' ? found.uid : controller.uid);
    if (known !== undefined) {
      known.pods += 1;
      return known;
    }
    if (found.type === 'SCALE') {
      const counted = { controller, uid: found.uid, scale: found.scale, pods: 1 };
      this.byUid.set(found.uid, counted);
      return counted;
    }
    this.missing.set(pod, { controller, ...missingText(found, pod) });
    return undefined;
  }

  remove(pod: Pod): void {
    const counted = this.countedBy.get(pod);
    if (counted !== undefined) {
      counted.pods -= 1;
      if (counted.pods === 0) {
        this.byUid.delete(counted.uid);
      }
    }
    this.countedBy.delete(pod);
    this.missing.delete(pod);
    this.unmanaged.delete(pod);
  }

  /** The sum of the scales. The first failure counts. */
  expectedScale(): ExpectedScale {
    for (const { message } of this.missing.values()) {
      return message === undefined ? { type: 'UNKNOWN' } : { type: 'FAILED', message };
    }
    let scale = 0;
    for (const each of this.byUid.values()) {
      // As int32.
      scale = (scale + each.scale) | 0;
    }
    return { type: 'SCALE', scale };
  }
}

function missingText(
  found: ReturnType<ControllerIndex['scaleOf']>,
  pod: Pod,
): { readonly message?: string } {
  switch (found.type) {
    case 'FAILED':
      return { message: found.message };
    case 'NOT_FOUND':
      return { message: `found no controllers for pod ${JSON.stringify(nameOf(pod))}` };
    default:
      return {};
  }
}

/** Whether a Pod is ready and is not being deleted. */
export function isHealthy(pod: Pod): boolean {
  return !isBeingDeleted(pod) && isReady(fields<Pod>(pod, ABSENT).at('status'));
}
