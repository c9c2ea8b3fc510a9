import { describe, expect, test } from 'vitest';
import { SERVICE } from '../../support/dns.js';
import { cells, fileOf, json, kubesem } from '../../support/run.js';

describe('kubesem dns query', () => {
  const name = '_sql._tcp.data.prod.svc.cluster.local';

  test('shows answers and additional records', async () => {
    const args = ['dns', 'query', name, 'srv', '-f', fileOf(SERVICE)];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(cells(stdout)).toEqual([
      [`${name} SRV: NOERROR`],
      [''],
      ['ANSWERS', 'TTL', 'TYPE', 'DATA'],
      [`${name}.`, '30', 'SRV', '0 100 5432 data.prod.svc.cluster.local.'],
      [''],
      ['ADDITIONAL', 'TTL', 'TYPE', 'DATA'],
      ['data.prod.svc.cluster.local.', '30', 'A', '10.96.14.7'],
    ]);
    expect((await json(args)).output).toMatchObject({
      name,
      type: 'SRV',
      code: 'NOERROR',
      answers: [{ type: 'SRV', port: 5432, target: 'data.prod.svc.cluster.local.' }],
      additionals: [{ type: 'A', address: '10.96.14.7' }],
      problems: [],
    });
  });

  test('answers with the addresses of Endpoints, which the controller mirrors', async () => {
    const file = fileOf(`
apiVersion: v1
kind: Service
metadata: { name: db, namespace: shop }
spec: { clusterIP: None, ports: [{ name: sql, port: 5432 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: db, namespace: shop }
subsets: [{ addresses: [{ ip: 192.0.2.7, hostname: a }], ports: [{ name: sql, port: 5432 }] }]
`);
    const query = async (...args: string[]) =>
      (await json(['dns', 'query', ...args, '-f', file])).output.answers;
    expect(await query('db.shop.svc.cluster.local')).toMatchObject([{ address: '192.0.2.7' }]);
    expect(await query('_sql._tcp.db.shop.svc.cluster.local', 'SRV')).toMatchObject([
      { port: 5432, target: 'a.db.shop.svc.cluster.local.' },
    ]);
  });

  test.each([
    ['data.prod.svc.k8s.example', 'a', '10.96.14.7'],
    ['alias.prod.svc.k8s.example', 'cname', 'data.example.'],
    ['7.14.96.10.in-addr.arpa', 'PTR', 'data.prod.svc.k8s.example.'],
    ['dns-version.k8s.example', 'TXT', '1.1.0'],
    ['six.prod.svc.k8s.example', 'AAAA', 'fd00::7'],
  ])('%s %s in another cluster domain: %s', async (full, type, shown) => {
    const named = (field: string) =>
      SERVICE.replace('name: data', `name: ${field}`).replace(/ {2}ports.*\n/, '');
    const file = fileOf(
      SERVICE,
      named('alias').replace(/clusterIP.*/, 'type: ExternalName\n  externalName: data.example'),
      named('six').replace('10.96.14.7', 'fd00::7'),
    );
    const args = ['dns', 'query', full, type, '-f', file, '--cluster-domain', 'k8s.example'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toContain(shown);
  });

  test.each([
    ['data.test.svc.cluster.local', 'A', 'NXDOMAIN'],
    ['data.prod.svc.cluster.local', 'AAAA', 'NODATA'],
    ['example.com', 'A', 'NOT_IN_ZONE'],
  ])('%s %s: %s, and the status is 1', async (full, type, code) => {
    const args = ['dns', 'query', full, type, '-f', fileOf(SERVICE)];
    const { status, output } = await json(args);
    expect({ status, code: output.code }).toEqual({ status: 1, code });
    expect((await kubesem(args)).stdout).toMatch(new RegExp(`^${full} ${type}: ${code}.*\\n$`));
  });
});
