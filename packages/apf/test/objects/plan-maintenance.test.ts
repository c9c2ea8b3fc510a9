import {
  applyPriorityLevelDefaults,
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  maintenanceActions,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

type Change<T> = (object: T) => T;
const same = <T>(object: T): T => object;
const annotation = 'apf.kubernetes.io/autoupdate-spec';

/** What is done where everything is stored as it should be, but for one object. */
function planned(
  name: string,
  changeLevel: Change<PriorityLevelConfiguration>,
  changeSchema: Change<FlowSchema> = same,
): readonly string[] {
  const isIt = ({ metadata }: FlowSchema | PriorityLevelConfiguration) => metadata?.name === name;
  const priorityLevels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS]
    .map(applyPriorityLevelDefaults)
    .map((level) => (isIt(level) ? changeLevel(level) : level));
  const flowSchemas = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS].map((schema) =>
    isIt(schema) ? changeSchema(schema) : schema,
  );
  const plan = maintenanceActions({ priorityLevels, flowSchemas });
  return plan.map((action) => `${action.verb} ${action.resource} ${action.name}`);
}

const levelWith =
  (more: object): Change<PriorityLevelConfiguration> =>
  (level) => ({ ...level, spec: { ...level.spec, ...more } });
const limitedWith =
  (more: object): Change<PriorityLevelConfiguration> =>
  (level) => ({ ...level, spec: { ...level.spec, limited: { ...level.spec?.limited, ...more } } });

test('nothing is done where all is as it should be', () => {
  expect(planned('', same)).toEqual([]);
});

describe('a level is given back its spec', () => {
  test.each<[string, string, Change<PriorityLevelConfiguration>, boolean]>([
    ['no shares', 'catch-all', limitedWith({ nominalConcurrencyShares: null }), true],
    ['other shares', 'catch-all', limitedWith({ nominalConcurrencyShares: 6 }), true],
    ['no percentage', 'catch-all', limitedWith({ lendablePercent: null }), true],
    ['a limit of 0', 'catch-all', limitedWith({ borrowingLimitPercent: 0 }), true],
    ['no limit', 'catch-all', limitedWith({ borrowingLimitPercent: null }), false],
    ['nothing', 'catch-all', limitedWith({}), false],
    ['nothing else to say', 'catch-all', levelWith({ exempt: null }), false],
    ['seats as if exempt', 'catch-all', levelWith({ exempt: {} }), true],
    ['no limits', 'catch-all', levelWith({ limited: null }), true],
    ['no spec', 'catch-all', (level) => ({ ...level, spec: null }), true],
    ['no answer', 'catch-all', limitedWith({ limitResponse: null }), true],
    [
      'queues where it rejects',
      'catch-all',
      limitedWith({ limitResponse: { type: 'Reject', queuing: {} } }),
      true,
    ],
    ['another type', 'catch-all', levelWith({ type: 'Exempt' }), true],
    ['no queues', 'system', limitedWith({ limitResponse: { type: 'Queue' } }), true],
    ['no answer where it queues', 'system', limitedWith({ limitResponse: null }), true],
    [
      'other seats of exempt',
      'exempt',
      levelWith({ exempt: { nominalConcurrencyShares: 7, lendablePercent: 8 } }),
      false,
    ],
    ['limits of exempt', 'exempt', levelWith({ limited: {} }), true],
    ['no seats of exempt', 'exempt', levelWith({ exempt: null }), true],
    ['another type of exempt', 'exempt', levelWith({ type: 'Limited' }), true],
    ['no spec of exempt', 'exempt', (level) => ({ ...level, spec: null }), true],
  ])('%s', (_, name, change, isUpdated) => {
    expect(planned(name, change)).toEqual(
      isUpdated ? [`update prioritylevelconfigurations ${name}`] : [],
    );
  });
});

describe('a flow schema is given back its spec', () => {
  const schemaWith =
    (more: object): Change<FlowSchema> =>
    (schema) => ({ ...schema, spec: { ...schema.spec, ...more } });

  test.each<[string, string, Change<FlowSchema>, boolean]>([
    ['nothing', 'probes', schemaWith({}), false],
    ['a distinguisher without a type', 'probes', schemaWith({ distinguisherMethod: {} }), true],
    ['no distinguisher', 'global-default', schemaWith({ distinguisherMethod: null }), true],
    ['another precedence', 'probes', schemaWith({ matchingPrecedence: 3 }), true],
    ['no spec', 'probes', (schema) => ({ ...schema, spec: null }), true],
  ])('%s', (_, name, change, isUpdated) => {
    expect(planned(name, same, change)).toEqual(isUpdated ? [`update flowschemas ${name}`] : []);
  });
});

describe('whether a suggested object is kept up to date', () => {
  const stale = { matchingPrecedence: 3 };
  const stored = (annotations: object | null | undefined, more: object = {}) => ({
    ...(SUGGESTED_FLOW_SCHEMAS.find(({ metadata }) => metadata?.name === 'probes') as FlowSchema),
    metadata: { name: 'probes', annotations: annotations as never, ...more },
    spec: stale,
  });
  const updated = (schema: FlowSchema) => {
    const plan = maintenanceActions({ priorityLevels: [], flowSchemas: [schema] });
    const action = plan.find(({ name }) => name === 'probes');
    if (action?.verb !== 'update') {
      return undefined;
    }
    const { metadata, spec } = action.object;
    return [metadata?.annotations?.[annotation], spec === stale ? 'as it was' : 'as it should be'];
  };

  test.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('%j means yes', (word) => {
    expect(updated(stored({ [annotation]: word }))).toEqual([word, 'as it should be']);
  });

  test.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('%j means no', (word) => {
    expect(updated(stored({ [annotation]: word }))).toBeUndefined();
  });

  test.each(['', 'yes', 'tRUE', 'not false', 'false!', '01', '10', null])(
    '%j means neither',
    (word) => {
      expect(updated(stored({ [annotation]: word }, { generation: 2 }))).toEqual([
        'false',
        'as it was',
      ]);
      expect(updated(stored({ [annotation]: word }, { generation: 1 }))).toEqual([
        'true',
        'as it should be',
      ]);
    },
  );

  test('without a word, the generation decides', () => {
    for (const annotations of [undefined, null, {}, { other: 'true' }]) {
      expect(updated(stored(annotations, { generation: 1 }))).toEqual(['true', 'as it should be']);
      expect(updated(stored(annotations, { generation: 7 }))).toEqual(['false', 'as it was']);
      expect(updated(stored(annotations))).toEqual(['false', 'as it was']);
    }
  });

  test('an object without metadata is none of them', () => {
    const flowSchemas = [{ metadata: null }, {}];
    const plan = maintenanceActions({ priorityLevels: [], flowSchemas });
    expect(new Set(plan.map(({ verb }) => verb))).toEqual(new Set(['create']));
  });
});
