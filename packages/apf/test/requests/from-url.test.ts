import { isLongRunning, requestFromUrl } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';

const infoOf = (url: string, method = 'GET') =>
  requestFromUrl(method, url, { name: 'jane' }).requestInfo;

describe('the path of a URL', () => {
  test.each([
    ['/healthz', '/healthz'],
    ['/%41%7a+%2B', '/Az++'],
    ['/%7F%C2%80%DF%BF', '/\u007f\u0080\u07ff'],
    ['/%E0%A4%A9%EF%BF%BD', '/\u0929\ufffd'],
    ['/%F0%90%80%80%f0%9f%98%80', '/\u{10000}😀'],
    ['/%C3%41', '/\ufffdA'],
    ['/%41%42%FF', '/AB\ufffd'],
    ['/%C3%A9%FF%41%E2%82%AC', '/é\ufffdA€'],
    ['/%F0%9F%98', '/\ufffd\ufffd\ufffd'],
    ['/%80%BFx', '/\ufffd\ufffdx'],
    ['https://host:6443/version?x=/y', '/version'],
    ['http://host', ''],
    ['http://host?a', ''],
    ['/x/http://host/y', '/x/http://host/y'],
    ['*', '*'],
    ['/', '/'],
    ['///', '///'],
  ])('%s is %j', (url, path) => {
    expect(infoOf(url)).toEqual({ isResourceRequest: false, path, verb: 'get' });
  });

  test.each([
    '',
    'healthz',
    '?a',
    'a*',
    '/%',
    '/%4',
    '/%4g',
    '/%g4',
    '/a%zz',
    '/a\u0001',
    '/a\u001f',
    '/a\u007f',
    '/a?\0',
  ])('%j is none', (url) => {
    expect(() => infoOf(url)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
  });
});

test.each([
  ['/api/v1/namespaces', '', 'namespaces', '', ''],
  ['/api/v1/namespaces/a', 'a', 'namespaces', 'a', ''],
  ['/api/v1/namespaces/a/finalize', 'a', 'namespaces', 'a', 'finalize'],
  ['/api/v1/namespaces/a/pods', 'a', 'pods', '', ''],
  ['//api/v1/nodes/b/status//', '', 'nodes', 'b', 'status'],
])('of %s', (url, namespace, resource, name, subresource) => {
  expect(infoOf(url)).toMatchObject({ namespace, resource, name, subresource });
});

test.each([
  ['POST', 'create'],
  ['HEAD', 'get'],
  ['OPTIONS', ''],
  ['get', ''],
  ['constructor', ''],
  ['__proto__', ''],
])('the method %s is the verb %j', (method, verb) => {
  expect(infoOf('/api/v1/nodes/a', method).verb).toBe(verb);
});

describe('the query of a list', () => {
  const listed = (query: string) => infoOf(`/api/v1/pods?${query}`);

  test.each([
    ['watch', 'watch'],
    ['watch=', 'watch'],
    ['watch=yes', 'watch'],
    ['w%61tch=1', 'watch'],
    ['watch=%zz&watch=1', 'watch'],
    ['%zz=1&watch=1', 'watch'],
    ['&&watch=1', 'watch'],
    ['watch=1&watch=0', 'watch'],
    ['watch=0&watch=1', 'list'],
    ['watch=0', 'list'],
    ['watch=FALSE', 'list'],
    ['watch=%zz', 'list'],
    ['watch=1;a', 'list'],
    ['watch=1;a&watch', 'watch'],
    ['=watch', 'list'],
    ['limit=x&watch=1', 'watch'],
  ])('%s: it is a %s', (query, verb) => {
    expect(listed(query).verb).toBe(verb);
  });

  test('selectors are as they stand there', () => {
    expect(listed('fieldSelector&labelSelector=a+b%3D')).toMatchObject({
      fieldSelector: '',
      labelSelector: 'a b=',
    });
    expect(listed('fieldSelector=a=b=c').fieldSelector).toBe('a=b=c');
  });

  test.each([
    ['metadata.name=x', 'x'],
    ['metadata.name==x', 'x'],
    ['metadata.name!=x', ''],
    ['metadata.name!=y,metadata.name=x', 'x'],
    [',metadata.name=x,,', 'x'],
    ['=,metadata.name=x', 'x'],
    ['=y,metadata.name=x', 'x'],
    ['spec.nodeName=y,metadata.name=x', 'x'],
    ['metadata.name=y,metadata.name=x', 'x'],
    ['metadata.name=x,spec.nodeName', ''],
    ['metadata.name=x,spec.nodeName=a\\b', ''],
    ['metadata.name=x,spec.nodeName=a=b', ''],
    ['metadata.name=x\\,y\\=\\\\', 'x,y=\\'],
    ['metadata.name=.', ''],
    ['metadata.name=..', ''],
    ['metadata.name=...', '...'],
    ['metadata.name=x/y', ''],
    ['metadata.name=x%', ''],
    ['metadata.name=a\nb', 'a\nb'],
  ])('the field selector %j names %j', (selector, name) => {
    expect(listed(`fieldSelector=${encodeURIComponent(selector)}`).name).toBe(name);
  });

  test.each([
    ['0', true],
    ['9223372036854775807', true],
    ['-9223372036854775808', true],
    [`${'0'.repeat(25)}5`, true],
    ['%2B7', true],
    ['9223372036854775808', false],
    ['-9223372036854775809', false],
    ['10000000000000000000', false],
    ['', false],
    ['1.5', false],
    ['x', false],
  ])('a limit of %s can be read: %j', (limit, isRight) => {
    const { name } = listed(`fieldSelector=metadata.name=x&limit=${limit}`);
    expect(name).toBe(isRight ? 'x' : '');
  });

  test.each([
    ['app=web,!canary', 'x'],
    ['a=b=c', ''],
  ])('with the label selector %j, the field selector names %j', (selector, name) => {
    const query = `labelSelector=${encodeURIComponent(selector)}`;
    expect(listed(`fieldSelector=metadata.name=x&${query}`).name).toBe(name);
  });
});

test.each([
  [{ verb: 'watch' }, true],
  [{ verb: 'proxy' }, true],
  [{ verb: 'prewatch' }, false],
  [{ verb: 'watched' }, false],
  [{ verb: 'get', subresource: 'log' }, true],
  [{ verb: 'get', subresource: 'catalog' }, false],
  [{ verb: 'get', subresource: 'logs' }, false],
  [{ verb: 'get', path: '/debug/pprof/' }, false],
  [{ verb: 'get', path: '/debug/pprof/', isResourceRequest: false }, true],
  [{ verb: 'get', subresource: 'log', isResourceRequest: false }, false],
])('%j runs for long: %j', (info, isLong) => {
  expect(isLongRunning({ isResourceRequest: true, path: '/x', ...info })).toBe(isLong);
});
