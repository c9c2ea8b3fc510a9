import { describe, expect, test } from 'vitest';
import { KUBE_DNS, POD, SERVICE } from '../../support/dns.js';
import { codesOf, fileOf, filesOf, json, kubesem, problemsIn } from '../../support/run.js';

const RESOLV = ['dns', 'resolv', '--from', 'test/client', '-f'];

/** The Pod with more fields in its spec. */
const withSpec = (fields: string) => POD.replace('spec: {', `spec: { ${fields},`);

describe('kubesem dns resolv', () => {
  test('prints the file of a Pod', async () => {
    const servers = ['--cluster-dns', '10.32.0.10', '--cluster-dns', 'fd00::a'];
    const { status, stdout, stderr } = await kubesem([...RESOLV, fileOf(POD), ...servers]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      'nameserver 10.32.0.10\nnameserver fd00::a\nsearch test.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n',
    );
    expect(stderr).toContain('ClusterFirst');
  });

  test('the server is that of the Service kube-dns, or the default of kubeadm', async () => {
    const nameservers = async (...documents: string[]) =>
      (await json([...RESOLV, fileOf(POD, ...documents)])).output.nameservers;
    expect(await nameservers(KUBE_DNS)).toEqual(['10.96.14.7']);
    const others = [
      'apiVersion: v1\nkind: Service\nspec: { clusterIP: 10.96.14.6 }\n',
      KUBE_DNS.replace('namespace: kube-system', 'namespace: prod'),
      KUBE_DNS.replace('name: kube-dns', 'name: metrics'),
    ];
    expect(await nameservers(...others, KUBE_DNS.replace('14.7', '14.8'))).toEqual(['10.96.14.8']);
    expect(await nameservers(...others)).toEqual(['10.96.0.10']);
    expect(await nameservers(KUBE_DNS.replace('10.96.14.7', 'None'))).toEqual(['10.96.0.10']);
    expect(await nameservers(KUBE_DNS.replace(/clusterIP.*/, ''))).toEqual(['10.96.0.10']);
  });

  test('an invalid address of that Service is an error', async () => {
    const dns = KUBE_DNS.replace('10.96.14.7', 'nonsense');
    const { status, stdout, stderr } = await kubesem([...RESOLV, fileOf(POD, dns)]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toEqual(['error']);
    expect(stderr).toContain('clusterDNS[0]');
  });

  test('the Pod is found by namespace and name', async () => {
    const named = (metadata: string, search: string) =>
      withSpec(
        `dnsPolicy: None, dnsConfig: { searches: [${search}], nameservers: [10.0.0.1] }`,
      ).replace('name: client, namespace: test', metadata);
    const file = fileOf(
      'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n',
      named('name: client, namespace: shop', 'a.example'),
      named('name: client', 'b.example'),
      named('name: other, namespace: test', 'c.example'),
      named('name: client, namespace: test', 'd.example'),
    );
    for (const [from, search] of [
      ['shop/client', 'a.example'],
      ['default/client', 'b.example'],
      ['test/other', 'c.example'],
      ['test/client', 'd.example'],
    ] as const) {
      const { output } = await json(['dns', 'resolv', '--from', from, '-f', file]);
      expect(output.searches).toEqual([search]);
    }
  });

  test('entries that the limits omit are reported with the events of the kubelet', async () => {
    const servers = [1, 2, 3, 4].map((n) => `nameserver 192.0.2.${n}\n`).join('');
    const domains = Array.from({ length: 33 }, (_, n) => `d${n}`).join(' ');
    const path = filesOf({
      'a.yaml': withSpec('dnsPolicy: Default'),
      'resolv.conf': `${servers}search ${domains}\n`,
    });
    const args = [...RESOLV, path('a.yaml'), '--node-resolv-conf', path('resolv.conf')];
    const { status, output } = await json(args);
    expect(status).toBe(0);
    expect(output.omitted).toEqual({
      nameservers: ['192.0.2.4'],
      searches: [{ domain: 'd32', rule: 'TOO_MANY' }],
    });
    const reasons = output.events.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toContain('CheckLimitsForResolvConf');
    expect(reasons).toContain('DNSConfigForming');
    const { stderr } = await kubesem(args);
    expect(stderr).toMatch(/nameserver 192\.0\.2\.4\b[^]*search d32\b[^]*CheckLimitsForResolvConf/);
  });

  test('the file of the node, or the manifests, can come from standard input', async () => {
    const pod = withSpec('dnsPolicy: Default');
    const file = 'nameserver 192.0.2.9\n';
    const path = filesOf({ 'a.yaml': pod, 'resolv.conf': file });
    const args = [...RESOLV, path('a.yaml'), '--node-resolv-conf', '-'];
    expect(await kubesem(args, { stdin: file })).toMatchObject({ status: 0, stdout: file });
    const swapped = [...RESOLV, '-', '--node-resolv-conf', path('resolv.conf')];
    expect(await kubesem(swapped, { stdin: pod })).toMatchObject({ status: 0, stdout: file });
  });

  test.each([
    ['dnsPolicy: None', 'none', 'NONE'],
    ['dnsPolicy: ClusterFirst', 'cluster', 'CLUSTER_FIRST'],
    ['dnsPolicy: ClusterFirstWithHostNet', 'cluster', 'CLUSTER_FIRST_WITH_HOST_NET'],
    ['dnsPolicy: Odd', 'cluster', 'UNKNOWN_POLICY'],
    ['dnsPolicy: Default', 'node', 'DEFAULT'],
    ['hostNetwork: true', 'node', 'HOST_NETWORK'],
  ])('%s: based on %s', async (field, base, rule) => {
    const pod = withSpec(`${field}, dnsConfig: { nameservers: [10.0.0.1] }`);
    const { output, stderr } = await json([...RESOLV, fileOf(pod)]);
    expect(output).toMatchObject({ base, rule });
    expect(stderr.includes('--node-resolv-conf')).toBe(base === 'node');
  });

  test('fields that the API server would reject are errors, and the kubelet goes on', async () => {
    const dns = 'nameservers: [nowhere], searches: ["Bad.Domain"]';
    const odd = fileOf(withSpec(`dnsPolicy: Odd, dnsConfig: { ${dns} }`));
    const { status, stdout, stderr } = await kubesem([...RESOLV, odd]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^nameserver 10\.96\.0\.10\nnameserver nowhere\nsearch .* Bad.Domain\n/);
    expect(problemsIn(stderr)).toEqual([
      'a.yaml:4:20 error',
      'a.yaml:4:52 error',
      'a.yaml:4:73 error',
    ]);
    expect(stderr).toMatch(/"Odd"[^]*"nowhere"[^]*"Bad.Domain"/);
    const { output } = await json([...RESOLV, odd]);
    expect(output.problems).toMatchObject([
      { code: 'NOT_SUPPORTED', path: 'spec.dnsPolicy' },
      { code: 'INVALID', path: 'spec.dnsConfig.nameservers[0]' },
      { code: 'INVALID', path: 'spec.dnsConfig.searches[0]' },
    ]);
    const found = await kubesem(['dns', 'lookup', '10.0.0.1', ...RESOLV.slice(2), odd]);
    expect(found.status).toBe(1);
  });

  test('fields that the file does not depend on are not checked', async () => {
    const limits = 'resources: { requests: { cpu: 2 }, limits: { cpu: 1 } }';
    const fields = `initContainers: [{ name: "A_", ${limits} }], restartPolicy: Odd`;
    const other = withSpec(fields);
    expect(await kubesem([...RESOLV, fileOf(other)])).toMatchObject({ status: 0 });
    expect((await kubesem([...RESOLV, fileOf(other)])).stderr).not.toContain('error');
  });

  test('what the API server would reject in a stored Pod is a warning', async () => {
    const stored = withSpec('dnsPolicy: Odd').replace('metadata: {', 'metadata: { uid: a,');
    const { status, stderr } = await kubesem([...RESOLV, fileOf(stored)]);
    expect(status).toBe(0);
    expect(stderr).toContain('warning: spec.dnsPolicy "Odd"');
  });

  test('a word with a line break or white space is an error, because the file has no escapes', async () => {
    const option = withSpec(
      'dnsConfig: { options: [{ name: "a", value: "\\nnameserver 6.6.6.6" }] }',
    );
    const { status, stdout, stderr } = await kubesem([...RESOLV, fileOf(option)]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: options\[1\]: /);
    const { output } = await json([...RESOLV, fileOf(option)]);
    expect(output.options).toEqual(['ndots:5', 'a:\nnameserver 6.6.6.6']);
  });

  test('a Pod of a manifest is in the namespace that kubectl gives it', async () => {
    const file = fileOf(POD.replace('namespace: test', ''));
    const args = ['dns', 'resolv', '--from', 'default/client', '-f', file];
    const { output } = await json(args);
    expect(output.searches[0]).toBe('default.svc.cluster.local');
    const lookup = await json(['dns', 'lookup', 'x', ...args.slice(2)]);
    expect(lookup.output.attempts[0].name).toBe('x.default.svc.cluster.local');
  });

  test('without the settings that policy None needs there is no file', async () => {
    const { status, stdout, stderr } = await kubesem([
      ...RESOLV,
      fileOf(withSpec('dnsPolicy: None')),
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toContain('a.yaml:4:7 error');
  });

  test('a Pod that cannot be read, and one that is missing, are errors', async () => {
    const broken = fileOf(withSpec('dnsConfig: { searches: [7] }'));
    const ofPod = await kubesem([...RESOLV, broken]);
    expect(ofPod).toMatchObject({ status: 1, stdout: '' });
    expect(problemsIn(ofPod.stderr)).toEqual(['a.yaml:4:33 error', 'error']);
    const files = [fileOf(POD.replace('client', 'clients')), fileOf(SERVICE)];
    const none = await kubesem([...RESOLV, files[0] ?? '', '-f', files[1] ?? '']);
    expect(none.status).toBe(1);
    expect(none.stderr).toMatch(
      /^error: \S+a\.yaml, \S+a\.yaml: Pod client in namespace test not found; did you mean test\/clients\?/,
    );
  });

  test('a file of the node that is missing is an error', async () => {
    const args = [...RESOLV, fileOf(POD), '--node-resolv-conf', '/no/file'];
    const { status, stderr } = await kubesem(args);
    expect(status).toBe(1);
    expect(stderr).toContain('error: /no/file: ');
  });

  test('-o json has the problems of the files', async () => {
    const { output } = await json([...RESOLV, fileOf(POD, '[]\n')]);
    expect(codesOf(output.problems)).toEqual(['NOT_AN_OBJECT']);
  });
});
