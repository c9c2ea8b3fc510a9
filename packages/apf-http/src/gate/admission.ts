import type { ApfTicket } from '@kubesem/apf';
import type { Admission, EntryHeaders } from './entry.js';

const NO_HEADERS: EntryHeaders = {};
const nothing = (): undefined => undefined;

/** Admits a request that the gate does not limit. */
export const UNLIMITED: Admission = {
  ok: true,
  headers: NO_HEADERS,
  flowSchema: undefined,
  priorityLevel: undefined,
  isWatch: false,
  initialized: nothing,
  release: nothing,
};

/** The admission of a request that occupies seats. */
export class TicketAdmission implements Admission {
  readonly ok = true;
  readonly headers: EntryHeaders;
  /** Forgets the watch; undefined for other requests. */
  private forgetWatch: (() => void) | undefined;
  private ticket: ApfTicket | undefined;
  private readonly left: () => void;
  readonly isWatch: boolean;
  readonly flowSchema: string;
  readonly priorityLevel: string;

  /**
   * Admits a request.
   *
   * @param ticket - the request in the engine
   * @param headers - headers to add to the response
   * @param left - called once, when the seats are released
   * @param forgetWatch - forgets the watch, called once after `release`; undefined for other requests
   */
  constructor(
    ticket: ApfTicket,
    headers: EntryHeaders | undefined,
    left: () => void,
    forgetWatch: (() => void) | undefined,
  ) {
    this.ticket = ticket;
    this.headers = headers ?? NO_HEADERS;
    this.left = left;
    this.forgetWatch = forgetWatch;
    this.isWatch = forgetWatch !== undefined;
    this.flowSchema = ticket.flowSchema;
    this.priorityLevel = ticket.priorityLevel;
  }

  initialized(): void {
    if (this.isWatch) {
      this.releaseSeats();
    }
  }

  release(): void {
    this.releaseSeats();
    this.forgetWatch?.();
    this.forgetWatch = undefined;
  }

  private releaseSeats(): void {
    const { ticket } = this;
    if (ticket !== undefined) {
      this.ticket = undefined;
      ticket.done();
      this.left();
    }
  }
}
