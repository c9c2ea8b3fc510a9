import type { Container } from '@kubesem/core';
import { FieldError } from '@kubesem/core';
import { formatProbe, httpProbeAnswer, probeRequest } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const sent = (httpGet: object, container: Container = {}, podIP = '10.0.0.7') => {
  const request = probeRequest({ httpGet: { port: 80, ...httpGet } }, container, podIP);
  return request.kind === 'http' ? request : undefined;
};
const named = (headers: readonly (readonly [string, string])[]) =>
  sent({ httpHeaders: headers.map(([name, value]) => ({ name, value })) });

function codeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error instanceof FieldError ? `${error.problem.path} ${error.code}` : error;
  }
}

describe('probeRequest', () => {
  test.each([
    ['', 'http://10.0.0.7:80'],
    ['healthz', 'http://10.0.0.7:80/healthz'],
    ['/healthz?full=1#part', 'http://10.0.0.7:80/healthz?full=1'],
    ['/a b/ä', 'http://10.0.0.7:80/a%20b/%C3%A4'],
    ['/a%2Fb', 'http://10.0.0.7:80/a%2Fb'],
    ['/100%', 'http://10.0.0.7:80/100%25'],
    ['//other.example.com:99/x', 'http://10.0.0.7:80/x'],
    ['https://other.example.com/x', 'http://10.0.0.7:80/x'],
    ['\ud800', 'http://10.0.0.7:80/%EF%BF%BD'],
  ])('the path %j', (path, url) => {
    expect(sent({ path })?.url).toBe(url);
  });

  test('an empty Accept or User-Agent is not sent', () => {
    expect(named([])?.headers).toEqual([
      { name: 'Accept', value: '*/*' },
      { name: 'User-Agent', value: 'kube-probe/1.37' },
    ]);
    expect(
      named([
        ['accept', ''],
        ['user-agent', ''],
      ])?.headers,
    ).toEqual([]);
  });

  test('headers keep their order, and __proto__ is an ordinary name', () => {
    const request = named([
      ['x-b', '2'],
      ['__proto__', ' 0 '],
      ['X-B', '1'],
      ['Content-Length', '5'],
      ['Host', 'shop.example.com'],
    ]);
    expect(request?.host).toBe('shop.example.com');
    expect(request?.headers.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'Accept=*/*',
      'User-Agent=kube-probe/1.37',
      'X-B=2',
      'X-B=1',
      '__proto__=0',
    ]);
  });

  test('a named port is that of its own container', () => {
    const container = { ports: [{ name: 'web', containerPort: 8080 }] };
    const tcp = probeRequest({ tcpSocket: { port: 'web' } }, container, 'fd00::7');
    expect(tcp).toEqual({ kind: 'tcp', address: '[fd00::7]:8080' });
  });

  test('a host that names its port is never reached', () => {
    expect(codeOf(() => sent({ host: 'localhost:8080' }))).toBe('httpGet.host INVALID_URL');
    expect(codeOf(() => sent({ host: '[::1]' }))).toBe('httpGet.host INVALID_URL');
    expect(sent({ host: '::1' })?.url).toBe('http://[::1]:80');
  });

  test.each([
    [{}, ' HANDLER_REQUIRED'],
    [{ httpGet: { port: 'web' } }, 'httpGet.port PORT_NOT_FOUND'],
    [{ tcpSocket: { port: 0 } }, 'tcpSocket.port INVALID_PORT'],
    [{ httpGet: {} }, 'httpGet.port INVALID_PORT'],
    [{ httpGet: { port: 1, path: 'mailto:a' } }, 'httpGet.path INVALID_URL'],
    [
      { httpGet: { port: 1, httpHeaders: [{ name: 'a b' }] } },
      'httpGet.httpHeaders[0] INVALID_HEADER',
    ],
  ])('%j sends nothing', (probe, problem) => {
    expect(codeOf(() => probeRequest(probe, {}, '10.0.0.7'))).toBe(problem);
  });

  test('the value of a header, which can be a credential, is not in the message', () => {
    const error = codeOf(() => named([['Authorization', 'secret\n']]));
    expect(error).toBe('httpGet.httpHeaders[0] INVALID_HEADER');
    try {
      named([['Authorization', 'secret\n']]);
    } catch (caught) {
      expect(JSON.stringify((caught as FieldError).problem)).not.toContain('secret');
    }
  });

  test('a command knows only the values that its container sets', () => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'B', valueFrom: {} },
      { name: 'A', value: '2' },
    ];
    const command = ['$(A)', '$$(A)', '$(B)', '$(C)', '$(A', 'a$', '$x'];
    expect(probeRequest({ exec: { command } }, { env }, '')).toEqual({
      kind: 'exec',
      command: ['2', '$(A)', '', '$(C)', '$(A', 'a$', '$x'],
    });
  });

  test('takes linear time', () => {
    const long = '$('.repeat(200_000);
    expect(probeRequest({ exec: { command: [long] } }, {}, '')).toEqual({
      kind: 'exec',
      command: [long],
    });
    expect(sent({ path: `/${'%'.repeat(100_000)}` })?.url.length).toBeGreaterThan(300_000);
    const httpHeaders = Array.from({ length: 50_000 }, () => ({ name: 'A', value: 'b' }));
    expect(sent({ httpHeaders })?.headers).toHaveLength(50_002);
  });

  test('the service of a gRPC probe', () => {
    const probe = { grpc: { port: 9090, service: 'a.B' } };
    expect(probeRequest(probe, {}, 'fd00::7')).toEqual({
      kind: 'grpc',
      address: '[fd00::7]:9090',
      service: 'a.B',
    });
  });
});

describe('httpProbeAnswer', () => {
  test('the documentation says that more than 10 redirects are a success: the tenth is a failure', () => {
    expect(httpProbeAnswer({ statusCode: 200, redirects: 9 })).toBe('Success');
    expect(httpProbeAnswer({ statusCode: 200, redirects: 10 })).toBe('Failure');
    expect(httpProbeAnswer({ statusCode: 200, redirects: 11 })).toBe('Failure');
  });

  test.each([
    [199, 'Failure'],
    [200, 'Success'],
    [302, 'Success'],
    [399, 'Success'],
    [400, 'Failure'],
    [Number.NaN, 'Failure'],
  ])('the status code %d is a %s', (statusCode, expected) => {
    expect(httpProbeAnswer({ statusCode })).toBe(expected);
  });
});

describe('formatProbe', () => {
  test.each([
    [{ exec: { command: ['cat', '/tmp/healthy'] } }, 'exec [cat /tmp/healthy]'],
    [{ httpGet: { port: 'web', path: '/a b', scheme: 'HTTPS' } }, 'http-get https://:web/a%20b'],
    [{ httpGet: { port: '', host: '::1', path: 'a' } }, 'http-get //::1/a'],
    [{ tcpSocket: { port: 5432, host: 'db' } }, 'tcp-socket db:5432'],
    [{ grpc: { port: 9090, service: 'a.B' } }, 'grpc <pod>:9090 a.B'],
    [{}, 'unknown'],
  ])('%j', (probe, start) => {
    const numbers = 'delay=0s timeout=0s period=0s successThreshold=0 failureThreshold=0';
    expect(formatProbe(probe)).toBe(`${start} ${numbers}`);
  });
});
