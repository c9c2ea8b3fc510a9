import { describe, expect, test } from 'vitest';
import { HEADLESS, SERVICE, SLICE } from '../../support/dns.js';
import { codesOf, fileOf, json, kubesem, problemsIn } from '../../support/run.js';

describe('kubesem dns zone', () => {
  test('prints a zone file', async () => {
    const { status, stdout, stderr } = await kubesem(['dns', 'zone', fileOf(SERVICE)]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(
      '\ndata.prod.svc.cluster.local. 30 IN A 10.96.14.7\n_sql._tcp.data.prod.svc.cluster.local. 30 IN SRV 0 100 5432 data.prod.svc.cluster.local.\n',
    );
  });

  test('-o json has the records, in another cluster domain', async () => {
    const args = ['dns', 'zone', fileOf(SERVICE), '--cluster-domain', 'k8s.example'];
    const { status, output } = await json(args);
    expect(status).toBe(0);
    expect(output.records).toContainEqual({
      name: 'data.prod.svc.k8s.example.',
      type: 'A',
      ttlSeconds: 30,
      address: '10.96.14.7',
    });
  });

  test('warns about odd objects, with their place and the path in the object', async () => {
    const orphan = SLICE.replace('service-name: members', 'service-name: gone');
    const file = fileOf(HEADLESS, HEADLESS, orphan);
    const { status, output, stderr } = await json(['dns', 'zone', file]);
    expect(status).toBe(0);
    expect(output.problems).toMatchObject([
      { severity: 'warning', code: 'OBJECT_DUPLICATE', path: '', file, line: 6, column: 1 },
      { severity: 'warning', path: '', file, line: 11, column: 1 },
    ]);
    expect(problemsIn(stderr)).toEqual(['a.yaml:6:1 warning', 'a.yaml:11:1 warning']);
  });

  test('an invalid name adds no record, and is an error', async () => {
    const evil = SERVICE.replace('name: data', 'name: "a\\nevil. 1 IN A 6.6.6.6 ;"');
    const { status, stdout, stderr } = await kubesem(['dns', 'zone', fileOf(evil)]);
    expect(status).toBe(1);
    expect(stdout).toBe(
      'dns-version.cluster.local. 28800 IN TXT "1.1.0"\n' +
        '7.14.96.10.in-addr.arpa. 30 IN PTR ' +
        'a\\010evil.\\ 1\\ IN\\ A\\ 6.6.6.6\\ \\;.prod.svc.cluster.local.\n',
    );
    expect(problemsIn(stderr)).toEqual(['a.yaml:3:19 error']);
    const args = ['dns', 'query', '7.14.96.10.in-addr.arpa', 'PTR', '-f', fileOf(evil)];
    const query = await kubesem(args);
    expect(query).toMatchObject({ status: 1 });
    expect(query.stdout).toContain('a\\010evil.\\ 1\\ IN');
    const { output } = await json(args);
    expect(codesOf(output.problems)).toEqual(['NAME_INVALID']);
  });

  test('a Service of a manifest has no address yet, and no record', async () => {
    const file = fileOf(
      SERVICE.replace(/.*clusterIP.*\n/, ''),
      SERVICE.replace('clusterIP: 10.96.14.7', 'clusterIPs: [10.96.14.8]').replace(
        'name: data',
        'name: two',
      ),
      'apiVersion: v1\nkind: Service\nspec: { type: ExternalName, externalName: a.example }\n',
      'apiVersion: v1\nkind: Service\nmetadata: { name: bare }\n',
    );
    const { status, output } = await json(['dns', 'zone', file]);
    expect(status).toBe(0);
    const warnings = output.problems.filter(
      ({ code }: { code: string }) => code === 'CLUSTER_IP_MISSING',
    );
    expect(warnings).toMatchObject([
      { path: 'spec.clusterIP', line: 5, column: 3 },
      { path: 'spec.clusterIP', line: 18, column: 1 },
    ]);
    const { stdout } = await kubesem([
      'dns',
      'zone',
      fileOf(SERVICE.replace(/.*clusterIP.*\n/, '')),
    ]);
    expect(stdout).not.toContain('data.prod');
  });

  test('stored namespaces are all that exist, those of manifests are not', async () => {
    const namespace = (uid: string) =>
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop${uid} }\n`;
    const record = expect.objectContaining({ name: 'data.prod.svc.cluster.local.' });
    const stored = await json(['dns', 'zone', fileOf(SERVICE, namespace(', uid: u-1'))]);
    expect(codesOf(stored.output.problems)).toEqual(['NAMESPACE_NOT_LISTED']);
    expect(stored.output.records).not.toContainEqual(record);
    const written = await json(['dns', 'zone', fileOf(SERVICE, namespace(''))]);
    expect(written.output.problems).toEqual([]);
    expect(written.output.records).toContainEqual(record);
  });
});
