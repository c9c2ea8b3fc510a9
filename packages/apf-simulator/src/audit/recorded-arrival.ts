import type { RequestDigest } from '@kubesem/apf';

/** A request that came to a server, to be simulated again. */
export interface RecordedArrival {
  /** When it came, in seconds from the beginning. */
  readonly atSeconds: number;
  /** Who asked for what. */
  readonly request: RequestDigest;
  /** Its URL, for the estimate of its work. */
  readonly url: string;
  /** How long it executed, in seconds. */
  readonly durationSeconds: number;
  /** What its flow is called in the result, such as the name of the user. */
  readonly flow: string;
}
