import { describe, expect, test } from 'vitest';
import {
  apiServer,
  type FakeServer,
  kubeconfig,
  list,
  type Reply,
  refusal,
  TOKEN,
} from '../../support/api-server.js';
import { node, pod } from '../../support/cluster.js';
import { fileOf, json, kubesem } from '../../support/run.js';

const untyped = ({ metadata, ...rest }: { readonly metadata: object }) => {
  const { apiVersion: _, kind: __, ...object } = rest as Record<string, unknown>;
  return { metadata, ...object };
};
const alpha = untyped(node('alpha', { cpu: '4', pods: '10' }));
const web = (name: string) => untyped(pod(name, 'alpha', { requests: { cpu: '1' } }));
const EMPTY = list([]);

/** Answers with lists by path, and with empty ones otherwise. */
const lists =
  (byPath: Readonly<Record<string, Reply>>) =>
  (path: string): Reply =>
    byPath[path] ?? EMPTY;

describe('a cluster', () => {
  test('is read page by page, with the credentials of the context', async () => {
    const pages: Record<string, Reply> = {
      '': list([web('a'), web('b')], 'page 2/&'),
      'page 2/&': list([web('c')]),
    };
    const server = await apiServer((path, query) =>
      path === '/api/v1/pods' ? (pages[query.get('continue') ?? ''] ?? EMPTY) : list([alpha]),
    );
    const args = ['nodes', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { status, output, stderr } = await json(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(output.nodes[0]).toMatchObject({ name: 'alpha', free: { cpu: '1', pods: '7' } });
    expect(server.requests).toEqual([
      'GET /api/v1/nodes?limit=500',
      'GET /api/v1/pods?limit=500',
      'GET /api/v1/pods?limit=500&continue=page+2%2F%26',
    ]);
    expect(server.headers().authorization).toBe(`Bearer ${TOKEN}`);
  });

  test('continues with the state of now if the list has changed meanwhile', async () => {
    const server = await apiServer((path, query) => {
      if (path !== '/api/v1/pods') {
        return list([alpha]);
      }
      const gone = { kind: 'Status', code: 410, metadata: { continue: 'now' } };
      const replies: Record<string, Reply> = {
        old: [410, gone],
        now: list([web('b')]),
      };
      return replies[query.get('continue') ?? ''] ?? list([web('a')], 'old');
    });
    const { output } = await json([
      'nodes',
      '--context',
      'test',
      '--kubeconfig',
      server.kubeconfig,
    ]);
    expect(output.podCounts.counted).toBe(2);
  });

  test.each<[string, (token: string | null, asked: number) => Reply]>([
    ['the same token again', () => list([web('a')], 'x')],
    ['two tokens in turn', (token) => list([web('a')], token === 'x' ? 'y' : 'x')],
    ['new tokens of empty pages', (_, asked) => list([], `${asked}`)],
  ])('is not read for ever if its server sends %s', async (_, reply) => {
    const server: FakeServer = await apiServer((path, query) =>
      path === '/api/v1/pods'
        ? reply(query.get('continue'), server.requests.length)
        : list([alpha]),
    );
    const args = ['nodes', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/pods/);
    expect(server.requests.length).toBeLessThan(20);
  });

  test('gives every command the kinds that it needs, and Secrets only to env', async () => {
    const server = await apiServer(() => EMPTY);
    const asked = async (...args: string[]) => {
      const before = server.requests.length;
      await kubesem([...args, '--context', 'test', '--kubeconfig', server.kubeconfig]);
      return server.requests.slice(before).map((one) => /\/([a-z]+)\?/.exec(one)?.[1]);
    };
    expect(await asked('nodes')).toEqual(['nodes', 'pods']);
    const manifest = fileOf(JSON.stringify(pod('x', '', {})));
    expect(await asked('pods')).toEqual(['pods']);
    // RuntimeClasses change only Pods that are not stored yet.
    expect(await asked('fit', manifest)).toEqual(['runtimeclasses', 'nodes', 'pods']);
    const dns = ['namespaces', 'services', 'endpointslices', 'pods'];
    expect(await asked('dns', 'names')).toEqual(dns);
    expect(await asked('dns', 'query', 'a.b')).toEqual(dns);
    expect(await asked('dns', 'lookup', 'a', '--from', 'b/c')).toEqual(dns);
    expect(await asked('apf', 'levels')).toEqual(['prioritylevelconfigurations', 'flowschemas']);
    const controllers = [
      ...['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'replicationcontrollers'],
    ];
    const limits = ['limitranges', 'resourcequotas'];
    const workloads = [...limits, ...controllers, 'cronjobs', 'jobs', 'pods'];
    expect(await asked('quota')).toEqual(workloads);
    expect(await asked('quota', '--admit', manifest)).toEqual(['runtimeclasses', ...workloads]);
    const budgets = [...controllers, 'pods', 'poddisruptionbudgets'];
    expect(await asked('pdb')).toEqual(budgets);
    expect(await asked('pdb', '--evict', 'a/b')).toEqual(budgets);
    const simulated = await asked('drain', 'alpha', '--simulate', '--ready-after', '1');
    expect(simulated).toEqual([...budgets, 'nodes', 'jobs']);
    expect(await asked('drain', 'alpha')).toEqual([...budgets, 'nodes']);
    expect(await asked('rollout', 'status', 'deploy/web')).toEqual([
      ...['deployments', 'statefulsets', 'daemonsets'],
    ]);
    expect(await asked('rollout', 'simulate', 'web')).toEqual([
      ...['runtimeclasses', ...limits, 'deployments', 'replicasets'],
    ]);
    expect(await asked('hpa')).toEqual([
      ...controllers.filter((each) => each !== 'daemonsets'),
      ...['pods', 'horizontalpodautoscalers', 'pods'],
    ]);
    const services = ['services', 'endpointslices', 'pods', 'nodes'];
    expect(await asked('service', 'web')).toEqual(services);
    const config = [...workloads.filter((each) => each !== 'resourcequotas'), 'configmaps'];
    expect((await asked('env', 'deploy/web')).filter((each) => each !== 'secrets')).toEqual([
      ...config,
      'services',
    ]);
    const before = server.requests.length;
    const autoscaled = ['poddisruptionbudgets', 'horizontalpodautoscalers', ...workloads];
    expect(await asked('inspect', manifest)).toEqual(['runtimeclasses', ...autoscaled]);
    expect(await asked('inspect', '-n', 'a/b')).toEqual(autoscaled);
    expect(server.requests.at(-1)).toBe('GET /api/v1/namespaces/a%2Fb/pods?limit=500');
    expect(server.requests.slice(before).join()).not.toContain('secrets');
  });

  test('is asked for pull Secrets only with --pull-secrets, and never shows their passwords', async () => {
    const password = 'katze';
    const auths = { 'registry.example': { username: 'anna', password } };
    const secret = {
      metadata: { name: 'pull', namespace: 'shop' },
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': btoa(JSON.stringify({ auths })) },
    };
    const spec = {
      containers: [{ name: 'app', image: 'registry.example/app:1' }],
      imagePullSecrets: [{ name: 'pull' }],
    };
    const server = await apiServer(
      lists({
        '/api/v1/secrets': list([secret]),
        '/api/v1/pods': list([{ metadata: { name: 'web', namespace: 'shop', uid: '1' }, spec }]),
      }),
    );
    const args = ['inspect', '--images', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { stdout } = await kubesem([...args, '--pull-secrets', '-o', 'csv']);
    expect(stdout).toContain('registry.example/app:1,IfNotPresent,Secret shop/pull\r\n');
    const types = server.requests.filter((one) => one.includes('/secrets?'));
    expect(types.map((one) => one.split('dockerc')[1])).toEqual(['onfigjson', 'fg']);
    const all = await json([...args, '--pull-secrets', '--explain']);
    expect(JSON.stringify(all)).not.toContain(password);
    expect((await kubesem(['inspect', '--pull-secrets', 'x'])).status).toBe(2);
  });

  test('shows the range of autoscaled workloads, and misconfigured budgets', async () => {
    const metadata = { name: 'web', namespace: 'shop', uid: '1' };
    const selector = { matchLabels: { app: 'web' } };
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'app' }] },
    };
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const server = await apiServer(
      lists({
        '/apis/apps/v1/deployments': list([
          { metadata, spec: { replicas: 2, selector, template } },
        ]),
        '/apis/autoscaling/v2/horizontalpodautoscalers': list([
          { metadata, spec: { minReplicas: 2, maxReplicas: 7, scaleTargetRef } },
        ]),
        '/apis/policy/v1/poddisruptionbudgets': list([
          { metadata, spec: { minAvailable: '100%', selector } },
        ]),
      }),
    );
    const args = ['inspect', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { output } = await json(args);
    expect(output.objects[0]).toMatchObject({ pods: { autoscaled: { min: 2, max: 7 } } });
    expect(output.problems).toMatchObject([{ code: 'BUDGET_NEVER_ALLOWS' }]);
  });

  test('is read together with files', async () => {
    const server = await apiServer(lists({ '/api/v1/nodes': list([alpha]) }));
    const file = fileOf(JSON.stringify(node('beta', {})));
    const args = ['nodes', '-o', 'name', '-f', file, '--kubeconfig', server.kubeconfig];
    const { stdout } = await kubesem([...args, '--context', 'other']);
    expect(stdout).toBe('node/beta\nnode/alpha\n');
  });

  test('names the object of a problem instead of a place', async () => {
    const bad = untyped(pod('bad', 'alpha', { requests: { cpu: 'x' } }));
    const server = await apiServer(
      lists({ '/api/v1/nodes': list([alpha]), '/api/v1/pods': list([bad]) }),
    );
    const { status, stderr } = await kubesem([
      'nodes',
      '--context',
      'test',
      '--kubeconfig',
      server.kubeconfig,
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^test: Pod shop\/bad: error: spec\.containers\[0\]/);
  });
});

describe('a server that refuses', () => {
  const FORBIDDEN = refusal(403, 'pods is forbidden: User "jane" cannot list resource "pods"');

  test('a kind on which the answer depends: an error, and no answer', async () => {
    const server = await apiServer(
      lists({ '/api/v1/nodes': list([alpha]), '/api/v1/pods': FORBIDDEN }),
    );
    const args = ['nodes', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: context test: cannot list pods: .*403.*User "jane"/);
  });

  test('one kind of a list: an error, and the others are listed', async () => {
    const configMap = { metadata: { name: 'a', namespace: 'shop' } };
    const server = await apiServer(
      lists({ '/api/v1/configmaps': list([configMap]), '/api/v1/secrets': FORBIDDEN }),
    );
    const { status, output, stderr } = await json([
      ...['config', 'hash', '--context', 'test', '--kubeconfig', server.kubeconfig],
    ]);
    expect(status).toBe(1);
    expect(output.unlisted).toMatchObject([{ apiVersion: 'v1', kind: 'Secret', status: 403 }]);
    expect(output.objects).toHaveLength(1);
    expect(stderr).toMatch(/^error: context test: cannot list secrets: .*403.*User "jane"/);
  });

  test.each<[string, Reply]>([
    ['every kind', FORBIDDEN],
    ['the credentials', refusal(401, 'Unauthorized')],
    ['with an error of its own', [500, 'oops']],
    ['with something else', [200, '<html>']],
    ['with a list of something else', [200, { items: {} }]],
    ['to end a list', list([], 'again')],
  ])('%s: an error', async (_, reply) => {
    const server = await apiServer(() => reply);
    const { status, stderr } = await kubesem([
      'nodes',
      '--context',
      'test',
      '--kubeconfig',
      server.kubeconfig,
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: context test: cannot list nodes: /);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  test.each<[string, readonly Reply[]]>([
    ['429', [[429, 'too many', { 'Retry-After': '0' }]]],
    ['503', [[503, 'starting', { 'Retry-After': '0' }]]],
    ['several times', Array(9).fill([429, '', { 'Retry-After': '-1' }])],
    ['by closing the connection', [[0, '']]],
  ])('for now with %s is asked again', async (_, refusals) => {
    const replies = [...refusals];
    const server = await apiServer(
      (path) => replies.shift() ?? (path === '/api/v1/nodes' ? list([alpha]) : EMPTY),
    );
    const args = ['nodes', '-o', 'name', '--context', 'test', '--kubeconfig', server.kubeconfig];
    expect(await kubesem(args)).toEqual({ status: 0, stdout: 'node/alpha\n', stderr: '' });
    expect(server.requests).toHaveLength(refusals.length + 2);
  });

  test('and asks to wait is asked again after that time', async () => {
    let last = 0;
    const pauses: number[] = [];
    const server = await apiServer(() => {
      const now = performance.now();
      pauses.push(now - last);
      last = now;
      return pauses.length === 1 ? [429, '', { 'Retry-After': '1' }] : list([alpha]);
    });
    const args = ['nodes', '-o', 'name', '--context', 'test', '--kubeconfig', server.kubeconfig];
    expect((await kubesem(args)).status).toBe(0);
    expect(pauses[1]).toBeGreaterThan(900);
  });

  test.each<[string, number, Reply, RegExp]>([
    ['11 times', 11, [429, 'busy', { 'Retry-After': '0' }], /the server answered 429$/],
    ['without a time', 1, [503, 'down'], /the server answered 503$/],
    ['with a date', 1, [503, '', { 'Retry-After': new Date().toUTCString() }], /answered 503$/],
    ['for an hour', 1, [429, '', { 'Retry-After': '3600' }], /asks to wait 3600 seconds/],
    ['another status with a time', 1, [400, '', { 'Retry-After': '0' }], /answered 400$/],
  ])('%s: an error', async (_, requests, reply, message) => {
    const server = await apiServer(() => reply);
    const args = ['nodes', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { status, stderr } = await kubesem(args);
    expect(status).toBe(1);
    expect(stderr.trimEnd()).toMatch(message);
    expect(server.requests).toHaveLength(requests);
  });

  test('and repeats the token, which nobody sees', async () => {
    const server = await apiServer(() => refusal(401, `no user has the token ${TOKEN}\u001b[2J`));
    const { stderr } = await kubesem([
      'nodes',
      '--context',
      'test',
      '--kubeconfig',
      server.kubeconfig,
    ]);
    expect(stderr).toContain('no user has the token (hidden)');
    expect(stderr).not.toMatch(/\u001b|1234/);
  });

  test('and one that does not run: an error', async () => {
    const file = kubeconfig('http://127.0.0.1:2');
    const { status, stderr } = await kubesem(['nodes', '--context', 'test', '--kubeconfig', file]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: context test: cannot list nodes: .*ECONNREFUSED/);
  });
});
