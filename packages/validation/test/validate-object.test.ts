import { validateObject } from '@kubesem/validation';
import { validateFlowSchema } from '@kubesem/validation/flow-schema';
import { validatePriorityLevel } from '@kubesem/validation/priority-level-configuration';
import { expect, test } from 'vitest';

const metadata = { name: 'Mine' };

test.each([
  ['FlowSchema', validateFlowSchema],
  ['PriorityLevelConfiguration', validatePriorityLevel],
] as const)('an object of the kind %s is checked as its own entry checks it', (kind, validate) => {
  const object = { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', kind, metadata };
  expect(validateObject(object)).toEqual({ isChecked: true, problems: validate(object) });
  expect(validate(object)[0]).toMatchObject({ type: 'INVALID', path: 'metadata.name' });
});

test.each([
  ['ConfigMap', 'metadata.name'],
  ['Secret', 'metadata.name'],
  ['Pod', 'spec'],
])('a %s is checked', (kind, path) => {
  const object = { apiVersion: 'v1', kind, metadata, spec: [] };
  expect(validateObject(object)).toMatchObject({ isChecked: true, problems: [{ path }] });
});

test.each(['Shop', '__proto__', 'constructor', '', 5, null, undefined])(
  'nothing checks an object of the kind %j',
  (kind) => {
    expect(validateObject({ kind } as never)).toEqual({ isChecked: false, problems: [] });
  },
);

test('nothing checks an object of the same kind of another group', () => {
  const object = { apiVersion: 'example.com/v1', kind: 'FlowSchema', metadata };
  expect(validateObject(object)).toEqual({ isChecked: false, problems: [] });
});

test.each([
  { apiVersion: 'v99', kind: 'Pod' },
  { kind: 'Pod' },
  { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3', kind: 'FlowSchema' },
  { apiVersion: 'discovery.k8s.io/v1beta1', kind: 'EndpointSlice' },
])('nothing checks %j, a version that is not served', (object) => {
  expect(validateObject({ ...object, spec: 5 })).toEqual({ isChecked: false, problems: [] });
});

test('an object that is none is of no kind', () => {
  expect(validateObject(null as never)).toEqual({ isChecked: false, problems: [] });
  expect(validateObject('Pod' as never)).toEqual({ isChecked: false, problems: [] });
});
