import { describe, expect, test } from 'vitest';
import { LEVEL, SCHEMA } from '../../support/apf.js';
import { cells, fileOf, json, kubesem, problemsIn } from '../../support/run.js';

/** A flow schema with rules for other requests, and one without rules. */
const OTHERS = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: others }
spec:
  priorityLevelConfiguration: { name: builds }
  matchingPrecedence: 800
  rules:
    - subjects: [{ kind: Group, group: { name: ops } }, { kind: Group, group: { name: devs } }]
      resourceRules:
        - { verbs: [get], apiGroups: [''], resources: [pods], clusterScope: true }
        - { verbs: [list], apiGroups: [''], resources: [nodes], clusterScope: true }
        - { verbs: [list], apiGroups: [apps], resources: [pods], clusterScope: true }
        - { verbs: [list], apiGroups: [''], resources: [pods], namespaces: [prod] }
      nonResourceRules:
        - { verbs: [get], nonResourceURLs: [/healthz] }
        - { verbs: [create], nonResourceURLs: [/version] }
`;
const NO_RULES = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: no-rules }
spec: { priorityLevelConfiguration: { name: builds }, matchingPrecedence: 900 }
`;

/** The arguments that explain a request of anna with these objects alone. */
const explain = (documents: readonly string[], ...request: string[]) => [
  ...['apf', 'explain', '--files-only', '-f', fileOf(...documents)],
  ...['--user', 'anna', '--group', 'devs', ...request],
];

/** The rows of the table. */
async function rowsOf(args: readonly string[]): Promise<string[][]> {
  const { stdout } = await kubesem(args);
  return cells(stdout.slice(stdout.indexOf('ORDER'))).slice(1, -2);
}

describe('kubesem apf explain', () => {
  const documents = [LEVEL, SCHEMA, OTHERS, NO_RULES];

  test('says for every flow schema in order why it matches or not', async () => {
    const { status, stdout } = await kubesem(explain(documents, 'get', '/version'));
    expect(status).toBe(0);
    expect(stdout).toBe(`GET /version
  request  get /version
  user     anna
  groups   devs, system:authenticated

ORDER  FLOW SCHEMA  MATCHES      WHY
    1  exempt       no           rules[0]: no subject matches
  700  to-builds    yes          rules[0]: no nonResourceRules
                                 rules[1]: subjects[0] and nonResourceRules[0] match
  800  others       no           rules[0]: nonResourceRules[0]: other nonResourceURLs, nonResourceRules[1]: other verbs
  900  no-rules     no           no rules
10000  catch-all    not reached  rules[0]: subjects[1] and nonResourceRules[0] match

First match: to-builds, with priority level builds
`);
  });

  test('names every part of a rule that does not match', async () => {
    const rows = await rowsOf(explain(documents, 'GET', '/api/v1/pods'));
    expect(rows.find(([, name]) => name === 'others')?.at(-1)).toBe(
      'rules[0]: resourceRules[0]: other verbs, resourceRules[1]: other resources, resourceRules[2]: other apiGroups, resourceRules[3]: no clusterScope',
    );
    const inDev = await rowsOf(explain(documents, 'GET', '/api/v1/namespaces/dev/pods'));
    expect(inDev.find(([, name]) => name === 'to-builds')?.at(-1)).toBe(
      'rules[0]: resourceRules[0]: other namespaces',
    );
  });

  test('-o json has the flow schemas', async () => {
    const { output } = await json(explain([LEVEL, SCHEMA], 'FOO', '/api/v1/nodes'));
    expect(output).toMatchObject({
      method: 'FOO',
      url: '/api/v1/nodes',
      user: { name: 'anna', groups: ['devs', 'system:authenticated'] },
      isSubject: true,
      flowSchema: 'catch-all',
      isFallback: false,
      flowSchemas: [
        { flowSchema: 'exempt' },
        { flowSchema: 'to-builds' },
        { flowSchema: 'catch-all' },
      ],
    });
  });

  test('a flow schema without a priority level is listed at its precedence', async () => {
    const lost = SCHEMA.replace('to-builds', 'lost').replace('builds', 'gone');
    const orderOf = async (precedence: string) => {
      const others = [LEVEL, SCHEMA, lost.replace('700', precedence)];
      const args = explain(others, 'GET', '/version');
      expect((await json(args)).output.dangling).toEqual(['lost']);
      const rows = await rowsOf(args);
      return rows.filter((row) => row.length === 4).map(([order, name]) => `${order} ${name}`);
    };
    const [first, last] = ['1 exempt', '10000 catch-all'];
    expect(await orderOf('50')).toEqual([first, '50 lost', '700 to-builds', last]);
    expect(await orderOf('900')).toEqual([first, '700 to-builds', '900 lost', last]);
  });

  test('no flow schema handles long-running requests; watches are handled until initialized', async () => {
    const log = '/api/v1/namespaces/a/pods/b/log?follow=1';
    const args = ['apf', 'explain', '--user', 'anna', 'GET'];
    const { status, output } = await json([...args, log]);
    expect(status).toBe(0);
    expect(output).toMatchObject({ isSubject: false, flowSchema: 'global-default' });
    expect((await kubesem([...args, log])).stdout).not.toContain('ORDER');
    const watch = await json([...args, '/api/v1/pods?watch=1']);
    expect(watch.output).toMatchObject({ isSubject: true });
  });

  test('an invalid request is an error', async () => {
    const args = ['apf', 'explain', '--user', 'a', 'GET', 'pods'];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toEqual(['error']);
  });
});
