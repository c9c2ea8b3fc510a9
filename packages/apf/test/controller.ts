import { ApfController, type EventClock, requestFromUrl } from '@kubesem/apf';
import { configuration } from './configuration.js';

/** Four queues of at most two requests. */
export const queuing = { queues: 4, handSize: 2, queueLengthLimit: 2 };

/** A request to the level `work`, or of a group that has no level. */
export const request = (group = 'team') =>
  requestFromUrl('GET', '/version', { name: 'jane', groups: [group] });

/** Three seats for `work`. */
export function controller(clock: EventClock): ApfController {
  return new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
}

/** The state of the level `work`. */
export const levelOf = (apf: ApfController) => apf.dump().priorityLevels.work;
