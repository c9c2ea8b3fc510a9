import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
  validateFlowSchema,
  validatePriorityLevel,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfigurationSpec } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const shown = (problems: readonly { readonly path: string; readonly code: string }[]) =>
  problems.map(({ path, code }) => `${path} ${code}`);

test('what the release stores is in order', () => {
  const levels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS];
  expect(levels.flatMap(validatePriorityLevel)).toEqual([]);
  expect(
    [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS].flatMap(validateFlowSchema),
  ).toEqual([]);
});

describe('flow schemas', () => {
  const resourceRule = {
    verbs: ['get'],
    apiGroups: ['apps'],
    resources: ['pods'],
    namespaces: ['ns'],
  };
  const rules = {
    subjects: [{ kind: 'User', user: { name: 'alice' } }],
    resourceRules: [resourceRule],
  };
  const schema = (spec: FlowSchema['spec']): FlowSchema => ({
    metadata: { name: 'mine' },
    spec: { priorityLevelConfiguration: { name: 'low' }, rules: [rules], ...spec },
  });
  const withRule = (more: object) =>
    schema({ rules: [{ ...rules, resourceRules: [{ ...resourceRule, ...more }] }] });
  const withSubject = (subject: object) => schema({ rules: [{ ...rules, subjects: [subject] }] });
  const withUrl = (url: string) =>
    schema({
      rules: [
        {
          subjects: rules.subjects,
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: [url] }],
        },
      ],
    });

  test.each([
    ['none of them', schema({}), []],
    ['no name', { ...schema({}), metadata: {} }, ['metadata.name REQUIRED']],
    ['a name that is made', { ...schema({}), metadata: { generateName: 'mine-' } }, []],
    [
      'a wrong start of a name',
      { ...schema({}), metadata: { name: 'mine', generateName: 'Mine' } },
      ['metadata.generateName INVALID'],
    ],
    [
      'a wrong name that is made',
      { ...schema({}), metadata: { generateName: 'M-' } },
      ['metadata.name INVALID'],
    ],
    [
      'a namespace',
      { ...schema({}), metadata: { name: 'Mine', namespace: 'ns' } },
      ['metadata.name INVALID', 'metadata.namespace FORBIDDEN'],
    ],
    [
      'the precedence of exempt',
      schema({ matchingPrecedence: 1 }),
      ['spec.matchingPrecedence INVALID'],
    ],
    [
      'a high precedence',
      schema({ matchingPrecedence: 10_001 }),
      ['spec.matchingPrecedence INVALID'],
    ],
    [
      'an unknown distinguisher',
      schema({ distinguisherMethod: { type: 'byUser' } }),
      ['spec.distinguisherMethod.type NOT_SUPPORTED'],
    ],
    [
      'no rules of either kind',
      schema({ rules: [{ subjects: rules.subjects }] }),
      ['spec.rules[0] REQUIRED'],
    ],
    [
      'a wildcard beside others',
      withRule({ verbs: ['*', 'get'] }),
      ['spec.rules[0].resourceRules[0].verbs INVALID'],
    ],
    [
      'an unknown verb',
      withRule({ verbs: ['post'] }),
      ['spec.rules[0].resourceRules[0].verbs NOT_SUPPORTED'],
    ],
    [
      'no namespaces',
      withRule({ namespaces: [] }),
      ['spec.rules[0].resourceRules[0].namespaces REQUIRED'],
    ],
    ['cluster scope instead', withRule({ namespaces: [], clusterScope: true }), []],
    [
      'a namespace without a name',
      withRule({ namespaces: ['ns', ''] }),
      ['spec.rules[0].resourceRules[0].namespaces[1] INVALID'],
    ],
    [
      'a namespace that is none',
      withRule({ namespaces: ['ns', 'a.b'] }),
      ['spec.rules[0].resourceRules[0].namespaces[1] INVALID'],
    ],
    [
      'a subject without a name',
      withSubject({ kind: 'Group', group: {} }),
      ['spec.rules[0].subjects[0].group.name REQUIRED'],
    ],
    [
      'a subject of two kinds',
      withSubject({ kind: 'Group', group: { name: 'g' }, user: { name: 'u' } }),
      ['spec.rules[0].subjects[0].user FORBIDDEN'],
    ],
    [
      'a subject of no kind',
      withSubject({ kind: 'constructor' }),
      ['spec.rules[0].subjects[0].kind NOT_SUPPORTED'],
    ],
    [
      'a service account without a namespace',
      withSubject({ kind: 'ServiceAccount', serviceAccount: { name: '*' } }),
      ['spec.rules[0].subjects[0].serviceAccount.namespace REQUIRED'],
    ],
    [
      'a service account whose names are none',
      withSubject({ kind: 'ServiceAccount', serviceAccount: { namespace: 'a.b', name: 'No' } }),
      [
        'spec.rules[0].subjects[0].serviceAccount.name INVALID',
        'spec.rules[0].subjects[0].serviceAccount.namespace INVALID',
      ],
    ],
    [
      'a service account without any name',
      withSubject({ kind: 'ServiceAccount', serviceAccount: { namespace: 'a' } }),
      ['spec.rules[0].subjects[0].serviceAccount.name REQUIRED'],
    ],
    [
      'what only ends like a verb',
      withRule({ verbs: ['get', 'forget'] }),
      ['spec.rules[0].resourceRules[0].verbs NOT_SUPPORTED'],
    ],
    [
      'what only begins like a verb',
      withRule({ verbs: ['get', 'lists'] }),
      ['spec.rules[0].resourceRules[0].verbs NOT_SUPPORTED'],
    ],
  ] as const)('%s', (_, object, problems) => {
    expect(shown(validateFlowSchema(object))).toEqual(problems);
  });

  test.each(['/', '/a', '/a/*', '/*', '/a/b'])('takes the path %s', (url) => {
    expect(validateFlowSchema(withUrl(url))).toEqual([]);
  });

  const SUFFIX = 'wildcard can only do suffix matching';

  test.each([
    ['', 'must not be empty'],
    ['a', 'must start with slash'],
    ['/a*', SUFFIX],
    ['/*/a', SUFFIX],
    ['/*/*', SUFFIX],
    ['//', 'must not contain double slash'],
    ['/a b', 'must not contain white-space'],
    ['/**', SUFFIX],
  ])('refuses the path %s', (url, message) => {
    const path = 'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]';
    expect(validateFlowSchema(withUrl(url))).toMatchObject([{ type: 'INVALID', path, message }]);
  });

  test('a mandatory schema cannot be changed', () => {
    const [exempt] = MANDATORY_FLOW_SCHEMAS as readonly FlowSchema[];
    const changed = { ...exempt, spec: { ...exempt?.spec, matchingPrecedence: 2 } };
    expect(shown(validateFlowSchema(changed))).toEqual(['spec INVALID']);
  });

  /** The same with the fields of all objects the other way round, and with more of them. */
  const reversed = (value: unknown, more: object = {}): unknown => {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((each) => reversed(each, more));
    }
    const fields = Object.entries(value).map(([name, each]) => [name, reversed(each, more)]);
    return { ...more, ...Object.fromEntries(fields.reverse()) };
  };

  test.each([
    [{}, []],
    [{ a: '', z: 0, m: null, n: false, o: [], p: undefined }, []],
    [{ z: 1 }, ['spec INVALID']],
    [{ a: true }, ['spec INVALID']],
    [{ a: {} }, ['spec INVALID']],
    [{ a: [''] }, ['spec INVALID']],
    [{ a: [0] }, ['spec INVALID']],
    [{ a: 'x' }, ['spec INVALID']],
  ])('a mandatory schema with %j more, in another order', (more, problems) => {
    for (const schema of MANDATORY_FLOW_SCHEMAS) {
      const spec = reversed(schema.spec, more) as FlowSchema['spec'];
      expect(shown(validateFlowSchema({ ...schema, spec }))).toEqual(problems);
    }
  });
});

describe('priority levels', () => {
  const queuing = (more: object) => ({
    type: 'Limited',
    limited: { limitResponse: { type: 'Queue', queuing: { queues: 16, ...more } } },
  });
  const at = 'spec.limited.limitResponse.queuing';

  test.each<[string, PriorityLevelConfigurationSpec, readonly string[]]>([
    ['none of them', queuing({ handSize: 4 }), []],
    ['a hand beyond the queues', queuing({ handSize: 17 }), [`${at}.handSize INVALID`]],
    ['a hand of 64 bits', queuing({ handSize: 16 }), [`${at}.handSize INVALID`]],
    ['a negative length', queuing({ queueLengthLimit: -1 }), [`${at}.queueLengthLimit INVALID`]],
    ['too many queues', queuing({ queues: 10_000_001, handSize: 2 }), [`${at}.queues INVALID`]],
    ['a hand of 60 bits', queuing({ queues: 1024, handSize: 6 }), []],
    [
      'negative queues and hands',
      queuing({ queues: -5, handSize: -1 }),
      [`${at}.queues INVALID`, `${at}.handSize INVALID`],
    ],
    [
      'a negative length where requests are rejected',
      {
        type: 'Limited',
        limited: { limitResponse: { type: 'Reject', queuing: { queueLengthLimit: -1 } } },
      },
      [`${at} FORBIDDEN`],
    ],
    [
      'limits where there should be none',
      {
        type: 'Other',
        limited: {
          nominalConcurrencyShares: -2,
          limitResponse: { type: 'Queue', queuing: { queueLengthLimit: -1 } },
        },
      },
      ['spec.type NOT_SUPPORTED', 'spec.limited FORBIDDEN'],
    ],
    ['no type', {}, ['spec.type REQUIRED']],
    ['no limits', { type: 'Limited' }, ['spec.limited REQUIRED']],
    ['the type of exempt', { type: 'Exempt', exempt: {} }, ['spec.type INVALID']],
    [
      'an unknown type',
      { type: 'Other', exempt: {} },
      ['spec.type NOT_SUPPORTED', 'spec.exempt FORBIDDEN'],
    ],
    [
      'queues where requests are rejected',
      { type: 'Limited', limited: { limitResponse: { type: 'Reject', queuing: {} } } },
      [`${at} FORBIDDEN`],
    ],
    [
      'negative shares and percentages',
      {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: -2,
          lendablePercent: -1,
          borrowingLimitPercent: -3,
          limitResponse: { type: 'Reject' },
        },
      },
      [
        'spec.limited.nominalConcurrencyShares INVALID',
        'spec.limited.lendablePercent INVALID',
        'spec.limited.borrowingLimitPercent INVALID',
      ],
    ],
  ])('%s', (_, spec, problems) => {
    expect(shown(validatePriorityLevel({ metadata: { name: 'mine' }, spec }))).toEqual(problems);
  });

  test('where the server says only that a field is forbidden, there is advice', () => {
    const spec = { type: 'Limited', limited: { limitResponse: { type: 'Reject', queuing: {} } } };
    const [problem] = validatePriorityLevel({ metadata: { name: 'mine' }, spec });
    expect(problem).toEqual({
      type: 'FORBIDDEN',
      code: 'FORBIDDEN',
      severity: 'error',
      segments: ['spec', 'limited', 'limitResponse', 'queuing'],
      path: at,
      message: 'Forbidden',
      advice: 'omit it, or set the type to Queue',
    });
  });

  test('the fields of older versions keep their names', () => {
    const limited = { assuredConcurrencyShares: -1, limitResponse: { type: 'Reject' } };
    const problems = validatePriorityLevel({
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
      metadata: { name: 'mine' },
      spec: { type: 'Limited', limited },
    });
    expect(shown(problems)).toEqual(['spec.limited.assuredConcurrencyShares INVALID']);
  });

  test('other versions have the new ones', () => {
    const spec = {
      type: 'Limited',
      limited: { nominalConcurrencyShares: -1, limitResponse: { type: 'Reject' } },
    };
    for (const version of ['v1', 'v1beta3', 'v1beta1x', undefined]) {
      const apiVersion = version && `flowcontrol.apiserver.k8s.io/${version}`;
      const problems = validatePriorityLevel({ apiVersion, metadata: { name: 'mine' }, spec });
      expect(shown(problems)).toEqual(['spec.limited.nominalConcurrencyShares INVALID']);
    }
  });

  test('of a mandatory level, the seats of exempt alone may be changed', () => {
    const spec = { type: 'Exempt', exempt: { nominalConcurrencyShares: 7 } };
    expect(validatePriorityLevel({ metadata: { name: 'exempt' }, spec })).toEqual([]);
    const odd = { metadata: { name: 'exempt' }, spec: { type: 'Other' } };
    expect(shown(validatePriorityLevel(odd))).toEqual([
      'spec.type INVALID',
      'spec.type NOT_SUPPORTED',
      'spec INVALID',
    ]);
    const other = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
    const problems = validatePriorityLevel({ metadata: { name: 'catch-all' }, spec: other });
    expect(shown(problems)).toEqual(['spec INVALID']);
    const [stored] = MANDATORY_PRIORITY_LEVELS;
    const limited = { ...stored?.spec?.limited, borrowingLimitPercent: 0 };
    const bounded = { ...stored, spec: { ...stored?.spec, limited } };
    expect(shown(validatePriorityLevel(bounded))).toEqual(['spec INVALID']);
    const both = { type: 'Exempt', limited: { limitResponse: { type: 'Reject' } } };
    expect(shown(validatePriorityLevel({ metadata: { name: 'exempt' }, spec: both }))).toEqual([
      'spec.limited FORBIDDEN',
      'spec INVALID',
    ]);
  });

  test('an annotation of v1beta3 is forbidden elsewhere', () => {
    const annotations = { 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares': '' };
    const metadata = { name: 'mine', annotations };
    const level = { metadata, spec: queuing({ handSize: 4 }) };
    expect(shown(validatePriorityLevel(level))).toEqual(['metadata.annotations FORBIDDEN']);
    const apiVersion = 'flowcontrol.apiserver.k8s.io/v1beta3';
    expect(validatePriorityLevel({ apiVersion, ...level })).toEqual([]);
  });
});
