import { describe, expect, test } from 'vitest';
import { cells, json, kubesem } from '../../support/run.js';
import { dump, node, pod, service, slice } from '../../support/services.js';

const selector = { app: 'web' };
const ports = [{ name: 'http', port: 80, targetPort: 8080, nodePort: 30080 }];
const INGRESS = { loadBalancer: { ingress: [{ ip: '192.0.2.1', ipMode: 'VIP' }] } };
const DUMP = dump(
  service('web', { selector, ports: [{ name: 'http', port: 80, targetPort: 8080 }] }),
  service('public', { type: 'NodePort', externalTrafficPolicy: 'Local', selector, ports }),
  { ...service('lb', { type: 'LoadBalancer', selector, ports }), status: INGRESS },
  service('empty', { selector: { app: 'none' }, ports }),
  service('headless', { clusterIP: 'None', selector, ports: [{ port: 80 }] }),
  pod('web-1', { ip: '10.0.0.1', nodeName: 'n1' }),
  pod('web-2', { ip: '10.0.0.2', nodeName: 'n2' }),
  pod('client', { ip: '10.0.0.9', nodeName: 'n3', labels: {} }),
  ...['n1', 'n2', 'n3'].map((name) => node(name)),
);
const run = (...args: string[]) => kubesem(['service', 'route', ...args], { stdin: DUMP });
const verdicts = async (...args: string[]) => {
  const { output, status } = await json(['service', 'route', ...args], { stdin: DUMP });
  const shown = output.routes.map(
    ({ node: name, verdict, reason }: { node: string; verdict: string; reason: string }) =>
      `${name} ${verdict} ${reason}`,
  );
  return [status, ...shown];
};

describe('kubesem service route', () => {
  test('names the mismatch of ports, as the table and the chain of the Service do', async () => {
    const stdin = dump(
      service('db', { ports: [{ port: 80 }] }),
      {
        ...slice('db-1', 'db', [{ addresses: ['10.4.5.6'] }], 9376),
        ports: [{ name: 'http', port: 9376 }],
      },
      node('n1'),
    );
    const mismatch = 'EndpointSlice db-1 has port "http" (TCP), not "" (TCP)';
    const table = await json(['service'], { stdin });
    expect(table.status).toBe(1);
    expect(table.output.services[0].problems).toMatchObject([
      { code: 'SLICE_PORT_MISSING', path: 'spec.ports[0]', message: mismatch },
    ]);
    const chain = await json(['service', 'db', '--explain'], { stdin });
    expect(chain.output.services[0].chain.ports[0].endpoints).toMatchObject([
      { addresses: [], state: 'no port', reason: mismatch },
    ]);
    const args = ['service', 'route', 'db', '--from', 'n1', '--port', '80'];
    const route = await json(args, { stdin });
    expect(route.output.routes).toMatchObject([
      { verdict: 'REJECT', reason: 'PORT_MISMATCH', mismatch: { index: 0, text: mismatch } },
    ]);
    expect((await kubesem(args, { stdin })).stdout).toContain(`REJECT: ${mismatch}`);
  });

  test('uses no endpoint of a family that the Service lacks, as the table and the chain say', async () => {
    const stdin = dump(
      service('db', { ports: [{ port: 80 }] }),
      { ...slice('db-6', 'db', [{ addresses: ['fd00::7'] }], 80), addressType: 'IPv6' },
      node('n1'),
    );
    const table = await json(['service', 'db', '--explain'], { stdin });
    expect(table.status).toBe(1);
    const [shown] = table.output.services;
    expect(shown).toMatchObject({ ready: 0, total: 0, problems: [{ code: 'ENDPOINTS_MISSING' }] });
    expect(shown.problems[0].message).toContain('db-6 (IPv6)');
    expect(shown.chain.ports[0].endpoints).toMatchObject([
      { addresses: [], state: 'not an endpoint' },
    ]);
    const route = await json(['service', 'route', 'db', '--from', 'n1', '--port', '80'], { stdin });
    expect(route.output.routes).toMatchObject([{ verdict: 'REJECT', reason: 'NO_ENDPOINTS' }]);
  });

  test('counts an endpoint that is in two slices once, as kube-proxy does', async () => {
    const stdin = dump(
      service('db', { ports: [{ port: 80 }] }),
      slice('db-1', 'db', [{ addresses: ['10.4.5.6'], conditions: { ready: false } }], 80),
      slice(
        'db-2',
        'db',
        [
          { addresses: ['10.4.5.6'] },
          { addresses: ['10.4.5.6'], conditions: { ready: false, terminating: true } },
        ],
        80,
      ),
      node('n1'),
    );
    const table = await json(['service', 'db', '--explain'], { stdin });
    const [shown] = table.output.services;
    expect(shown).toMatchObject({ ready: 1, total: 1, problems: [] });
    expect(shown.chain.ports[0].endpoints).toMatchObject([
      { addresses: ['10.4.5.6:80'], state: 'ready' },
    ]);
    const route = await json(['service', 'route', 'db', '--from', 'n1', '--port', '80'], { stdin });
    expect(route.output.routes[0].endpoints).toHaveLength(1);
  });

  test('follows a connection to mirrored Endpoints', async () => {
    const endpoints = {
      ...{ apiVersion: 'v1', kind: 'Endpoints' },
      metadata: { name: 'db', namespace: 'shop', uid: 'e' },
      subsets: [{ addresses: [{ ip: '192.168.2.2' }], ports: [{ port: 27017 }] }],
    };
    const stdin = dump(service('db', { ports: [{ port: 80 }] }), endpoints, node('n1'));
    const args = ['service', 'route', 'db', '--from', 'n1', '--port', '80'];
    expect((await json(args, { stdin })).output.routes).toMatchObject([
      { verdict: 'FORWARD', endpoints: [{ address: '192.168.2.2', port: 27017 }] },
    ]);
    const chain = await kubesem(['service', 'db', '--explain'], { stdin });
    expect(chain.stdout).toContain('192.168.2.2:27017 ready');
    expect(chain.stderr).not.toContain('no endpoints are known');
  });

  test('follows a connection from a Pod, and shows each endpoint', async () => {
    const { stdout, stderr, status } = await run('web', '--from', 'client', '--port', '80');
    expect(stdout).toBe(`from        Pod shop/client, handled by kube-proxy of node n3
to          the cluster IP, port 80
port        http 80/TCP
policy      Cluster (internalTrafficPolicy)
hints       none
verdict     FORWARD: to one of 2 endpoints at random

ENDPOINT       POD    NODE  ZONE  USED  REASON
10.0.0.1:8080  web-1  n1    -     yes   -
10.0.0.2:8080  web-2  n2    -     yes   -
`);
    expect([status, stderr]).toEqual([0, '']);
  });

  test('follows a connection from outside on each node', async () => {
    const { stdout, status } = await run('public', '--from', 'outside', '--port', '30080');
    expect(cells(stdout)).toEqual([
      ['NODE', 'VERDICT', 'REASON', 'ENDPOINTS'],
      ['n1', 'FORWARD', 'LOCAL_POLICY', '10.0.0.1:8080'],
      ['n2', 'FORWARD', 'LOCAL_POLICY', '10.0.0.2:8080'],
      ['n3', 'DROP', 'NO_LOCAL_ENDPOINTS', '-'],
    ]);
    expect(status).toBe(1);
  });

  test('tells REJECT from DROP', async () => {
    expect((await run('empty', '--from', 'n1', '--port', 'http')).stdout).toContain(
      'REJECT: no endpoint is ready; the client sees "connection refused"',
    );
    const args = ['public', '--from', 'outside', '--node', 'n3', '--port', 'http'];
    expect((await run(...args)).stdout).toContain(
      'DROP: the policy is Local and the node has no endpoint; the client runs into a timeout',
    );
  });

  test.each([
    [
      ['web', '--from', 'n1', '--port', 'http'],
      [0, 'n1 FORWARD CLUSTER_POLICY'],
    ],
    [
      ['web', '--from', 'pod/client', '--port', '81'],
      [1, 'n3 NOT_HANDLED OTHER_PORT'],
    ],
    [
      ['web', '--from', 'client', '--port', '80', '--protocol', 'UDP'],
      [1, 'n3 NOT_HANDLED OTHER_PORT'],
    ],
    [
      ['headless', '--from', 'shop/client', '--port', '80'],
      [1, 'n3 NOT_HANDLED HEADLESS'],
    ],
    [
      ['public', '--from', 'node/n3', '--port', '30080'],
      [0, 'n3 FORWARD SHORT_CIRCUIT'],
    ],
    [
      ['lb', '--from', 'outside', '--node', 'n3', '--port', '80'],
      [0, 'n3 FORWARD CLUSTER_POLICY'],
    ],
    [
      ['lb', '--from', 'client', '--port', '80', '--to', '192.0.2.1'],
      [0, 'n3 FORWARD CLUSTER_POLICY'],
    ],
    [
      ['web', '--from', 'client', '--port', '80', '--to', 'external-ip'],
      [1, 'n3 NOT_HANDLED OTHER_DESTINATION'],
    ],
  ])('%j', async (args, expected) => {
    expect(await verdicts(...args)).toEqual(expected);
  });

  test.each([
    [['web', '--from', 'x', '--port', '80'], 'node or Pod x not found'],
    [['web', '--from', 'node/client', '--port', '80'], 'node node/client not found'],
    [['web', '--from', 'pod/n1', '--port', '80'], 'Pod pod/n1 not found'],
    [['web', '--from', 'outside', '--node', 'n9', '--port', '80'], 'node n9 not found'],
    [['web', '--from', 'n1', '--node', 'n2', '--port', '80'], '--node is only for'],
    [['web', '--from', 'n1', '--port', 'htp'], 'no port "htp"; use http'],
    [['wep', '--from', 'n1', '--port', '80'], 'did you mean shop/web?'],
  ])('%j is an error', async (args, message) => {
    const { stdout, stderr, status } = await run(...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test.each([
    [['web', '--port', '80']],
    [['web', '--from', 'n1']],
    [['--from', 'n1', '--port', '80']],
    [['web', '--from', 'n1', '--port', '80', '--to', 'somewhere']],
    [['web', '--from', 'n1', '--port', '80', '--protocol', 'tcp']],
    [['web', '--from', 'n1', '--port', '80', '--source-ip', '1']],
  ])('%j is a wrong command line', async (args) => {
    expect(await run(...args)).toMatchObject({ status: 2, stdout: '' });
  });
});
