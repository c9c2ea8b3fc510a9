// What the API server draws at random is left open: an address is the name of its family, a port is a number that no int32 has.
import type { Family } from '@kubesem/service';
import { FAMILIES } from '@kubesem/service/internal';

/** Drawn ports are this number and below. */
const FIRST_DRAWN = -3_000_000_000;

/** Whether the API server draws the port. */
export function isDrawnPort(port: number): boolean {
  return port <= FIRST_DRAWN;
}

/** What stands for the port that the API server draws after `count` others. */
export function drawnPort(count: number): number {
  return FIRST_DRAWN - count;
}

/** Whether a cluster IP stands for one that the API server draws. */
export function isDrawnAddress(ip: string): ip is Family {
  return FAMILIES.some((family) => family === ip);
}
