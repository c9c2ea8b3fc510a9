import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { HEADLESS, POD, SERVICE } from './dns-input.js';
import { kubesem } from './terminal.js';

const stdin = [SERVICE.replace('  clusterIP: 10.96.14.7\n', ''), HEADLESS, POD].join('---\n');

describe('what manifests do not tell is not taken for what is not there', () => {
  test.each([
    ['kubernetes.default', 'NO_SUCH_SERVICE'],
    ['kube-dns.kube-system', 'NO_SUCH_SERVICE'],
    ['data.prodd', 'NO_SUCH_NAMESPACE'],
    ['data.prod', 'NO_CLUSTER_IP'],
    ['_sql._tcp.data.prod', 'NO_CLUSTER_IP'],
    ['members.prod', 'NO_ENDPOINT_SLICES'],
  ])('%s: %s', async (name, code) => {
    const args = ['dns', 'lookup', name, '--from', 'test/client', '-f', '-', '-o', 'json'];
    const { status, stdout } = await kubesem(args, { stdin });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ reasons: [{ code }] });
  });

  test('a Service without an address has no record', async () => {
    const query = ['dns', 'query', 'data.prod.svc.cluster.local', '-f', '-'];
    const { status, stdout } = await kubesem(query, { stdin });
    expect(status).toBe(1);
    expect(stdout).toContain(' A: NODATA');
    expect((await kubesem(['dns', 'zone', '-'], { stdin })).stdout).not.toContain('data.prod');
  });
});

test.each([
  [['names', '-'], ['SYNTAX']],
  [
    ['zone', '-'],
    ['SYNTAX', 'NO_CLUSTER_IP'],
  ],
  [
    ['query', 'cluster.local', '-f', '-'],
    ['SYNTAX', 'NO_CLUSTER_IP'],
  ],
  [
    ['resolv', '--from', 'test/client', '-f', '-'],
    ['SYNTAX', 'DNS_POLICY_NOT_SUPPORTED'],
  ],
  [
    ['lookup', 'cluster.local', '--from', 'test/client', '-f', '-'],
    ['SYNTAX', 'DNS_POLICY_NOT_SUPPORTED', 'NO_CLUSTER_IP'],
  ],
])('JSON has the release, and what is told on standard error: %j', async (args, codes) => {
  const broken = [stdin.replace('spec: { host', 'spec: { dnsPolicy: Odd, host'), '{\n'].join(
    '---\n',
  );
  const { status, stdout, stderr } = await kubesem(['dns', ...args, '-o', 'json'], {
    stdin: broken,
  });
  expect(status).toBe(1);
  expect(stderr.match(/:\d+: (?:error|warning): /g)).toHaveLength(codes.length);
  const { kubernetesVersion, problems } = JSON.parse(stdout);
  expect(kubernetesVersion).toBe(KUBERNETES_VERSION);
  expect(problems.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test('problems of a cluster have the place in the file, and the path in the object', async () => {
  const twice = { stdin: [HEADLESS, HEADLESS, stdin].join('---\n') };
  const { stdout } = await kubesem(['dns', 'zone', '-', '-o', 'json'], twice);
  const place = { severity: 'warning', file: '<stdin>', message: expect.stringContaining('prod/') };
  const members = { ...place, code: 'DUPLICATE_NAME', path: '' };
  expect(JSON.parse(stdout).problems).toEqual([
    { ...members, line: 6, column: 1 },
    { ...members, line: 17, column: 1 },
    { ...place, code: 'NO_CLUSTER_IP', path: 'spec', line: 15, column: 3 },
  ]);
});
