import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
  withBuiltInObjects,
} from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import { expect, test } from 'vitest';

test('only the built-in objects that are missing are added, after the others', () => {
  const [system] = SUGGESTED_PRIORITY_LEVELS;
  const mine = { ...system, metadata: { name: 'mine' } };
  const own = { ...system, metadata: { name: 'system' }, spec: { type: 'Exempt' } };
  const { priorityLevels, flowSchemas } = withBuiltInObjects({
    priorityLevels: [mine, own],
    flowSchemas: [],
  });
  expect(priorityLevels.slice(0, 2)).toEqual([mine, own]);
  const builtIn = [...SUGGESTED_PRIORITY_LEVELS, ...MANDATORY_PRIORITY_LEVELS];
  expect(priorityLevels.map(nameOf).sort()).toEqual(['mine', ...builtIn.map(nameOf)].sort());
  expect(flowSchemas.map(nameOf).sort()).toEqual(
    [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS].map(nameOf).sort(),
  );
});
