// The page comes with the first example and its answer; the editor and the worker take over when they are loaded.
import type { FirstAnswer } from '@kubesem/panels';

/** Id of the element that has the example. */
export const FIRST_ID = 'pg-first';

/** The example that the page came with; undefined if the reader came from another page of the site. */
export function firstAnswer(): FirstAnswer | undefined {
  const data = document.getElementById(FIRST_ID)?.textContent;
  return data ? (JSON.parse(data) as FirstAnswer) : undefined;
}

/** Shows the results of a link, which were hidden as long as they were those of the example: see `index.md`. */
export const showLinked = () => document.documentElement.classList.remove('pg-linked');

/** Lets the page react to its reader before the next piece of work. */
export const nextTask = () =>
  new Promise((done) => {
    setTimeout(done);
  });
