import { isSubjectToApf, requestFromUrl } from '@kubesem/apf';
import { expect, test } from 'vitest';

test.each([
  ['/api/v1/pods', true],
  ['/healthz', true],
  ['/api/v1/pods?watch=true', true],
  ['/api/v1/namespaces/prod/pods/web/log', false],
  ['/api/v1/namespaces/prod/pods/web/exec', false],
  ['/debug/pprof/heap', false],
])('GET %s: %s', (url, expected) => {
  const { requestInfo } = requestFromUrl('GET', url, { name: 'jane' });
  expect(isSubjectToApf(requestInfo)).toBe(expected);
});
