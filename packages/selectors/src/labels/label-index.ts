import type { LabelRequirement } from './requirement.js';

/**
 * What is searched for: objects of a namespace that meet all requirements.
 */
export interface LabelSearch {
  /** Namespace of the objects. */
  readonly namespace: string;
  /** Requirements of a label selector. */
  readonly requirements: readonly LabelRequirement[];
}

/**
 * Narrows down which objects selectors can select, without comparing each object with each selector: it lists objects by the
 * labels that the selectors require.
 */
export class LabelIndex<T> {
  private readonly lists = new Map<string, T[]>();

  /**
   * @param searches - all searches that will be asked for
   */
  constructor(searches: Iterable<LabelSearch>) {
    for (const search of searches) {
      for (const name of listNames(search)) {
        this.lists.set(name, []);
      }
    }
  }

  /**
   * Adds an object.
   *
   * @param namespace - namespace of the object
   * @param labels - labels of the object
   * @param object - the object
   */
  add(namespace: string, labels: { readonly [key: string]: unknown }, object: T): void {
    this.lists.get(namespace)?.push(object);
    for (const [key, value] of Object.entries(labels)) {
      // No selector asks for an object, and the text of one can be anything.
      if (typeof value !== 'object' || value === null) {
        this.lists.get(listName(namespace, key, value ?? ''))?.push(object);
      }
    }
  }

  /**
   * Returns objects among which are all that a search finds: those with the rarest of the required labels.
   *
   * @param search - one of the searches of the constructor
   * @returns the objects, in the order in which they were added
   */
  candidates(search: LabelSearch): readonly T[] {
    const lists = listNames(search).map((name) => this.lists.get(name) ?? []);
    return lists.reduce((best, list) => (list.length < best.length ? list : best));
  }
}

/** The lists that have all objects of a search: one for each required label, or else the list of the namespace. */
function listNames({ namespace, requirements }: LabelSearch): readonly string[] {
  const required = requirements.filter(
    ({ operator, values }) =>
      values.length === 1 && (operator === '=' || operator === '==' || operator === 'in'),
  );
  return required.length === 0
    ? [namespace]
    : required.map(({ key, values }) => listName(namespace, key, values[0]));
}

/** NUL is in no namespace and no key. */
function listName(namespace: string, key: string, value: unknown): string {
  return `${namespace}\0${key}\0${value}`;
}
