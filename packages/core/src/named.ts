/**
 * A type with a name, such as the class `V1Pod` or an interface of your own; `never` for the type of an object literal.
 *
 * A function that returns the type of its argument accepts this in its first overload. An object literal goes to the next
 * overload, which checks its fields.
 */
export type Named<T> = T extends { readonly [field: string]: unknown } ? never : T;
