import { stripVTControlCharacters } from 'node:util';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cells, fileOf, HEADLESS, POD, SERVICE, SLICE } from './dns-input.js';
import { folderOf, kubesem } from './terminal.js';

describe('kubesem dns names', () => {
  test('lists the names of Services and Pods', async () => {
    const file = fileOf(SERVICE, HEADLESS, SLICE, POD);
    const { status, stdout, stderr } = await kubesem(['dns', 'names', file]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(cells(stdout)).toEqual([
      ['OBJECT', 'NAME OF', 'NAME'],
      ['Service prod/data', 'service', 'data.prod.svc.cluster.local'],
      ['port', '_sql._tcp.data.prod.svc.cluster.local'],
      ['Service prod/members', 'service', 'members.prod.svc.cluster.local'],
      ['endpoint', 'm-0.members.prod.svc.cluster.local'],
      ['endpoint', '10-1-0-5.members.prod.svc.cluster.local'],
      ['Pod test/client', 'address', '10-1-0-9.test.pod.cluster.local'],
      ['hostname', 'reader'],
      ['fqdn', 'reader.readers.test.svc.cluster.local'],
    ]);
  });

  test('a List from standard input, for programs, with another cluster domain', async () => {
    const item = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } }],
    });
    const args = ['dns', 'names', '-', '-o', 'json', '--cluster-domain', 'k8s.example'];
    const { status, stdout } = await kubesem(args, { stdin: item });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      kubernetesVersion: KUBERNETES_VERSION,
      problems: [],
      objects: [
        {
          kind: 'Service',
          namespace: 'default',
          name: 'a',
          names: [{ of: 'service', name: 'a.default.svc.k8s.example' }],
        },
      ],
    });
  });

  test('names that break the rules and fields of other types are errors with a place', async () => {
    const file = fileOf(
      SERVICE.replace('name: data', 'name: My_Data'),
      'kind: Service\napiVersion: v1\nspec: { ports: 5 }\n',
    );
    const { status, stderr } = await kubesem(['dns', 'names', file]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/a\.yaml:3:19: error: metadata\.name: /);
    expect(stderr).toMatch(/a\.yaml:10:16: error: spec\.ports: expected a list, found 5\n/);
    const odd = fileOf(SERVICE.replace('name: data', 'name: My_Data'));
    expect((await kubesem(['dns', 'names', odd])).status).toBe(1);
  });

  test('EndpointSlices alone have no names', async () => {
    expect(await kubesem(['dns', 'names', fileOf(SLICE)])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  test.each([
    ['endpoints', 'endpoints: [null]'],
    ['endpoints', 'endpoints: [{ addresses: [7] }]'],
    ['endpoints', 'endpoints: [{ addresses: 10.1.0.4 }]'],
    ['metadata', 'metadata: text'],
    ['ports', 'ports: [{ port: "80" }]'],
  ])('%s: %s is refused', async (field, line) => {
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n${line}\n`;
    for (const command of ['names', 'zone']) {
      const { status, stderr } = await kubesem(['dns', command, fileOf(slice, SERVICE)]);
      expect(status).toBe(1);
      expect(stderr).toContain(`error: ${field}`);
    }
  });

  test('without Services, EndpointSlices and Pods there is nothing to say', async () => {
    const { status, stderr } = await kubesem(['dns', 'names', '-'], {
      stdin: 'kind: X\napiVersion: v1\n',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('error: expected Services');
    const missing = await kubesem(['dns', 'names', '/no/such/file']);
    expect(missing.stderr).toMatch(/^error: \/no\/such\/file: .*\n$/);
  });

  test('a file that cannot be read is named, the others are shown', async () => {
    const folder = folderOf({ 'a.yaml': Uint8Array.of(0xff), 'b.yaml': SERVICE });
    const { status, stdout, stderr } = await kubesem(['dns', 'names', folder]);
    expect(status).toBe(1);
    expect(cells(stdout)).toHaveLength(3);
    expect(stderr).toMatch(/^error: .*\/a\.yaml: .*\n$/);
  });

  test('warnings are not errors, and a Service without addresses of its own is enough', async () => {
    const twice = `${HEADLESS}metadata: { name: twice }\n`;
    const folder = folderOf({ 'a.yaml': twice, 'b.yaml': SLICE });
    const { status, stdout, stderr } = await kubesem(['dns', 'names', folder]);
    expect(status).toBe(0);
    expect(cells(stdout)).toEqual([['OBJECT', 'NAME OF', 'NAME'], expect.anything()]);
    expect(stderr).toMatch(/^.*\/a\.yaml:5:1: warning: .*\n$/);
  });
});

describe('kubesem dns zone', () => {
  test('prints a zone file, and warns of what is odd', async () => {
    const orphan = SLICE.replace('service-name: members', 'service-name: gone');
    const file = fileOf(SERVICE, SERVICE, orphan);
    const { status, stdout, stderr } = await kubesem(['dns', 'zone', file]);
    expect(status).toBe(0);
    expect(stdout).toContain(
      '\ndata.prod.svc.cluster.local. 30 IN A 10.96.14.7\n_sql._tcp.data.prod.svc.cluster.local. 30 IN SRV 0 100 5432 data.prod.svc.cluster.local.\n',
    );
    expect(stderr).toMatch(/a\.yaml:8:1: warning: .*prod\/data/);
    expect(stderr).toMatch(/a\.yaml:15:1: warning: .*prod\/gone/);
  });

  test('records for programs, with another cluster domain', async () => {
    const args = ['dns', 'zone', fileOf(SERVICE), '-o', 'json', '--cluster-domain', 'k8s.example'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).records).toContainEqual({
      name: 'data.prod.svc.k8s.example.',
      type: 'A',
      ttlSeconds: 30,
      address: '10.96.14.7',
    });
  });

  test('a Service of a manifest has no address yet', async () => {
    const file = fileOf(
      SERVICE.replace(/.*clusterIP.*\n/, ''),
      SERVICE.replace('clusterIP: 10.96.14.7', 'clusterIPs: [10.96.14.8]'),
      'apiVersion: v1\nkind: Service\nspec: { type: ExternalName, externalName: a.example }\n',
      'apiVersion: v1\nkind: Service\nmetadata: { name: bare }\n',
      'apiVersion: v1\nkind: Service\n',
    );
    const { status, stderr } = await kubesem(['dns', 'zone', file]);
    expect(status).toBe(0);
    expect(stderr.match(/:\d+:\d+: warning: Service \S+ has no clusterIP/g)).toEqual([
      ':5:3: warning: Service prod/data has no clusterIP',
      ':18:1: warning: Service default/bare has no clusterIP',
      ':22:1: warning: Service default/ has no clusterIP',
    ]);
  });

  test('stored namespaces are all that there are, those of manifests stand beside others', async () => {
    const namespace = (uid: string) =>
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop${uid} }\n`;
    const stored = await kubesem(['dns', 'zone', fileOf(SERVICE, namespace(', uid: u-1'))]);
    expect(stored.stderr).toContain('namespace prod is not among those');
    expect(stored.stdout).not.toContain('\ndata.prod');
    const written = await kubesem(['dns', 'zone', fileOf(SERVICE, namespace(''))]);
    expect(written.stderr).toBe('');
    expect(written.stdout).toContain('\ndata.prod');
  });
});

describe('kubesem dns query', () => {
  test('shows answers and additional records', async () => {
    const name = '_sql._tcp.data.prod.svc.cluster.local';
    const args = ['dns', 'query', name, 'srv', '-f', fileOf(SERVICE), '-o', 'yaml'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(parse(stdout)).toMatchObject({
      name,
      type: 'SRV',
      code: 'NOERROR',
      answers: [{ type: 'SRV', port: 5432, target: 'data.prod.svc.cluster.local.' }],
      additionals: [{ type: 'A', address: '10.96.14.7' }],
    });
    const table = await kubesem(['dns', 'query', name, 'SRV', '-f', args[5] as string]);
    expect(table.stdout).toMatch(
      /: NOERROR\n\nANSWERS .*\n.* 30 +SRV +0 100 5432 .*\n\nADDITIONAL /,
    );
  });

  test.each([
    ['data.prod.svc.k8s.example', 'a', '10.96.14.7'],
    ['alias.prod.svc.k8s.example', 'cname', 'data.example.'],
    ['7.14.96.10.in-addr.arpa', 'PTR', 'data.prod.svc.k8s.example.'],
    ['dns-version.k8s.example', 'TXT', '1.1.0'],
    ['six.prod.svc.k8s.example', 'AAAA', 'fd00::7'],
  ])('%s %s in another cluster domain: %s', async (name, type, shown) => {
    const named = (field: string) =>
      SERVICE.replace('name: data', `name: ${field}`).replace(/ {2}ports.*\n/, '');
    const file = fileOf(
      SERVICE,
      named('alias').replace(/clusterIP.*/, 'type: ExternalName\n  externalName: data.example'),
      named('six').replace('10.96.14.7', 'fd00::7'),
    );
    const args = ['dns', 'query', name, type, '-f', file, '--cluster-domain', 'k8s.example'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toContain(shown);
  });

  test.each([
    ['data.test.svc.cluster.local', 'A', 'NXDOMAIN'],
    ['data.prod.svc.cluster.local', 'AAAA', 'NODATA'],
    ['example.com', 'A', 'NOT_IN_ZONE'],
  ])('%s %s: %s, and the status is 1', async (name, type, code) => {
    const { status, stdout } = await kubesem(['dns', 'query', name, type, '-f', fileOf(SERVICE)]);
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${name} ${type}: ${code}`));
  });
});

describe('kubesem dns lookup', () => {
  const from = ['--from', 'test/client', '-f'];

  test('shows each name that is tried, up to the first hit', async () => {
    const args = ['dns', 'lookup', ...from, fileOf(SERVICE), '-f', fileOf(POD), 'data.prod'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(cells(stdout)).toEqual([
      ['TRY', 'NAME', 'CODE', 'ANSWER'],
      ['1', 'data.prod.test.svc.cluster.local', 'NXDOMAIN', '-'],
      ['2', 'data.prod.svc.cluster.local', 'NOERROR', 'A 10.96.14.7'],
    ]);
  });

  test('says why a name is not found, and what to look at next', async () => {
    const args = ['dns', 'lookup', 'data', ...from, fileOf(SERVICE, POD)];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^WRONG_NAMESPACE: .+\n {2}try {4}data\.prod\n {2}check {2}kubectl /m);
    const { stdout: json } = await kubesem([...args, '-o', 'json']);
    expect(JSON.parse(json)).toMatchObject({
      name: 'data',
      from: { namespace: 'test', name: 'client' },
      libc: 'glibc',
      rule: 'FEW_DOTS',
      resolvConf: { options: ['ndots:5'] },
      reasons: [{ code: 'WRONG_NAMESPACE' }],
    });
  });

  test('--libc decides which names are tried', async () => {
    const pod = POD.replace(
      'spec: {',
      'spec: { dnsConfig: { options: [{ name: ndots, value: "1" }] },',
    );
    const args = ['dns', 'lookup', 'data.prod', ...from, fileOf(SERVICE, pod)];
    expect((await kubesem([...args, '--libc', 'glibc'])).status).toBe(0);
    const musl = await kubesem([...args, '--libc', 'musl']);
    expect(musl.status).toBe(1);
    expect(musl.stdout).toContain('NDOTS_TOO_LOW: ');
    const whole = ['dns', 'lookup', 'data.prod.svc.cluster.local', ...from, fileOf(SERVICE, pod)];
    expect((await kubesem([...whole, '--libc', 'windows'])).status).toBe(0);
  });

  test('in another cluster domain', async () => {
    const domain = ['--cluster-domain', 'k8s.example'];
    const args = ['dns', 'lookup', ...from, fileOf(SERVICE, POD), 'data.prod', ...domain];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^2 +data\.prod\.svc\.k8s\.example +NOERROR/m);
  });

  test('an address is not asked for, what is no name is not found', async () => {
    const file = fileOf(SERVICE, POD);
    const address = await kubesem(['dns', 'lookup', '10.0.0.1', ...from, file]);
    expect(address.status).toBe(0);
    expect(address.stdout).toContain('this is an address');
    expect((await kubesem(['dns', 'lookup', 'a..b', ...from, file])).status).toBe(1);
  });
});

describe('kubesem inspect --dns', () => {
  test('lists the names of the namespace, in every format', async () => {
    const file = fileOf(SERVICE, POD.replace('containers: []', 'containers: [{ name: app }]'));
    const args = ['inspect', '--dns', file, '-n', 'prod'];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(cells(stdout)).toEqual([
      ['OBJECT', 'NAME OF', 'NAME'],
      ['Service prod/data', 'service', 'data.prod.svc.cluster.local'],
      ['port', '_sql._tcp.data.prod.svc.cluster.local'],
    ]);
    const { dnsNames, objects } = JSON.parse((await kubesem([...args, '-o', 'json'])).stdout);
    expect(dnsNames).toMatchObject([{ kind: 'Service', name: 'data' }]);
    expect(objects).toEqual([]);
    const all = args.slice(0, 3);
    expect((await kubesem(all)).stdout).toBe((await kubesem(['dns', 'names', file])).stdout);
    const without = args.filter((arg) => arg !== '--dns');
    expect(JSON.parse((await kubesem([...without, '-o', 'json'])).stdout)).not.toHaveProperty(
      'dnsNames',
    );
    expect((await kubesem([...args, '--images'])).status).toBe(2);
  });

  test('each problem is told once', async () => {
    const service = SERVICE.replace('clusterIP: 10.96.14.7', 'clusterIP: 7');
    const file = fileOf(service, '[]\n');
    const { status, stderr } = await kubesem(['inspect', '--dns', file]);
    expect(status).toBe(1);
    expect(stderr.match(/spec\.clusterIP: expected a string/g)).toHaveLength(1);
    expect(stderr.match(/expected an object with apiVersion/g)).toHaveLength(1);
  });
});

describe('usage', () => {
  test.each([
    [['dns', 'query', 'a', 'MX', '-f', 'x']],
    [['dns', 'query', 'a']],
    [['dns', 'query', '-f', 'x']],
    [['dns', 'lookup', '--from', 'a/b', '-f', 'x']],
    [['dns', 'names', '--cluster-domain', '-x-', 'x']],
    [['dns', 'resolv', '-f', 'x']],
    [['dns', 'resolv', '--from', 'client', '-f', 'x']],
    [['dns', 'resolv', '--from', '/client', '-f', 'x']],
    [['dns', 'resolv', '--from', 'test/', '-f', 'x']],
    [['dns', 'resolv', '--from', 'a/b/c', '-f', 'x']],
    [['dns', 'resolv', '--from', 'a/b', '-f', 'x', '--cluster-dns', '10.0.0.010']],
    [['dns', 'resolv', '--from', 'a/b', '-f', '-', '--node-resolv-conf', '-']],
    [['dns', 'lookup', 'a', '--from', 'a/b', '-f', 'x', '--libc', 'bionic']],
    [['dns', 'nothing']],
  ])('%j is wrong', async (args) => {
    const { status, stdout } = await kubesem(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test('--help of the whole has examples', async () => {
    const { status, stdout } = await kubesem(['dns', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('kubesem dns lookup data --from test/client');
  });

  test('what comes from outside cannot steer the terminal, and colours change nothing', async () => {
    const evil = '\u001b[2Ja\u202e';
    const args = ['dns', 'query', evil, '-f', fileOf(SERVICE)];
    expect((await kubesem(args)).stdout).toContain('\\u001b[2Ja\\u202e A: ');
    const names = ['dns', 'names', fileOf(SERVICE)];
    const plain = await kubesem(names);
    const coloured = await kubesem(names, { colors: true });
    expect(coloured.stdout).toContain('\u001b[1m');
    expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(plain.stdout);
  });
});
