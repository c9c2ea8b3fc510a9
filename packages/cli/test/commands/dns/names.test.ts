import { describe, expect, test } from 'vitest';
import { HEADLESS, POD, SERVICE, SLICE } from '../../support/dns.js';
import { cells, codesOf, fileOf, folderOf, json, kubesem, problemsIn } from '../../support/run.js';

describe('kubesem dns names', () => {
  test('lists the names of Services and Pods', async () => {
    const bare = POD.replace('name: client', 'name: node').replace(
      /spec: .*\nstatus: .*/,
      'spec: { hostNetwork: true, containers: [] }',
    );
    const file = fileOf(SERVICE, HEADLESS, SLICE, POD, bare);
    const { status, stdout, stderr } = await kubesem(['dns', 'names', file]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`OBJECT                TYPE      NAME
Service prod/data     service   data.prod.svc.cluster.local
                      port      _sql._tcp.data.prod.svc.cluster.local
Service prod/members  service   members.prod.svc.cluster.local
                      endpoint  m-0.members.prod.svc.cluster.local
                      endpoint  10-1-0-5.members.prod.svc.cluster.local
Pod test/client       address   10-1-0-9.test.pod.cluster.local
                      hostname  reader
Pod test/node         -         -
`);
  });

  test('-o json, of a List, in another cluster domain', async () => {
    const stdin = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } }],
    });
    const args = ['dns', 'names', '-', '--cluster-domain', 'k8s.example'];
    const { status, output } = await json(args, { stdin });
    expect(status).toBe(0);
    expect(output).toEqual({
      kubernetesVersion: expect.any(String),
      objects: [
        {
          kind: 'Service',
          namespace: 'default',
          name: 'a',
          names: [{ of: 'service', name: 'a.default.svc.k8s.example' }],
        },
      ],
      problems: [],
    });
  });

  test('invalid names and fields of the wrong type are errors with their place', async () => {
    const odd = SERVICE.replace('name: data', 'name: My_Data');
    const wrong = 'kind: Service\napiVersion: v1\nspec: { ports: 5 }\n';
    const { status, output, stderr } = await json(['dns', 'names', fileOf(odd, wrong)]);
    expect(status).toBe(1);
    expect(codesOf(output.problems)).toEqual(['INVALID_TYPE', 'NAME_INVALID']);
    expect(problemsIn(stderr)).toEqual(['a.yaml:10:16 error', 'a.yaml:3:19 error']);
    expect((await kubesem(['dns', 'names', fileOf(odd)])).status).toBe(1);
  });

  test.each([
    'endpoints: [null]',
    'endpoints: [{ addresses: [7] }]',
    'endpoints: [{ addresses: 10.1.0.4 }]',
    'metadata: text',
    'ports: [{ port: "80" }]',
  ])('an EndpointSlice with %s is an error', async (line) => {
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n${line}\n`;
    for (const command of ['names', 'zone']) {
      const { status, output } = await json(['dns', command, fileOf(slice, SERVICE)]);
      expect(status).toBe(1);
      expect(codesOf(output.problems)).toEqual(['INVALID_TYPE']);
    }
  });

  test('EndpointSlices alone have no names', async () => {
    expect(await kubesem(['dns', 'names', fileOf(SLICE)])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('no Services, EndpointSlices and Pods are an error, and so is a missing file', async () => {
    const none = await kubesem(['dns', 'names', fileOf('kind: X\napiVersion: v1\n')]);
    expect(none.status).toBe(1);
    expect(problemsIn(none.stderr)).toEqual(['error']);
    const missing = await kubesem(['dns', 'names', '/no/such/file']);
    expect(missing.status).toBe(1);
    expect(missing.stderr).toMatch(/^error: \/no\/such\/file: .*\n$/);
  });

  test('a file that cannot be read is an error, and the others are shown', async () => {
    const folder = folderOf({ 'a.yaml': Uint8Array.of(0), 'b.yaml': SERVICE });
    const { status, stdout, stderr } = await kubesem(['dns', 'names', folder]);
    expect(status).toBe(1);
    expect(cells(stdout)).toHaveLength(3);
    expect(stderr).toMatch(/^error: .*\/a\.yaml: .*\n$/);
  });

  test('a warning does not change the exit status', async () => {
    const twice = `${HEADLESS}metadata: { name: twice }\n`;
    const { status, stderr } = await kubesem(['dns', 'names', fileOf(twice)]);
    expect(status).toBe(0);
    expect(problemsIn(stderr)).toEqual(['a.yaml:5:1 warning']);
  });
});
