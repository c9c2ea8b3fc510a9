/** The name of an object, and its namespace. */
export interface NamedObject {
  /** Undefined for any. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** What the command line asks for; undefined for any. */
export interface Wanted {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** What a name means, which may have a namespace, together with `-n`. */
export function wantedOf(named: NamedObject | undefined, namespace: string | undefined): Wanted {
  return { namespace: named?.namespace ?? namespace, name: named?.name };
}

/** Whether an object is one that the command line asks for. */
export function isWanted(object: NamedObject, { namespace, name }: Wanted): boolean {
  return (
    [undefined, object.namespace].includes(namespace) && [undefined, object.name].includes(name)
  );
}

/** The name of an object with its namespace, such as `shop/web`. */
export function fullName({ namespace, name }: NamedObject): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Whether a table of these objects needs a column for their namespaces. */
export function areInSeveralNamespaces(objects: readonly NamedObject[]): boolean {
  return new Set(objects.map(({ namespace }) => namespace)).size > 1;
}
