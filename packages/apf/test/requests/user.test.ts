import { requestUser } from '@kubesem/apf';
import { expect, test } from 'vitest';

test.each([
  ['system:serviceaccount:ci:runner', ['system:serviceaccounts', 'system:serviceaccounts:ci']],
  ['system:serviceaccount:ci:a.b', ['system:serviceaccounts', 'system:serviceaccounts:ci']],
  ['system:serviceaccount:ci:a_b', []],
  ['system:serviceaccount:a.b:c', []],
  ['system:serviceaccount::c', []],
  ['system:serviceaccount:c:', []],
  ['my:system:serviceaccount:ci:runner', []],
  ['system:serviceaccount:ci:runner:', []],
  ['jane', []],
])('%s alone is in %j', (name, groups) => {
  const all = [...groups, 'system:authenticated'];
  expect(requestUser(name)).toEqual({ name, groups: all });
  expect(requestUser(name, [])).toEqual({ name, groups: all });
});

test.each([
  ['jane', [], ['system:authenticated']],
  ['jane', ['system:authenticated'], ['system:authenticated']],
  ['jane', ['system:unauthenticated'], ['system:unauthenticated']],
  ['system:anonymous', [], ['system:unauthenticated']],
  [
    'system:anonymous',
    ['system:authenticated'],
    ['system:authenticated', 'system:unauthenticated'],
  ],
  ['system:serviceaccount:a:b', ['c'], ['c', 'system:authenticated']],
  ['system:serviceaccount:A:b', [], ['system:authenticated']],
  ['system:serviceaccount:a:b:c', [], ['system:authenticated']],
])('%s with the groups %j is in %j', (name, given, groups) => {
  expect(requestUser(name, given)).toEqual({ name, groups });
});
