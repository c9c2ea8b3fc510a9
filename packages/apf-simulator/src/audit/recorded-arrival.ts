import type { RequestDigest } from '@kubesem/apf';

/** A recorded request, to simulate it again. */
export interface RecordedArrival {
  /** Time of its arrival, in seconds from the start. */
  readonly atSeconds: number;
  /** The request and its user. */
  readonly request: RequestDigest;
  /** Its URL, to estimate its work. */
  readonly url: string;
  /** How long it executed, in seconds. */
  readonly durationSeconds: number;
  /** Name of its flow in the result, such as the name of the user. */
  readonly flow: string;
}
