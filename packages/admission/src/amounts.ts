import type { Fields, ResourceList } from '@kubesem/core';
import { type Amounts, readAmounts } from '@kubesem/resources';

/** Reads the amounts in a field. */
export function amountsIn<T extends object>(object: Fields<T>, name: keyof T & string): Amounts {
  return readAmounts(object.at(name) as Fields<object> as Fields<ResourceList>);
}
