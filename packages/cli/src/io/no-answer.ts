import type { Terminal } from './terminal.js';

/** There is no answer: a cluster does not let us see what it depends on, or it is too long to print. */
export class NoAnswerError extends Error {}

/**
 * Checks that the objects of a kind are known, which only some answers need.
 *
 * @throws NoAnswerError if the cluster did not let us list them
 */
export function requireListed(terminal: Terminal, kind: string): void {
  const [message] = noAnswers(terminal, kind);
  if (message !== undefined) {
    throw new NoAnswerError(message);
  }
}

/** Why there is no answer that depends on the objects of a kind; empty if they are known. */
export function noAnswers(terminal: Terminal, kind: string): readonly string[] {
  return unlistedErrors(terminal, kind).map(
    (message) => `${message}; without these objects there is no answer`,
  );
}

/** Why the objects of a kind are unknown; empty if they are known. */
export function unlistedErrors({ unlisted = [] }: Terminal, kind: string): readonly string[] {
  return unlisted
    .filter((each) => each.kind === kind && each.status !== 404)
    .map(({ message }) => message);
}
