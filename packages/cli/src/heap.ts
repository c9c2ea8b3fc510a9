import { setFlagsFromString } from 'node:v8';

/** The newest V8 that was tried, of Node 25: V8 prints an error for flags that it does not know. */
const NEWEST_V8 = 14;

/**
 * Makes V8 create all objects in the new space of its heap, where garbage costs nothing.
 *
 * By default, V8 guesses whether a line of code creates objects that live long, and then creates them in the old space. The
 * same lines create what is kept of an object of a dump and what is not: wrong guesses need up to half as much memory again,
 * and much of the time for collecting garbage.
 */
export function createObjectsInNewSpace(): void {
  const { bun, deno, v8 } = process.versions;
  const isNode = bun === undefined && deno === undefined;
  if (isNode && Number.parseInt(v8, 10) <= NEWEST_V8) {
    setFlagsFromString('--no-allocation-site-pretenuring');
  }
}
