import {
  childPath,
  type FieldPath,
  type LimitRange,
  type LimitRangeItem,
  readList,
  readObject,
} from '@kubesem/core';
import { type Amounts, readAmounts } from '@kubesem/resources';

/** The fields of an item that hold amounts. */
type AmountField = 'min' | 'max' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio';

/** An item of a LimitRange. */
export interface ReadItem {
  readonly type: string | null | undefined;
  /** Reads the amounts of a field. */
  readonly amounts: (field: AmountField) => Amounts;
}

/** Returns the path of a LimitRange in the argument `limitRanges`. */
export function limitRangePath(index: number): FieldPath {
  return childPath(childPath(undefined, 'limitRanges'), index);
}

/** Reads the items of a LimitRange; null is an item without fields, as in Go. */
export function readItems(limitRange: LimitRange, path: FieldPath): readonly ReadItem[] {
  const specPath = childPath(path, 'spec');
  const limitsPath = childPath(specPath, 'limits');
  const spec = readObject(readObject(limitRange, path)?.spec, specPath);
  return readList(spec?.limits, limitsPath).map((entry, index) => {
    const itemPath = childPath(limitsPath, index);
    const item: LimitRangeItem = readObject(entry, itemPath) ?? {};
    return {
      type: item.type,
      amounts: (field) => readAmounts(item[field], childPath(itemPath, field)),
    };
  });
}
