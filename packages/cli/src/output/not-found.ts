import { distance } from 'fastest-levenshtein';
import { fullName, isWanted, type NamedObject, type Wanted } from '../io/named.js';
import { type Input, inputTitle } from '../io/objects.js';

const LISTED = 3;

/**
 * Says that an input does not have what the command line asks for, and what may have been meant.
 *
 * @param input - what was read
 * @param what - such as `Deployment web`, or `nodes` if no name is given
 * @param wanted - the name and the namespace that the command line gives; by default none
 * @param known - the objects that there are
 * @returns the error message
 */
export function notFound(
  input: Input,
  what: string,
  { namespace, name }: Wanted = {},
  known: readonly NamedObject[] = [],
): string {
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  return name === undefined
    ? `${inputTitle(input)}: no ${what}${where} found`
    : `${inputTitle(input)}: ${what}${where} not found${suggestion(name, namespace, known)}`;
}

/** Says which nodes the input does not have. */
export function nodesNotFound(
  input: Input,
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const nodes = [...known].map((name) => ({ namespace: undefined, name }));
  return names
    .filter((name) => !known.has(name))
    .map((name) => notFound(input, `node ${name}`, { name }, nodes));
}

/** Says that several objects have a name, and what to pass to name one of them. */
export function ambiguous(name: string, titles: readonly string[], instead: string): string {
  return `${name} can be ${titles.join(', ')}; pass ${instead}`;
}

/** What may have been meant: the same name in another namespace, or a similar one. Empty if nothing is similar. */
function suggestion(
  name: string,
  namespace: string | undefined,
  known: readonly NamedObject[],
): string {
  const near = known
    // An object whose name is missing or wrong has an empty one.
    .filter((each) => each.name !== '')
    .filter((each) => each.name === name || isWanted(each, { namespace }))
    .map((each) => ({ ...each, difference: difference(name, each.name) }))
    .filter((each) => each.difference <= 2)
    .sort((a, b) => a.difference - b.difference)
    .slice(0, LISTED)
    .map(fullName);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** How many letters differ; a part of a name differs by 2 at most. */
export function difference(a: string, b: string): number {
  if (a !== b && Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a))) {
    return 2;
  }
  // Names have at most 253 letters; to compare longer ones could take long.
  return Math.max(a.length, b.length) > 253 ? Infinity : distance(a, b);
}
