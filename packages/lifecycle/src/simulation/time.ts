import { type Timestamp, timestampMs } from '@kubesem/core';

/** A time as the API has it, in whole seconds. */
export function timeText(time: Timestamp | null | undefined): string {
  return `${new Date(timestampMs(time)).toISOString().slice(0, 19)}Z`;
}
