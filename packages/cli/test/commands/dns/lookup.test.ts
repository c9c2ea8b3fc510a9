import { describe, expect, test } from 'vitest';
import { HEADLESS, POD, SERVICE } from '../../support/dns.js';
import { cells, codesOf, fileOf, json, kubesem, problemsIn } from '../../support/run.js';

/** The arguments that look a name up from the Pod. */
const lookup = (name: string, ...documents: string[]) => [
  ...['dns', 'lookup', name, '--from', 'test/client'],
  ...['-f', fileOf(...documents), '-f', fileOf(POD)],
];

describe('kubesem dns lookup', () => {
  test('shows each name that is tried, up to the first hit', async () => {
    const { status, stdout } = await kubesem(lookup('data.prod', SERVICE));
    expect(status).toBe(0);
    expect(stdout).toBe(`TRY  NAME                              CODE      ANSWER
1    data.prod.test.svc.cluster.local  NXDOMAIN  -
2    data.prod.svc.cluster.local       NOERROR   A 10.96.14.7
`);
  });

  test('explains why a name is not found, and what to do next', async () => {
    const other = SERVICE.replace('prod', 'other').replace('14.7', '14.9');
    const args = lookup('data', SERVICE, other);
    const { status, output } = await json(args);
    expect(status).toBe(1);
    expect(output).toMatchObject({
      name: 'data',
      from: { namespace: 'test', name: 'client' },
      libc: 'glibc',
      rule: 'FEW_DOTS',
      resolvConf: { options: ['ndots:5'] },
      reasons: [{ code: 'NAMESPACE_WRONG', suggestions: ['data.prod', 'data.other'] }],
    });
    const { stdout } = await kubesem(args);
    expect(stdout.split('\n').slice(-5)).toEqual([
      expect.stringMatching(/^NAMESPACE_WRONG: /),
      '  try    data.prod',
      '  try    data.other',
      '  check  kubectl get svc data -n prod',
      '',
    ]);
  });

  test('shows where an alias points to', async () => {
    const alias = (target: string) =>
      SERVICE.replace('name: data', 'name: alias').replace(
        /clusterIP.*\n.*\n/,
        `type: ExternalName\n  externalName: ${target}\n`,
      );
    const answerOf = async (target: string) => {
      const { stdout } = await kubesem(lookup('alias.prod', SERVICE, alias(target)));
      return cells(stdout).at(-1)?.at(-1);
    };
    expect(await answerOf('data.prod.svc.cluster.local')).toBe(
      'CNAME data.prod.svc.cluster.local., A 10.96.14.7',
    );
    expect(await answerOf('data.example')).toBe('CNAME data.example. (outside the cluster)');
  });

  test('a Pod with the resolver of its node asks another server', async () => {
    const onNode = POD.replace('spec: {', 'spec: { hostNetwork: true,');
    const args = ['dns', 'lookup', 'data', '--from', 'test/client', '-f', fileOf(SERVICE, onNode)];
    const { status, stdout, stderr } = await kubesem(args);
    expect(status).toBe(1);
    expect(cells(stdout)[1]?.slice(0, 3)).toEqual(['1', 'data', 'NOT_IN_ZONE']);
    expect(stderr).toContain('--node-resolv-conf');
    expect(codesOf((await json(args)).output.reasons)).toEqual([
      'POLICY_FALLS_BACK',
      'NAMESPACE_WRONG',
    ]);
  });

  test('--libc decides which names are tried', async () => {
    const pod = POD.replace(
      'spec: {',
      'spec: { dnsConfig: { options: [{ name: ndots, value: "1" }] },',
    );
    const from = (name: string, libc: string) =>
      json([
        'dns',
        'lookup',
        name,
        '--from',
        'test/client',
        '-f',
        fileOf(SERVICE, pod),
        '--libc',
        libc,
      ]);
    expect((await from('data.prod', 'glibc')).status).toBe(0);
    const musl = await from('data.prod', 'musl');
    expect(musl.status).toBe(1);
    expect(codesOf(musl.output.reasons)).toEqual(['NDOTS_TOO_LOW']);
    expect((await from('data.prod.svc.cluster.local', 'windows')).status).toBe(0);
  });

  test('in another cluster domain', async () => {
    const args = [...lookup('data.prod', SERVICE), '--cluster-domain', 'k8s.example'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^2 +data\.prod\.svc\.k8s\.example +NOERROR/m);
  });

  test('an address needs no lookup, an invalid name has no table', async () => {
    const address = await kubesem(lookup('10.0.0.1', SERVICE));
    expect({ status: address.status, rows: address.stdout.split('\n').length }).toEqual({
      status: 0,
      rows: 2,
    });
    const invalid = await kubesem(lookup('a..b', SERVICE));
    expect(invalid.status).toBe(1);
    expect(invalid.stdout).toMatch(/^NAME_INVALID: /);
  });
});

describe('what manifests do not contain is not taken for missing', () => {
  const stdin = [SERVICE.replace('  clusterIP: 10.96.14.7\n', ''), HEADLESS, POD].join('---\n');

  test.each([
    ['kubernetes.default', 'SERVICE_NOT_FOUND'],
    ['kube-dns.kube-system', 'SERVICE_NOT_FOUND'],
    ['data.prodd', 'NAMESPACE_NOT_FOUND'],
    ['data.prod', 'CLUSTER_IP_MISSING'],
    ['_sql._tcp.data.prod', 'CLUSTER_IP_MISSING'],
    ['members.prod', 'ENDPOINT_SLICES_MISSING'],
  ])('%s: %s', async (name, code) => {
    const args = ['dns', 'lookup', name, '--from', 'test/client', '-f', '-'];
    const { status, output } = await json(args, { stdin });
    expect(status).toBe(1);
    expect(codesOf(output.reasons)).toEqual([code]);
  });
});

test.each([
  ['names -', ['SYNTAX']],
  ['zone -', ['SYNTAX', 'CLUSTER_IP_MISSING']],
  ['query cluster.local -f -', ['SYNTAX', 'CLUSTER_IP_MISSING']],
  ['resolv --from test/client -f -', ['SYNTAX', 'NOT_SUPPORTED']],
  [
    'lookup cluster.local --from test/client -f -',
    ['SYNTAX', 'NOT_SUPPORTED', 'CLUSTER_IP_MISSING'],
  ],
])('dns %s -o json has the problems of standard error', async (line, codes) => {
  const odd = POD.replace('spec: { host', 'spec: { dnsPolicy: Odd, host');
  const stdin = [SERVICE.replace('  clusterIP: 10.96.14.7\n', ''), odd, '{\n'].join('---\n');
  const { status, output, stderr } = await json(['dns', ...line.split(' ')], { stdin });
  expect(status).toBe(1);
  expect(codesOf(output.problems)).toEqual(codes);
  expect(problemsIn(stderr)).toHaveLength(codes.length);
});
