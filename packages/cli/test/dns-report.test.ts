import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { painted } from './painted.js';
import { folderOf, kubesem } from './terminal.js';

const CLUSTER = `apiVersion: v1
kind: Service
metadata: { name: data, namespace: prod }
spec:
  clusterIPs: [10.96.14.7, 10.96.14.8]
  ports: [{ name: sql, port: 5432 }]
---
apiVersion: v1
kind: Service
metadata: { name: data, namespace: other }
spec:
  clusterIP: 10.96.14.9
---
apiVersion: v1
kind: Service
metadata: { name: inner, namespace: prod }
spec: { type: ExternalName, externalName: data.other.svc.cluster.local }
---
apiVersion: v1
kind: Service
metadata: { name: outer, namespace: prod }
spec: { type: ExternalName, externalName: data.example }
---
apiVersion: v1
kind: Pod
metadata: { name: client, namespace: test }
spec: { containers: [] }
---
apiVersion: v1
kind: Pod
metadata: { name: node, namespace: test }
spec: { hostNetwork: true, containers: [] }
`;

/** What is printed of the cluster, with the names of the colours, and without the wording of reasons. */
async function report(...args: string[]) {
  const setting = { stdin: CLUSTER, colors: true };
  const { status, stdout, stderr } = await kubesem(['dns', ...args], setting);
  return {
    status,
    stdout: painted(stdout).replaceAll(/(<bold>[A-Z_]+<\/>:) .*/g, '$1'),
    stderr: painted(stderr),
  };
}

describe('the whole of what is printed', () => {
  test('names', async () => {
    expect(await report('names')).toEqual({
      status: 0,
      stdout: `<bold>OBJECT</>              <bold>NAME OF</>   <bold>NAME</>
Service prod/data   service   data.prod.svc.cluster.local
                    port      _sql._tcp.data.prod.svc.cluster.local
Service other/data  service   data.other.svc.cluster.local
Service prod/inner  service   inner.prod.svc.cluster.local
Service prod/outer  service   outer.prod.svc.cluster.local
Pod test/client     hostname  client
Pod test/node       -         -
`,
      stderr: ``,
    });
  });

  test('an answer with additional records', async () => {
    expect(
      await report('query', '_sql._tcp.data.prod.svc.cluster.local', 'SRV', '-f', '-'),
    ).toEqual({
      status: 0,
      stdout: `_sql._tcp.data.prod.svc.cluster.local SRV: NOERROR

<bold>ANSWERS</>                                 <bold>TTL</>  <bold>TYPE</>  <bold>DATA</>
_sql._tcp.data.prod.svc.cluster.local.  30   SRV   0 50 5432 data.prod.svc.cluster.local.

<bold>ADDITIONAL</>                    <bold>TTL</>  <bold>TYPE</>  <bold>DATA</>
data.prod.svc.cluster.local.  30   A     10.96.14.7
data.prod.svc.cluster.local.  30   A     10.96.14.8
`,
      stderr: ``,
    });
  });

  test('no answer', async () => {
    expect(await report('query', 'nothing.prod.svc.cluster.local', 'TXT', '-f', '-')).toEqual({
      status: 1,
      stdout: `nothing.prod.svc.cluster.local TXT: NXDOMAIN, there is no such name
`,
      stderr: ``,
    });
  });

  test('a name that is found', async () => {
    expect(await report('lookup', 'data.prod', '--from', 'test/client', '-f', '-')).toEqual({
      status: 0,
      stdout: `<bold>TRY</>  <bold>NAME</>                              <bold>CODE</>      <bold>ANSWER</>
1    data.prod.test.svc.cluster.local  NXDOMAIN  -
2    data.prod.svc.cluster.local       <green>NOERROR</>   A 10.96.14.7, A 10.96.14.8
`,
      stderr: ``,
    });
  });

  test.each([
    ['inner', 'CNAME data.other.svc.cluster.local., A 10.96.14.9'],
    ['outer', 'CNAME data.example., whose address is asked elsewhere'],
  ])('an alias, %s', async (name, answer) => {
    const full = `${name}.prod.svc.cluster.local.`;
    expect(await report('lookup', full, '--from', 'test/client', '-f', '-')).toEqual({
      status: 0,
      stdout: `<bold>TRY</>  <bold>NAME</>                          <bold>CODE</>     <bold>ANSWER</>
1    ${full.slice(0, -1)}  <green>NOERROR</>  ${answer}
`,
      stderr: ``,
    });
  });

  test('a name that is in two other namespaces', async () => {
    expect(await report('lookup', 'data', '--from', 'test/client', '-f', '-')).toEqual({
      status: 1,
      stdout: `<bold>TRY</>  <bold>NAME</>                         <bold>CODE</>         <bold>ANSWER</>
1    data.test.svc.cluster.local  NXDOMAIN     -
2    data.svc.cluster.local       NXDOMAIN     -
3    data.cluster.local           NXDOMAIN     -
4    data                         NOT_IN_ZONE  -

<bold>WRONG_NAMESPACE</>:
  try    data.prod
  try    data.other
  check  kubectl get svc data -n prod
`,
      stderr: ``,
    });
  });

  test('what is no name', async () => {
    expect(await report('lookup', 'a..b', '--from', 'test/client', '-f', '-')).toEqual({
      status: 1,
      stdout: `
<bold>INVALID_NAME</>:
  check  kubectl exec client -n test -- cat /etc/resolv.conf
`,
      stderr: ``,
    });
  });

  test('a name that another server is asked for, and would not be found', async () => {
    expect(await report('lookup', 'data', '--from', 'test/node', '-f', '-')).toEqual({
      status: 1,
      stdout: `<bold>TRY</>  <bold>NAME</>  <bold>CODE</>         <bold>ANSWER</>
1    data  NOT_IN_ZONE  asked elsewhere

<bold>POLICY_FALLS_BACK</>:
  check  kubectl exec node -n test -- cat /etc/resolv.conf

<bold>WRONG_NAMESPACE</>:
  try    data.prod.svc.cluster.local
  try    data.other.svc.cluster.local
  check  kubectl get svc data -n prod
`,
      stderr: `<dim>the node's resolv.conf is not known; --node-resolv-conf gives it</>
`,
    });
  });
});

test.each([
  ['dnsPolicy: None', 'from dnsConfig alone: the policy is None'],
  ['dnsPolicy: ClusterFirst', "from the cluster's DNS: the policy is ClusterFirst"],
  [
    'dnsPolicy: ClusterFirstWithHostNet',
    "from the cluster's DNS: the policy is ClusterFirstWithHostNet",
  ],
  ['dnsPolicy: Odd', "from the cluster's DNS: the policy is unknown, and counts as ClusterFirst"],
  ['dnsPolicy: Default', "from the node's resolv.conf: the policy is Default"],
  [
    'hostNetwork: true',
    "from the node's resolv.conf: the policy ClusterFirst counts as Default on the network of the node",
  ],
])('%s: %s', async (field, told) => {
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: client }
spec: { ${field}, dnsConfig: { nameservers: [10.0.0.1] }, containers: [] }
`;
  const folder = folderOf({ 'resolv.conf': 'nameserver 192.0.2.1\n' });
  const args = ['dns', 'resolv', '--from', 'default/client', '-f', '-'];
  const node = ['--node-resolv-conf', join(folder, 'resolv.conf')];
  const { stderr } = await kubesem([...args, ...node], { stdin: pod, colors: true });
  const refused = /^\S+ <red>error:<\/> spec\.dnsPolicy .*\n/;
  expect(painted(stderr).replace(refused, '')).toBe(`<dim>${told}</>\n`);
  const unknown = await kubesem(args, { stdin: pod });
  expect(unknown.stderr.includes('--node-resolv-conf')).toBe(told.includes("the node's"));
});
