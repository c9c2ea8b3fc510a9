import { classifyRequest, requestClassifier } from '@kubesem/apf';
import { expect, test } from 'vitest';

const anything = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] },
];
const account = (namespace: string, name: string) => ({
  kind: 'ServiceAccount',
  serviceAccount: { namespace, name },
});

/** Schemas in the order of their names; each has its subjects in rules of their own. */
const flowSchemas = Object.entries({
  a: [
    { kind: 'User', user: { name: 'anna' } },
    { kind: 'Robot', user: { name: 'rob' } },
  ],
  b: [account('ci', 'runner'), account('ci', 'deployer')],
  c: [
    { kind: 'Group', group: { name: 'devs' } },
    { kind: 'User', user: { name: 'devs' } },
  ],
  d: [account('ci', '*')],
  e: [account('x:y', 'z'), account('', 'w')],
  f: [{ kind: 'Group', group: { name: 'system:serviceaccounts:ci' } }, { kind: 'User' }],
  g: [],
  'catch-all': [{ kind: 'Group', group: { name: '__proto__' } }],
  i: [{ kind: 'Group', group: { name: '*' } }],
  j: [{ kind: 'User', user: { name: '*' } }],
}).map(([name, subjects], index) => ({
  metadata: { name },
  spec: {
    matchingPrecedence: 10 * (index + 1),
    priorityLevelConfiguration: { name: `level of ${name}` },
    rules: subjects.map((subject) => ({ subjects: [subject], resourceRules: anything })),
  },
}));

const users: readonly (readonly [name: string, groups: readonly string[], schema: string])[] = [
  ['anna', ['devs'], 'a'],
  ['rob', [], 'catch-all'],
  ['system:serviceaccount:ci:runner', ['devs'], 'b'],
  ['system:serviceaccount:ci:other', ['system:serviceaccounts:ci'], 'd'],
  ['system:serviceaccount:x:y:z', [], 'e'],
  ['system:serviceaccount::w', [], 'e'],
  ['system:serviceaccount:ci', [], 'catch-all'],
  ['devs', [], 'c'],
  ['max', ['others', 'devs'], 'c'],
  ['max', ['system:serviceaccounts:ci'], 'f'],
  ['', [], 'catch-all'],
  ['max', ['__proto__'], 'catch-all'],
];
const requestOf = (name: string, groups: readonly string[]) => ({
  requestInfo: { isResourceRequest: true, path: '', verb: 'list', resource: 'pods' },
  user: { name, groups },
});

test.each(users)('%s of %j hits the schema %s', (name, groups, schema) => {
  const request = requestOf(name, groups);
  // Without those for everybody.
  const some = flowSchemas.slice(0, -2);
  const found = requestClassifier([...some].reverse())(request);
  expect(found?.flowSchema.metadata?.name).toBe(schema);
  expect(found).toEqual(classifyRequest(request, some));
});

test('subjects for all are looked at for everybody', () => {
  const [everyGroup, everybody] = flowSchemas.slice(-2);
  const request = requestOf('nobody', []);
  for (const [schemas, name] of [
    [[everyGroup, everybody], 'i'],
    [[everybody], 'j'],
  ] as const) {
    const given = schemas.flatMap((schema) => (schema ? [schema] : []));
    const found = requestClassifier(given)(request);
    expect(found?.flowSchema.metadata?.name).toBe(name);
    expect(found).toEqual(classifyRequest(request, given));
  }
});

test('without schemas there is no answer', () => {
  expect(requestClassifier([])(requestOf('anna', []))).toBeUndefined();
});
