import {
  classifyRequest,
  explainClassification,
  flowDistinguisher,
  matchesFlowSchema,
  requestClassifier,
} from '@kubesem/apf';
import type { FlowSchema } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const user = (name: string) => ({ kind: 'User', user: { name } });
const rule = { verbs: ['list'], apiGroups: [''], resources: ['pods'], namespaces: ['prod'] };
const requestInfo = {
  isResourceRequest: true,
  path: '',
  verb: 'list',
  resource: 'pods',
  namespace: 'prod',
};
const request = { requestInfo, user: { name: 'jane' } };
const pathRequest = {
  requestInfo: { isResourceRequest: false, path: '/x', verb: 'get' },
  user: { name: 'jane' },
};

const flowSchemas: readonly FlowSchema[] = [
  {
    metadata: { name: 'later' },
    spec: {
      matchingPrecedence: 70,
      priorityLevelConfiguration: { name: 'low' },
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [
        { subjects: [user('max')], resourceRules: [rule] },
        {
          subjects: [user('max'), user('jane'), user('jane')],
          resourceRules: [{ ...rule, verbs: ['get'] }, rule, rule],
        },
        { subjects: [user('jane')], resourceRules: [rule] },
      ],
    },
  },
  {
    metadata: { name: 'first' },
    spec: {
      matchingPrecedence: 30,
      priorityLevelConfiguration: { name: 'high' },
      rules: [
        {
          subjects: [user('jane')],
          resourceRules: [
            { ...rule, resources: ['nodes'] },
            { ...rule, apiGroups: ['apps'] },
            { ...rule, namespaces: ['test'] },
          ],
          nonResourceRules: [{ verbs: ['post'], nonResourceURLs: ['/x'] }],
        },
        { subjects: [user('jane')], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: [] }] },
      ],
    },
  },
];

/** The path and the segments of a field below `spec.rules`. */
const field = (rules: number, list: string, index: number) => ({
  path: `spec.rules[${rules}].${list}[${index}]`,
  segments: ['spec', 'rules', rules, list, index],
});

test('explains rule by rule what matches', () => {
  expect(explainClassification(request, flowSchemas)).toEqual({
    flowSchema: 'later',
    priorityLevel: 'low',
    flowDistinguisher: 'prod',
    isFallback: false,
    flowSchemas: [
      {
        flowSchema: 'first',
        matchingPrecedence: 30,
        priorityLevel: 'high',
        matches: false,
        rules: [
          {
            outcome: 'RULES_MISMATCH',
            subject: field(0, 'subjects', 0),
            rules: [
              { ...field(0, 'resourceRules', 0), mismatch: 'resources' },
              { ...field(0, 'resourceRules', 1), mismatch: 'apiGroups' },
              { ...field(0, 'resourceRules', 2), mismatch: 'namespaces' },
            ],
          },
          { outcome: 'NO_RULE', subject: field(1, 'subjects', 0), rules: [] },
        ],
      },
      {
        flowSchema: 'later',
        matchingPrecedence: 70,
        priorityLevel: 'low',
        matches: true,
        rules: [
          { outcome: 'NO_SUBJECT', rules: [] },
          {
            outcome: 'MATCH',
            subject: field(1, 'subjects', 1),
            rules: [
              { ...field(1, 'resourceRules', 0), mismatch: 'verbs' },
              field(1, 'resourceRules', 1),
            ],
          },
        ],
      },
    ],
  });
  expect(explainClassification(request, flowSchemas.slice(0, 1)).isFallback).toBe(false);
  const [explained] = explainClassification(request, flowSchemas).flowSchemas.slice(1);
  expect(Object.keys(explained?.rules[1]?.rules[1] ?? {})).toEqual(['path', 'segments']);
});

test('explains the rules for non-resource requests', () => {
  const { flowSchemas: explained, ...found } = explainClassification(pathRequest, flowSchemas);
  expect(found).toEqual({ isFallback: false });
  expect(explained.map(({ rules }) => rules)).toEqual([
    [
      {
        outcome: 'RULES_MISMATCH',
        subject: field(0, 'subjects', 0),
        rules: [{ ...field(0, 'nonResourceRules', 0), mismatch: 'verbs' }],
      },
      {
        outcome: 'RULES_MISMATCH',
        subject: field(1, 'subjects', 0),
        rules: [{ ...field(1, 'nonResourceRules', 0), mismatch: 'nonResourceURLs' }],
      },
    ],
    [
      { outcome: 'NO_SUBJECT', rules: [] },
      { outcome: 'NO_RULE', subject: field(1, 'subjects', 1), rules: [] },
      { outcome: 'NO_RULE', subject: field(2, 'subjects', 0), rules: [] },
    ],
  ]);
});

test('the one named catch-all counts without a match', () => {
  const named = [...flowSchemas, { metadata: { name: 'catch-all' } }];
  const { flowSchemas: explained, ...found } = explainClassification(pathRequest, named);
  expect(found).toEqual({
    flowSchema: 'catch-all',
    priorityLevel: '',
    flowDistinguisher: '',
    isFallback: true,
  });
  // Without a precedence it is tried first.
  expect(explained[0]).toEqual({
    flowSchema: 'catch-all',
    matchingPrecedence: 0,
    priorityLevel: '',
    matches: false,
    rules: [],
  });
});

describe('what is not there matches nobody', () => {
  const withRule = (more: object): FlowSchema['spec'] => ({
    rules: [{ subjects: [user('jane')], ...more }],
  });

  test.each<[string, FlowSchema['spec']]>([
    ['no spec', undefined],
    ['no spec at all', null],
    ['no rules', {}],
    ['rules that are null', { rules: null, priorityLevelConfiguration: null }],
    ['a rule without anything', { rules: [{}] }],
    ['subjects that are null', { rules: [{ subjects: null, resourceRules: [rule] }] }],
    ['no rules of either kind', withRule({})],
    [
      'rules of both kinds that are null',
      withRule({ resourceRules: null, nonResourceRules: null }),
    ],
    ['rules without verbs', withRule({ resourceRules: [{}], nonResourceRules: [{}] })],
    [
      'rules without resources and paths',
      withRule({ resourceRules: [{ verbs: ['*'] }], nonResourceRules: [{ verbs: ['*'] }] }),
    ],
    [
      'a service account without anything',
      { rules: [{ subjects: [{ kind: 'ServiceAccount' }], resourceRules: [rule] }] },
    ],
    [
      'a user without a name',
      { rules: [{ subjects: [{ kind: 'User', user: {} }], resourceRules: [rule] }] },
    ],
    [
      'a group that is not there',
      { rules: [{ subjects: [{ kind: 'Group' }], resourceRules: [rule] }] },
    ],
    [
      'a kind that is not known',
      {
        rules: [
          {
            subjects: [{ kind: 'Robot', serviceAccount: { namespace: 'a', name: '*' } }],
            resourceRules: [rule],
          },
        ],
      },
    ],
  ])('%s', (_, spec) => {
    const schema = { metadata: { name: 'mine' }, spec };
    for (const each of [
      request,
      pathRequest,
      { requestInfo, user: { name: 'system:serviceaccount:a:b', groups: ['devs'] } },
    ]) {
      expect(matchesFlowSchema(each, schema)).toBe(false);
      expect(classifyRequest(each, [schema])).toBeUndefined();
      expect(requestClassifier([schema])(each)).toBeUndefined();
      expect(explainClassification(each, [schema])).toMatchObject({
        isFallback: false,
        flowSchemas: [{ flowSchema: 'mine', matches: false }],
      });
      expect(flowDistinguisher(each, schema)).toBe('');
    }
  });

  test('nor is a name, a level or a precedence', () => {
    const rules = [{ subjects: [user('jane')], resourceRules: [rule] }];
    const schema = { metadata: null, spec: { rules } };
    expect(classifyRequest(request, [schema])).toEqual({
      flowSchema: schema,
      priorityLevel: '',
      flowDistinguisher: '',
    });
    expect(explainClassification(request, [schema])).toMatchObject({
      flowSchema: '',
      priorityLevel: '',
      flowSchemas: [{ flowSchema: '', matchingPrecedence: 0, priorityLevel: '' }],
    });
    expect(classifyRequest(request, [{ metadata: { name: 'catch-all' } }])).toMatchObject({
      priorityLevel: '',
    });
  });

  test('a group without a name is the one named so', () => {
    const subjects = [{ kind: 'Group', group: {} }];
    const schema = { spec: { rules: [{ subjects, resourceRules: [rule] }] } };
    const isMatch = (groups?: readonly string[]) =>
      matchesFlowSchema({ requestInfo, user: { name: 'jane', groups } }, schema);
    expect([isMatch(), isMatch([]), isMatch(['devs']), isMatch([''])]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('a resource and a group of the API that are not there are the empty ones', () => {
    const bare = { isResourceRequest: true, path: '', verb: 'list', namespace: 'prod' };
    const isMatch = (more: object, asked: object = {}) =>
      matchesFlowSchema(
        { requestInfo: { ...bare, ...asked }, user: { name: 'jane' } },
        { spec: withRule({ resourceRules: [{ ...rule, ...more }] }) },
      );
    expect(isMatch({ resources: [''] })).toBe(true);
    expect(isMatch({ resources: ['/log'] }, { subresource: 'log' })).toBe(true);
    expect(isMatch({ resources: ['*'], apiGroups: ['', 'apps'] })).toBe(true);
    expect(isMatch({ resources: ['*'], apiGroups: null })).toBe(false);
  });
});

describe('schemas of the same precedence', () => {
  const schema = (name: string, more: object = {}) => ({
    metadata: { name },
    spec: { rules: [{ subjects: [user('jane')], resourceRules: [rule] }] },
    ...more,
  });
  const found = (...names: string[]) =>
    [names, [...names].reverse()].map((each) => {
      const schemas = each.map((name) => schema(name));
      const name = classifyRequest(request, schemas)?.flowSchema.metadata?.name;
      expect(requestClassifier(schemas)(request)?.flowSchema.metadata?.name).toBe(name);
      return name;
    });

  test.each([
    ['a', 'b'],
    ['a', 'aa'],
    ['', 'a'],
    ['a-b', 'a.b'],
    // By code point, and not by the halves of surrogate pairs.
    ['\uffff', '\u{10000}'],
    ['x\uffff', 'x\u{10000}'],
  ])('%j comes before %j', (first, second) => {
    expect(found(first, second)).toEqual([first, first]);
  });

  test('of two with one name the first counts', () => {
    const [one, two] = [schema('a'), schema('a')];
    for (const schemas of [
      [one, two],
      [two, one],
    ]) {
      expect(classifyRequest(request, schemas)?.flowSchema).toBe(schemas[0]);
      expect(requestClassifier(schemas)(request)?.flowSchema).toBe(schemas[0]);
    }
    const fallbacks = [schema('catch-all'), schema('catch-all')];
    expect(classifyRequest(pathRequest, fallbacks)?.flowSchema).toBe(fallbacks[0]);
  });

  test('of two named catch-all the one of lower precedence counts', () => {
    const spec = { rules: [], matchingPrecedence: 5 };
    const [low, high] = [schema('catch-all', { spec }), schema('catch-all')];
    for (const schemas of [
      [low, high],
      [high, low],
    ]) {
      expect(classifyRequest(pathRequest, schemas)?.flowSchema).toBe(high);
    }
  });
});
