import { describe, expect, test } from 'vitest';
import { cells, codesOf, filesOf, json, kubesem, problemsIn } from '../../support/run.js';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: team, namespace: shop }
spec: { hard: { requests.cpu: "4", pods: "10" } }
`;
const STATUS = `status:
  hard: { requests.cpu: "4", pods: "10" }
  used: { requests.cpu: 2500m, pods: "5" }
`;
const RANGE = `---
apiVersion: v1
kind: LimitRange
metadata: { name: small, namespace: shop }
spec: { limits: [{ type: Container, defaultRequest: { cpu: 400m }, max: { memory: 1Gi }, default: { memory: 1Gi } }] }
`;
const deployment = (replicas: number, resources = '{}') => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: ${replicas}
  template:
    spec:
      containers: [{ name: app, image: 'a:1', resources: ${resources} }]
`;

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
    expect(codesOf(output.problems)).toEqual(['EXCEEDED']);
    expect(output.quotaVerdicts).toMatchObject([{ count: 5, admitted: 3, fitting: 3 }]);
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
    expect(none.stderr).toContain('no ResourceQuotas found');
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

describe('kubesem inspect', () => {
  test('shows the quotas of the input, and explains what LimitRanges fill in', async () => {
    const input = [QUOTA + RANGE, deployment(2)].join('---\n');
    const { stdout, stderr, status } = await kubesem(['inspect', '--explain'], { stdin: input });
    expect(
      stdout,
    ).toContain(`shop       Deployment  web      2  Burstable     400m        -      1Gi      1Gi

NAMESPACE  QUOTA  RESOURCE      USED    NEW  HARD   LEFT  USE
shop       team   pods             0     +2    10      8  20%
shop       team   requests.cpu     0  +800m     4  3200m  20%
`);
    expect(stdout).toContain(
      'LimitRange small sets for app: memory request 1Gi, cpu request 400m, memory limit 1Gi',
    );
    expect(stderr).toContain('LimitRanges of the input applied to 1 object\n');
    expect(stderr).toContain(
      '1 quota without a status: usage counted from the manifests of the input\n',
    );
    expect(status).toBe(0);
  });

  test('exits with status 1 if a quota rejects Pods, and names it', async () => {
    const input = [QUOTA + STATUS + RANGE, deployment(5)].join('---\n');
    const { stderr, status } = await kubesem(['inspect'], { stdin: input });
    expect(stderr).toContain('error: spec.template: exceeded quota: team, requested:');
    expect(status).toBe(1);
  });

  test('shows no quotas with images or names', async () => {
    for (const flag of ['--images', '--dns']) {
      const { stdout } = await kubesem(['inspect', flag], { stdin: QUOTA + STATUS });
      expect(stdout).not.toContain('QUOTA');
    }
  });
});
