import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, POD, SERVICE } from './dns-input.js';
import { folderOf, kubesem } from './terminal.js';

describe('kubesem dns resolv', () => {
  test('prints the resolv.conf of a Pod', async () => {
    const args = ['dns', 'resolv', '--from', 'test/client', '-f', fileOf(POD)];
    const servers = ['--cluster-dns', '10.32.0.10', '--cluster-dns', 'fd00::a'];
    const { status, stdout, stderr } = await kubesem([...args, ...servers]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      'nameserver 10.32.0.10\nnameserver fd00::a\nsearch test.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n',
    );
    expect(stderr).toContain('the policy is ClusterFirst');
  });

  test('the DNS server is that of the cluster, if it is in the files', async () => {
    const dns = SERVICE.replace(
      'name: data, namespace: prod',
      'name: kube-dns, namespace: kube-system',
    );
    const args = ['dns', 'resolv', '--from', 'test/client', '-o', 'json', '-f'];
    const nameservers = async (...documents: string[]) =>
      JSON.parse((await kubesem([...args, fileOf(...documents)])).stdout).nameservers;
    expect(await nameservers(POD, dns)).toEqual(['10.96.14.7']);
    const others = [
      'apiVersion: v1\nkind: Service\nspec: { clusterIP: 10.96.14.6 }\n',
      dns.replace('namespace: kube-system', 'namespace: prod'),
      dns.replace('name: kube-dns', 'name: metrics'),
    ];
    expect(await nameservers(POD, ...others, dns.replace('14.7', '14.8'))).toEqual(['10.96.14.8']);
    expect(await nameservers(POD, ...others)).toEqual(['10.96.0.10']);
    expect(await nameservers(POD, dns.replace('10.96.14.7', 'None'))).toEqual(['10.96.0.10']);
    expect(await nameservers(POD, dns.replace('clusterIP: 10.96.14.7', ''))).toEqual([
      '10.96.0.10',
    ]);
  });

  test('an address of that Service that is none is an error without a place', async () => {
    const dns = SERVICE.replace(
      'name: data, namespace: prod',
      'name: kube-dns, namespace: kube-system',
    ).replace('10.96.14.7', 'nonsense');
    const args = ['dns', 'resolv', '--from', 'test/client', '-f', fileOf(POD, dns)];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: clusterDNS\[0\]: .*\n$/);
  });

  test('the Pod of that namespace, which is default where it names none', async () => {
    const named = (namespace: string, hostname: string) =>
      POD.replace(', namespace: test', namespace).replace(
        'spec: {',
        `spec: { dnsPolicy: None, dnsConfig: { searches: [${hostname}], nameservers: [10.0.0.1] },`,
      );
    const file = fileOf(
      'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n',
      named(', namespace: shop', 'a.example'),
      named('', 'b.example'),
      named(', namespace: test', 'c.example').replace('name: client', 'name: other'),
      named(', namespace: test', 'd.example'),
    );
    for (const [from, search] of [
      ['shop/client', 'a.example'],
      ['default/client', 'b.example'],
      ['test/other', 'c.example'],
      ['test/client', 'd.example'],
    ] as const) {
      const { stdout } = await kubesem(['dns', 'resolv', '--from', from, '-f', file]);
      expect(stdout).toContain(`search ${search}\n`);
    }
  });

  test("says what was cut from the node's, and which events there are", async () => {
    const pod = POD.replace('spec: {', 'spec: { dnsPolicy: Default,');
    const folder = folderOf({
      'a.yaml': pod,
      'resolv.conf': `${[1, 2, 3, 4].map((n) => `nameserver 192.0.2.${n}\n`).join('')}search ${Array.from({ length: 33 }, (_, n) => `d${n}`).join(' ')}\n`,
    });
    const args = ['dns', 'resolv', '--from', 'test/client', '-f', join(folder, 'a.yaml')];
    const node = join(folder, 'resolv.conf');
    const { status, stdout, stderr } = await kubesem([...args, '--node-resolv-conf', node]);
    expect(status).toBe(0);
    expect(stdout).toContain('nameserver 192.0.2.3\nsearch d0 ');
    expect(stderr).toContain('\nleft out: nameserver 192.0.2.4,');
    expect(stderr).toContain('\nleft out: search d32, there are 32 before it');
    expect(stderr).toContain('Warning DNSConfigForming');
    expect(stderr).toContain(`Warning CheckLimitsForResolvConf Resolv.conf file '${node}' `);
    expect(stderr).not.toContain('--node-resolv-conf');
    const piped = await kubesem([...args, '--node-resolv-conf', '-'], {
      stdin: 'nameserver 192.0.2.9\n',
    });
    expect(piped).toMatchObject({ status: 0, stdout: 'nameserver 192.0.2.9\n' });
    const swapped = ['dns', 'resolv', '--from', 'test/client', '-f', '-'];
    const both = await kubesem([...swapped, '--node-resolv-conf', node], { stdin: pod });
    expect(both).toEqual({ status, stdout, stderr });
    expect((await kubesem(args)).stderr).toContain('--node-resolv-conf');
  });

  test('what the API server would refuse is an error with its place, and the kubelet goes on', async () => {
    const withDns = (fields: string) => fileOf(POD.replace('spec: {', `spec: { ${fields},`));
    const dns = 'nameservers: [nowhere], searches: ["bad domain"]';
    const odd = withDns(`dnsPolicy: Odd, dnsConfig: { ${dns} }`);
    const args = ['--from', 'test/client', '-f'];
    const { status, stdout, stderr } = await kubesem(['dns', 'resolv', ...args, odd]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^nameserver 10\.96\.0\.10\nnameserver nowhere\nsearch .* bad domain\n/);
    expect(stderr.match(/:\d+:\d+: error: spec\.\S+ (?=".*": expected )/g)).toEqual([
      ':4:20: error: spec.dnsPolicy ',
      ':4:52: error: spec.dnsConfig.nameservers[0] ',
      ':4:73: error: spec.dnsConfig.searches[0] ',
    ]);
    const none = await kubesem(['dns', 'resolv', ...args, withDns('dnsPolicy: None')]);
    expect(none).toMatchObject({ status: 1, stdout: '' });
    expect(none.stderr).toMatch(/:4:7: error: spec\.dnsConfig: expected /);
    const found = await kubesem(['dns', 'lookup', '10.0.0.1', ...args, odd]);
    expect(found).toMatchObject({ status: 1, stdout: expect.stringContaining('address') });
  });

  test('errors name the file, and the place in a Pod', async () => {
    const args = ['dns', 'resolv', '--from', 'test/client'];
    const broken = fileOf(POD.replace('spec: {', 'spec: { dnsConfig: { searches: [7] },'));
    const ofPod = await kubesem([...args, '-f', broken]);
    expect(ofPod.status).toBe(1);
    expect(ofPod.stdout).toBe('');
    expect(ofPod.stderr).toMatch(
      /^\S+a\.yaml:4:33: error: spec\.dnsConfig\.searches\[0\].*: expected .*\nerror: .*test\/client.*\n$/,
    );
    const missing = await kubesem([...args, '-f', fileOf(POD), '--node-resolv-conf', '/no/file']);
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('error: /no/file: no such file');
    const none = await kubesem(['dns', 'resolv', '--from', 'test/other', '-f', fileOf(POD)]);
    expect(none.status).toBe(1);
    expect(none.stderr).toContain('expected a Pod test/other, found none');
    const nowhere = [...args, '-f', fileOf(POD.replace('client', 'x')), '-f', fileOf(SERVICE)];
    expect((await kubesem(nowhere)).stderr).toMatch(/^error: \S+a\.yaml, \S+a\.yaml: /);
  });
});
