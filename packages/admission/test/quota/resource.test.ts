import { resourceOf } from '@kubesem/admission/internal';
import { BUILT_IN_KINDS } from '@kubesem/core/kinds';
import { expect, test } from 'vitest';

test.each(BUILT_IN_KINDS)('a quota names $kind of $apiVersion as API discovery does', (each) => {
  const { apiVersion, kind, plural, group } = each;
  expect(resourceOf({ apiVersion, kind })).toBe(group === '' ? plural : `${plural}.${group}`);
});
