import { appliedObject } from '@kubesem/inspect/internal';
import { expect, test } from 'vitest';

const rollingUpdate = { maxSurge: 2, maxUnavailable: 0 };
const LAST = 'kubectl.kubernetes.io/last-applied-configuration';

function applied(spec: object, last: object = {}): unknown {
  const annotations = { [LAST]: JSON.stringify({ spec: last }) };
  const live = {
    metadata: { uid: 'u', annotations },
    spec: { replicas: 4, strategy: { type: 'RollingUpdate', rollingUpdate } },
  };
  return appliedObject(JSON.parse(JSON.stringify(live)), JSON.parse(JSON.stringify({ spec })))[
    'spec'
  ];
}

const stays = { replicas: 4, strategy: { type: 'RollingUpdate', rollingUpdate } };

// k8s.io/apimachinery/pkg/util/strategicpatch v0.37.1: null is not in the list of fields that `retainKeys` keeps.
test.each<[string, object, object, object]>([
  ['what it lacks', {}, {}, stays],
  ['an empty strategy', { strategy: {} }, {}, stays],
  [
    'a type that is null',
    { strategy: { type: null } },
    {},
    { ...stays, strategy: { rollingUpdate } },
  ],
  [
    'another type',
    { strategy: { type: 'Recreate' } },
    {},
    { ...stays, strategy: { type: 'Recreate' } },
  ],
  ['a strategy that is null', { strategy: null }, {}, { replicas: 4 }],
  ['what it no longer has', {}, { replicas: 4 }, { strategy: stays.strategy }],
])('kubectl apply of a manifest with %s', (_, spec, last, expected) => {
  expect(applied(spec, last)).toEqual(expected);
});
