import { describe, expect, test } from 'vitest';
import { cells, filesOf, json, kubesem } from '../../support/run.js';
import { dump, node, pod, service, slice } from '../../support/services.js';

const DUMP = dump(
  service('web', {
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
  }),
  service('api', { selector: { app: 'api' }, ports: [{ port: 80 }] }),
  service('mail', {
    type: 'ExternalName',
    externalName: 'mail.example.com',
    clusterIP: '',
    selector: { app: 'web' },
  }),
  pod('web-1', { ip: '10.0.0.1' }),
  pod('web-2', { ip: '10.0.0.2', isReady: false }),
  pod('web-3', { ports: [{ name: 'http', protocol: 'UDP', containerPort: 8080 }] }),
  pod('web-4', { phase: 'Pending', ip: '' }),
  pod('db-1', { labels: { app: 'db' } }),
  node('n1'),
);
const run = (...args: string[]) => kubesem(['service', ...args], { stdin: DUMP });

describe('kubesem service', () => {
  test('lists Services with their endpoints and problems', async () => {
    const { stdout, stderr, status } = await run();
    expect(cells(stdout)).toEqual([
      ['NAME', 'TYPE', 'CLUSTER-IP', 'PORTS', 'ENDPOINTS', 'PROBLEM'],
      [
        ...['web', 'ClusterIP', '10.96.0.7', '80/TCP', '2/3 ready'],
        'no container of web-3 has a TCP port "http"; container app has it with protocol UDP',
      ],
      [
        ...['api', 'ClusterIP', '10.96.0.7', '80/TCP', '0/0 ready'],
        'no endpoint: no Pod in namespace shop has the labels app=api',
      ],
      ['mail', 'ExternalName', '<none>', '<none>', '-', '-'],
    ]);
    expect([status, stderr]).toEqual([1, '']);
  });

  test('draws the chain of a Service with --explain', async () => {
    const { stdout } = await run('web', '--explain');
    expect(stdout).toBe(`Service shop/web ClusterIP
├─ name web.shop.svc.cluster.local: DNS answers with the cluster IP
│  └─ address 10.96.0.7: kube-proxy of each node forwards connections to it
│     ├─ port http 80/TCP
│     │  └─ target port http: a container port of this name and protocol
│     │     ├─ web-1 10.0.0.1:8080 on n1 ready: port "http" of container app
│     │     ├─ web-2 10.0.0.2:8080 on n1 not ready: its condition Ready is not True; port "http" of container app
│     │     ├─ web-3 on n1 no port: no container has a TCP port "http" (compared: app); container app has it with protocol UDP
│     │     └─ web-4 not an endpoint: it has no address yet
│     └─ Pods that are not selected
│        └─ db-1: label app is "db", not "web"
└─ problem: no container of web-3 has a TCP port "http"; container app has it with protocol UDP
`);
  });

  test('explains what an ExternalName Service is, and what it ignores', async () => {
    const { stdout, status } = await run('shop/mail', '--explain');
    expect(stdout).toBe(`Service shop/mail ExternalName
├─ name mail.shop.svc.cluster.local: DNS answers with an alias; nothing is forwarded
│  └─ address mail.example.com: a name outside of the cluster
└─ spec.selector is ignored: a Service of type ExternalName is only a name in DNS
`);
    expect(status).toBe(0);
  });

  test('shows the endpoints of EndpointSlices for a Service without a selector', async () => {
    const input = dump(
      service('db', { ports: [{ port: 5432, protocol: 'TCP' }] }),
      slice(
        'db-1',
        'db',
        [{ addresses: ['192.0.2.7'] }, { addresses: ['192.0.2.8'], conditions: { ready: false } }],
        5432,
      ),
    );
    const { stdout, stderr, status } = await kubesem(['service', 'db', '--explain'], {
      stdin: input,
    });
    expect(stdout).toContain(`      └─ no selector: you write the EndpointSlices or Endpoints
            ├─ 192.0.2.7 192.0.2.7:5432 ready: EndpointSlice db-1
            └─ 192.0.2.8 192.0.2.8:5432 not ready: EndpointSlice db-1
`);
    expect(stderr).toContain('The input has no Pods');
    expect(status).toBe(0);
  });

  test('says that it knows no endpoints without Pods and EndpointSlices', async () => {
    const input = dump(service('web', { selector: { app: 'web' }, ports: [{ port: 80 }] }));
    const { stderr } = await kubesem(['service'], { stdin: input });
    expect(stderr).toBe(
      'The input has neither Pods nor EndpointSlices, so no endpoints are known.\n',
    );
  });

  test('says that stored EndpointSlices differ', async () => {
    const input = dump(
      service('web', { selector: { app: 'web' }, ports: [{ port: 80 }] }),
      pod('web-1', {}),
      node('n1'),
      slice('web-x', 'web', [], 80),
    );
    const { stdout, status } = await kubesem(['service'], { stdin: input });
    expect(stdout).toContain('the controller would');
    expect(status).toBe(1);
  });

  test('prints everything for programs', async () => {
    const { output } = await json(['service', 'web', '--explain'], { stdin: DUMP });
    expect(output.services).toMatchObject([
      {
        ...{ namespace: 'shop', name: 'web', ready: 2, total: 3, source: 'SELECTOR' },
        problems: [{ code: 'TARGET_PORT_NOT_FOUND', path: 'spec.ports[0].targetPort' }],
        chain: {
          dnsName: 'web.shop.svc.cluster.local',
          dns: 'CLUSTER_IPS',
          addresses: ['10.96.0.7'],
        },
      },
    ]);
    const { stdout } = await run('-o', 'name');
    expect(stdout).toBe('service/web\nservice/api\nservice/mail\n');
    const csv = await run('web', '--explain', '-o', 'csv');
    expect(csv.stdout.split('\r\n')[1]).toBe(
      'shop/web,http 80/TCP,http,web-1,10.0.0.1:8080,ready,"port ""http"" of container app"',
    );
    expect(cells((await run('web', '-o', 'wide')).stdout)[0]).toContain('SELECTOR');
  });

  test.each([
    [['wep'], 'did you mean shop/web?'],
    [['web', '-n', 'test'], 'did you mean shop/web?'],
    [['other/web'], 'did you mean shop/web?'],
    [['nothing-like-it'], 'Service nothing-like-it not found'],
    [['-n', 'test'], 'no Services in namespace test found'],
  ])('%j is not found', async (args, message) => {
    const { stdout, stderr, status } = await run(...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test.each([[['a/b/c']], [['/web']], [['shop/']], [['-n', '']]])(
    '%j is a wrong command line',
    async (args) => {
      expect(await run(...args)).toMatchObject({ status: 2, stdout: '' });
    },
  );

  test('reports a Service that cannot be read, at its place', async () => {
    const file = filesOf({ 'a.json': JSON.stringify(service('web', { ipFamilies: 'IPv4' })) });
    const { stderr, status } = await kubesem(['service', '-f', file('a.json')]);
    expect(stderr).toContain('spec.ipFamilies: expected a list');
    expect(status).toBe(1);
  });

  test('takes NAME for a Service even if it is called like a kind', async () => {
    expect((await run('svc/web')).stdout).toContain('web');
  });
});
