import { describe, expect, test } from 'vitest';
import { apiServer, list, refusal } from '../../support/api-server.js';
import { cells, codesOf, fileOf, filesOf, json, kubesem, problemsIn } from '../../support/run.js';
import { deployment, QUOTA, RANGE, STATUS } from './objects.js';

describe('kubesem quota', () => {
  test('shows how full a quota is by its status', async () => {
    const { stdout, stderr, status } = await kubesem(['quota'], { stdin: QUOTA + STATUS });
    expect(stdout).toBe(`NAMESPACE  QUOTA  RESOURCE       USED  HARD   LEFT  USE
shop       team   pods              5    10      5  50%
shop       team   requests.cpu  2500m     4  1500m  62%
`);
    expect([status, stderr]).toEqual([0, '']);
  });

  test('draws bars on a terminal, and shows places in wide tables', async () => {
    const file = filesOf({ 'q.yaml': QUOTA + STATUS })('q.yaml');
    const { stdout } = await kubesem(['quota', file, '-o', 'wide'], { isTerminal: true });
    expect(cells(stdout)[1]).toEqual([
      ...['shop', 'team', 'pods', '5', '10', '5', '50%', '█████░░░░░', 'status', `${file}:1`],
    ]);
  });

  test('starts the output of inspect if there are only quotas', async () => {
    const { stdout } = await kubesem(['inspect'], { stdin: QUOTA });
    expect(stdout).toMatch(/^NAMESPACE +QUOTA /);
  });

  test('shows only the tightest quota of each resource with --tightest', async () => {
    const quota = (name: string, spec: string, used: string) => `apiVersion: v1
kind: ResourceQuota
metadata: { name: ${name}, namespace: shop }
spec: ${spec}
status: { hard: { pods: "10", requests.cpu: "4" }, used: { pods: "${used}", requests.cpu: "1" } }
`;
    const scoped = '{ scopes: [NotTerminating] }';
    const input = [quota('a', '{}', '5'), quota('b', '{}', '7'), quota('c', scoped, '1')];
    const args = ['quota', '--tightest'];
    const { stdout } = await kubesem(args, { stdin: input.join('---\n') });
    expect(cells(stdout).slice(1)).toEqual([
      ['shop', 'a', 'requests.cpu', '1', '4', '3', '25%'],
      ['shop', 'b', 'pods', '7', '10', '3', '70%'],
      // covers other objects
      ['shop', 'c', 'pods', '1', '10', '9', '10%'],
      ['shop', 'c', 'requests.cpu', '1', '4', '3', '25%'],
    ]);
    const { output } = await json(args, { stdin: input.join('---\n') });
    expect(output.quotas[0].uses.pods.isTightest).toBe(false);
    expect(output.quotas[1].uses.pods.isTightest).toBe(true);
  });

  test('finds the tightest quota after the new objects', async () => {
    const path = filesOf({
      'ns.yaml': `${QUOTA}${STATUS}---\n${QUOTA.replace('team', 'rest')}${STATUS.replace('"5"', '"4"')}`,
      'web.yaml': deployment(1, '{ requests: { cpu: 1 } }'),
    });
    const { stdout } = await kubesem([
      ...['quota', '--tightest', path('ns.yaml'), '--admit', path('web.yaml')],
    ]);
    expect(cells(stdout)[1]).toEqual(['shop', 'team', 'pods', '5', '+1', '10', '4', '60%']);
  });

  test('reports a quota whose scopes cannot be read', async () => {
    const bad = QUOTA.replace('spec: {', 'spec: { scopes: 5,');
    const { stderr, status } = await kubesem(['quota'], { stdin: bad });
    expect(problemsIn(stderr)[0]).toBe('<stdin>:4:17 error');
    expect(status).toBe(1);
  });

  test('counts the objects of the input for a quota without a status, and says so', async () => {
    const input = [QUOTA, deployment(3, '{ requests: { cpu: 500m } }')].join('---\n');
    const { stdout, stderr, status } = await kubesem(['quota'], { stdin: input });
    expect(cells(stdout).slice(1)).toEqual([
      ['shop', 'team', 'pods', '3', '10', '7', '30%'],
      ['shop', 'team', 'requests.cpu', '1500m', '4', '2500m', '37%'],
    ]);
    expect([status, stderr]).toEqual([
      0,
      '1 quota without a status: usage counted from the objects of the input\n',
    ]);
  });

  test('shows what quotas do with the replicas of a Deployment', async () => {
    const path = filesOf({ 'ns.yaml': QUOTA + STATUS + RANGE, 'web.yaml': deployment(5) });
    const args = ['quota', path('ns.yaml'), '--admit', path('web.yaml')];
    const { stdout, stderr, status } = await kubesem(args);
    expect(stdout).toBe(`NAMESPACE  QUOTA  RESOURCE       USED     NEW  HARD  LEFT  USE
shop       team   pods              5      +3    10     2  80%
shop       team   requests.cpu  2500m  +1200m     4  300m  92%

Deployment shop/web: 3 of 5 Pods admitted
  exceeded quota: team, requested: requests.cpu=400m, used: requests.cpu=3700m, limited: requests.cpu=4
`);
    // The table has the message already.
    expect([status, stderr]).toEqual([1, '']);
    const { output } = await json(args);
    expect(codesOf(output.problems)).toEqual(['QUOTA_EXCEEDED']);
    expect(output.quotaVerdicts).toMatchObject([{ count: 5, admitted: 3, fitting: 3 }]);
  });

  test('replaces the Pods of a Deployment that PATH holds, and says what that assumes', async () => {
    const path = filesOf({
      'ns.yaml': `${QUOTA + STATUS}---\n${deployment(2, '{ requests: { cpu: 1 } }')}`,
      'web.yaml': deployment(2, '{ requests: { cpu: 1500m } }'),
      'less.yaml': deployment(1, '{ requests: { cpu: 1 } }'),
    });
    const args = ['quota', path('ns.yaml'), '--admit'];
    const { stdout, stderr, status } = await kubesem([...args, path('web.yaml')]);
    expect(stdout).toBe(`NAMESPACE  QUOTA  RESOURCE       USED    NEW  HARD  LEFT  USE
shop       team   pods              5      -    10     5  50%
shop       team   requests.cpu  2500m  +500m     4     1  75%

Deployment shop/web: 1 of 2 Pods replaced
  exceeded quota: team, requested: requests.cpu=1500m, used: requests.cpu=3, limited: requests.cpu=4
`);
    expect(stderr).toContain('New Pods are assumed to become ready');
    expect(status).toBe(1);
    const less = await kubesem([...args, path('less.yaml')]);
    expect(cells(less.stdout)[1]).toEqual(['shop', 'team', 'pods', '5', '-1', '10', '6', '40%']);
    expect([less.status, less.stderr]).toEqual([0, 'No quota limits the new objects.\n']);
  });

  test('charges no update that the API server rejects', async () => {
    const pod = (name: string, cpu: string) => `apiVersion: v1
kind: Pod
metadata: { ${name}, namespace: shop }
spec: { containers: [ { name: c, image: "i:1", resources: { requests: { cpu: ${cpu} } } } ] }
`;
    const path = filesOf({
      'ns.yaml': `${QUOTA + STATUS}---\n${pod('name: a, uid: u', '1')}`,
      'pod.yaml': pod('name: a', '2'),
    });
    const { stdout, stderr, status } = await kubesem([
      ...['quota', path('ns.yaml'), '--admit', path('pod.yaml')],
    ]);
    expect(stdout).toContain('Pod shop/a: rejected\n  spec: pod updates may not change');
    expect(stdout).not.toContain('+');
    expect(problemsIn(stderr)).toEqual(['pod.yaml:4:7 error']);
    expect(status).toBe(1);
  });

  test('exits with status 0 if everything is admitted, and shows the room', async () => {
    const path = filesOf({ 'ns.yaml': QUOTA + STATUS + RANGE, 'web.yaml': deployment(2) });
    const args = ['quota', path('ns.yaml'), '--admit', path('web.yaml')];
    const { stdout, status } = await kubesem(args);
    expect(stdout).toContain('Deployment shop/web: 2 Pods admitted (room for 3)\n');
    expect(status).toBe(0);
  });

  test('reports the containers that must set a resource', async () => {
    const path = filesOf({ 'ns.yaml': QUOTA + STATUS, 'web.yaml': deployment(2) });
    const { stdout, status } = await kubesem([
      ...['quota', path('ns.yaml'), '--admit', path('web.yaml')],
    ]);
    expect(stdout).toContain('failed quota: team: must specify requests.cpu for: app');
    expect(status).toBe(1);
  });

  test('reports what LimitRanges reject, with its place', async () => {
    const web = deployment(1, '{ limits: { memory: 2Gi } }');
    const path = filesOf({ 'ns.yaml': QUOTA + STATUS + RANGE, 'web.yaml': web });
    const { stderr, status } = await kubesem([
      ...['quota', path('ns.yaml'), '--admit', path('web.yaml')],
    ]);
    expect(problemsIn(stderr)).toEqual(['web.yaml:8:78 error']);
    expect(stderr).toContain('maximum memory usage per Container is 1Gi, but limit is 2Gi');
    expect(status).toBe(1);
  });

  test('says if no quota limits the new objects, or if there are no quotas', async () => {
    const secret = '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","namespace":"b"}}';
    const path = filesOf({ 'ns.yaml': QUOTA + STATUS, 'a.json': secret });
    const limited = await kubesem(['quota', path('ns.yaml'), '--admit', path('a.json')]);
    expect([limited.status, limited.stderr]).toEqual([0, 'No quota limits the new objects.\n']);
    const none = await kubesem(['quota', path('a.json')]);
    expect([none.status, problemsIn(none.stderr)]).toEqual([1, ['error']]);
    expect(none.stderr).toContain('no ResourceQuotas or LimitRanges found');
  });

  test('admits nothing that a LimitRange rejects, and shows it with its place', async () => {
    const path = filesOf({
      'ns.yaml': `apiVersion: v1
kind: LimitRange
metadata: { name: cap, namespace: default }
spec: { limits: [ { type: Container, max: { cpu: "1" } } ] }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: q, namespace: default }
spec: { hard: { requests.cpu: "3" } }
`,
      'pods.yaml': `apiVersion: v1
kind: Pod
metadata: { name: too-big, namespace: default }
spec: { containers: [ { name: c, image: "i:1", resources: { requests: { cpu: "3" }, limits: { cpu: "3" } } } ] }
---
apiVersion: v1
kind: Pod
metadata: { name: fine, namespace: default }
spec: { containers: [ { name: c, image: "i:1", resources: { requests: { cpu: "1" }, limits: { cpu: "1" } } } ] }
`,
    });
    const args = ['quota', path('ns.yaml'), '--admit', path('pods.yaml')];
    const { stdout, stderr, status } = await kubesem(args);
    expect(stdout).toContain('Pod default/too-big: rejected\n');
    expect(stdout).toContain('Pod default/fine: admitted (room for 3)\n');
    expect(cells(stdout)[1]).toEqual(['default', 'q', 'requests.cpu', '0', '+1', '3', '2', '33%']);
    expect(problemsIn(stderr)).toEqual(['pods.yaml:4:100 error']);
    expect(status).toBe(1);
  });

  test('shows LimitRanges if there are no quotas', async () => {
    const range = `apiVersion: v1
kind: LimitRange
metadata: { name: limits, namespace: p }
spec:
  limits:
  - type: Pod
    maxLimitRequestRatio: { cpu: "2", memory: "5" }
  - type: Container
    max: { cpu: 400m }
    defaultRequest: { cpu: 110m, memory: 100Mi }
`;
    const { stdout, stderr, status } = await kubesem(['quota'], { stdin: range });
    expect(
      stdout,
    ).toBe(`NAMESPACE  LIMITRANGE  TYPE       RESOURCE  MIN   MAX  DEFAULT REQUEST  DEFAULT LIMIT  MAX RATIO
p          limits      Pod        cpu         -     -                -              -          2
p          limits      Pod        memory      -     -                -              -          5
p          limits      Container  cpu         -  400m             110m           400m          -
p          limits      Container  memory      -     -            100Mi              -          -
`);
    expect([status, stderr]).toEqual([0, '']);
    const names = await kubesem(['quota', '-o', 'name'], { stdin: range });
    expect(names.stdout).toBe('limitrange/limits\n');
  });

  test('counts Pods that have ended or should be gone only under count/pods', async () => {
    const pod = (name: string, metadata: string, phase: string) => `---
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, uid: ${name}${metadata} }
spec: { containers: [ { name: c, image: "i:1", resources: { requests: { cpu: 100m } } } ] }
status: { phase: ${phase} }
`;
    const deleted = ', deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 30';
    const stdin = [
      QUOTA.replace('pods: "10"', 'pods: "10", count/pods: "8"'),
      ...[pod('done', '', 'Succeeded'), pod('x', '', 'Running'), pod('stuck', deleted, 'Running')],
    ].join('');
    const used = async (...more: string[]) =>
      cells((await kubesem(['quota', ...more], { stdin })).stdout)
        .slice(1)
        .map(([, , name, amount]) => `${name} ${amount}`);
    const gone = ['count/pods 3', 'pods 1', 'requests.cpu 100m'];
    expect(await used('--now', '2026-01-01T00:00:31Z')).toEqual(gone);
    expect(await used()).toEqual(gone);
    const before = ['count/pods 3', 'pods 2', 'requests.cpu 200m'];
    expect(await used('--now', '2026-01-01T00:00:30Z')).toEqual(before);
  });

  test('counts no object that PATH holds already', async () => {
    const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"shop"}}';
    const full = `${QUOTA.replace('pods: "10"', 'configmaps: "1"')}status:
  hard: { configmaps: "1" }
  used: { configmaps: "1" }
`;
    const path = filesOf({
      'ns.yaml': `${full}---\n${map}`,
      'a.json': map,
      'b.json': map.replace('"a"', '"b"'),
    });
    const known = await kubesem(['quota', path('ns.yaml'), '--admit', path('a.json')]);
    expect([known.status, known.stderr]).toEqual([0, 'No quota limits the new objects.\n']);
    const added = await kubesem(['quota', path('ns.yaml'), '--admit', path('b.json')]);
    expect(added.status).toBe(1);
  });

  test('counts no object that the cluster holds already, and asks for no other', async () => {
    const secret = (name: string) =>
      `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"${name}","namespace":"shop"}}`;
    const service =
      '{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"shop"},"spec":{"clusterIP":"None"}}';
    const path = filesOf({ 'new.json': [secret('known'), secret('other'), service].join('\n') });
    const quota = {
      metadata: { name: 'q', namespace: 'shop', uid: 'q' },
      status: { hard: { secrets: '5' }, used: { secrets: '1' } },
    };
    const stored = { metadata: { name: 'known', namespace: 'shop', uid: 'u' } };
    const server = await apiServer((url, query) => {
      const isKnown = query.get('fieldSelector') === 'metadata.name=known';
      return list([
        ...(url === '/api/v1/resourcequotas' ? [quota] : []),
        ...(url === '/api/v1/secrets' && isKnown ? [stored] : []),
      ]);
    });
    const args = ['quota', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { output, stderr } = await json([...args, '--admit', path('new.json')]);
    expect(stderr).toBe('');
    expect(output.quotas[0].uses.secrets).toMatchObject({ used: '1', added: '1' });
    expect(output.quotaVerdicts.map(({ name }: { name: string }) => name)).toEqual(['other']);
    expect(server.requests.filter((each) => /secrets|services/.test(each))).toEqual([
      'GET /api/v1/secrets?limit=500&fieldSelector=metadata.name%3Dknown',
      'GET /api/v1/secrets?limit=500&fieldSelector=metadata.name%3Dother',
    ]);
  });

  test('asks for many objects of a kind at once, and only for their names', async () => {
    const map = (name: string) => ({ kind: 'ConfigMap', metadata: { name, namespace: 'shop' } });
    const created = [1, 2, 3, 4, 5, 6, 7].map((index) => ({
      apiVersion: 'v1',
      ...map(`m${index}`),
    }));
    const status = { hard: { configmaps: '9' }, used: { configmaps: '2' } };
    const server = await apiServer((url) =>
      list([
        ...(url === '/api/v1/resourcequotas'
          ? [{ metadata: { name: 'q', namespace: 'shop', uid: 'q' }, status }]
          : []),
        ...(url === '/api/v1/configmaps' ? [map('m1'), map('unasked')] : []),
      ]),
    );
    const args = ['quota', '--context', 'test', '--kubeconfig', server.kubeconfig, '--admit'];
    const { output } = await json([
      ...args,
      fileOf(created.map((each) => JSON.stringify(each)).join('\n')),
    ]);
    expect(output.quotas[0].uses.configmaps).toMatchObject({ used: '2', added: '6' });
    expect(server.requests.filter((each) => each.includes('configmaps'))).toEqual([
      'GET /api/v1/configmaps?limit=500',
    ]);
    expect(server.headers().accept).toMatch(/as=PartialObjectMetadataList.*,application\/json$/);
  });

  test('counts no claim of a new StatefulSet that the cluster holds already', async () => {
    const set = `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: shop }
spec:
  replicas: 2
  template: { spec: { containers: [{ name: app, image: 'a:1' }] } }
  volumeClaimTemplates: [{ metadata: { name: data }, spec: { resources: { requests: { storage: 1Gi } } } }]
`;
    const status = (hard: object, used: object) => ({
      ...{ metadata: { name: 'q', namespace: 'shop', uid: 'q' }, status: { hard, used } },
    });
    const claim = { metadata: { name: 'data-db-0', namespace: 'shop', uid: 'c' } };
    const run = async (quota: object) => {
      const server = await apiServer((url) =>
        list([
          ...(url === '/api/v1/resourcequotas' ? [quota] : []),
          ...(url === '/api/v1/persistentvolumeclaims' ? [claim] : []),
        ]),
      );
      const args = ['quota', '--context', 'test', '--kubeconfig', server.kubeconfig];
      const { output } = await json([...args, '--admit', fileOf(set)]);
      return [output, server.requests.filter((each) => each.includes('claims'))] as const;
    };
    const hard = { persistentvolumeclaims: '5' };
    const [output, requests] = await run(status(hard, { persistentvolumeclaims: '1' }));
    expect(output.quotas[0].uses.persistentvolumeclaims).toMatchObject({ used: '1', added: '1' });
    expect(requests).toEqual(['GET /api/v1/persistentvolumeclaims?limit=500']);
    expect((await run(status({ pods: '5' }, { pods: '1' })))[1]).toEqual([]);
  });

  test('gives no verdict on an object of which the cluster does not say whether it exists', async () => {
    const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"shop"}}';
    const status = { hard: { configmaps: '5' }, used: { configmaps: '1' } };
    const quota = { metadata: { name: 'q', namespace: 'shop', uid: 'q' }, status };
    const server = await apiServer((url) =>
      url === '/api/v1/configmaps'
        ? refusal(403, 'no')
        : list(url === '/api/v1/resourcequotas' ? [quota] : []),
    );
    const args = ['quota', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { stdout, stderr, ...rest } = await kubesem([...args, '--admit', fileOf(map)]);
    expect(stdout).toBe('');
    expect(stderr).toContain('cannot list configmaps');
    expect(rest.status).toBe(1);
  });

  test('shows hostile names harmlessly', async () => {
    const hostile = JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'a\u001b[31m' } },
      status: { hard: { 'b\u202e': '1' }, used: {} },
    });
    const { stdout } = await kubesem(['quota'], { stdin: hostile });
    expect(stdout).toContain('a\\u001b[31m');
    expect(stdout).toContain('b\\u202e');
  });

  test('reads standard input once', async () => {
    const { status } = await kubesem(['quota', '-', '--admit', '-']);
    expect(status).toBe(2);
  });
});
