import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import { mergeConfiguration, serverWarnings } from '@kubesem/apf-simulator';
import type { FlowSchema } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

/** A flow schema that leads to a level; `autoUpdate` marks it as maintained by the server. */
const schema = (name: string, level: string, autoUpdate?: string): FlowSchema => ({
  metadata: {
    name,
    annotations: autoUpdate ? { 'apf.kubernetes.io/autoupdate-spec': autoUpdate } : {},
  },
  spec: { matchingPrecedence: 700, priorityLevelConfiguration: { name: level }, rules: [] },
});

describe('the warnings of a server', () => {
  test('are none for the built-in objects', () => {
    const flowSchemas = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS];
    const priorityLevels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS];
    expect(serverWarnings({ flowSchemas, priorityLevels })).toEqual([]);
    expect(serverWarnings({})).toEqual([]);
  });

  test('name the flow schemas of a missing level; suggested levels exist unless they are left out', () => {
    const flowSchemas = [schema('a', 'gone'), schema('b', 'workload-low')];
    const ignored = (name: string) => ({
      code: 'OBJECT_IGNORED',
      object: { kind: 'FlowSchema', name },
    });
    expect(serverWarnings({ flowSchemas })).toMatchObject([ignored('a')]);
    expect(serverWarnings({ flowSchemas, suggestedObjects: false })).toMatchObject([
      ignored('a'),
      ignored('b'),
    ]);
  });

  test('name the objects that the server resets or deletes', () => {
    const flowSchemas = [
      schema('global-default', 'workload-low', 'true'),
      schema('mine', 'workload-low', 'true'),
      schema('service-accounts', 'workload-low', 'false'),
    ];
    expect(serverWarnings({ flowSchemas })).toMatchObject([
      { code: 'OBJECT_RESET', object: { kind: 'FlowSchema', name: 'global-default' } },
      { code: 'OBJECT_DELETED', object: { kind: 'FlowSchema', name: 'mine' } },
    ]);
  });
});

test('merging replaces the objects of the same name, and keeps the others', () => {
  const base = { flowSchemas: [schema('a', 'x'), schema('b', 'x')] };
  const { flowSchemas, priorityLevels } = mergeConfiguration(base, {
    flowSchemas: [schema('c', 'y'), schema('a', 'y')],
  });
  expect(
    flowSchemas.map(({ metadata, spec }) => [
      metadata?.name,
      spec?.priorityLevelConfiguration?.name,
    ]),
  ).toEqual([
    ['b', 'x'],
    ['c', 'y'],
    ['a', 'y'],
  ]);
  expect(priorityLevels).toEqual([]);
});
