import * as simulator from '@kubesem/apf-simulator';
import type { Result } from '@kubesem/core';
import * as dns from '@kubesem/dns';
import * as image from '@kubesem/image';
import * as qos from '@kubesem/qos';
import * as quantity from '@kubesem/quantity';
import * as resources from '@kubesem/resources';
import * as selectors from '@kubesem/selectors';
import { describe, expect, test } from 'vitest';

type SafeForm = (...input: unknown[]) => Result<unknown>;

const packages = { simulator, dns, image, qos, quantity, resources, selectors };
const functions = Object.values(packages).flatMap((exports) => Object.entries(exports));
const safeForms = functions
  .filter(([name]) => name.startsWith('safe'))
  .map(([name, value]) => [name, value as SafeForm] as const);

/** Returns undefined instead of throwing. */
const PARSERS_WITHOUT_ERRORS = ['parseRequestUrl'];

test('every parser has a safe form', () => {
  const needed = functions
    .map(([name]) => name)
    .filter((name) => /^parse[A-Z]/.test(name) && !PARSERS_WITHOUT_ERRORS.includes(name));
  const names = safeForms.map(([name]) => name.slice('safe'.length).toLowerCase());
  expect(needed.filter((name) => !names.includes(name.toLowerCase()))).toEqual([]);
});

function fail(): never {
  throw new RangeError('hunter2');
}
const hostileProxy = new Proxy(
  {},
  { get: fail, getPrototypeOf: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail },
);
const { proxy: revokedProxy, revoke } = Proxy.revocable({}, {});
revoke();
const getters = {
  get spec() {
    return fail();
  },
  get format() {
    return fail();
  },
  get durationSeconds() {
    return fail();
  },
};

describe.each(safeForms)('%s', (_, safeForm) => {
  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a symbol', Symbol('x')],
    ['a number that is not finite', Number.NaN],
    ['a function', fail],
    ['a list', [hostileProxy]],
    ['an object with getters that throw', getters],
    ['a proxy that throws', hostileProxy],
    ['a proxy that is revoked', revokedProxy],
    ['a container instead of a Pod', { name: 'app', image: 'hunter2' }],
    ['a Pod whose containers throw', { spec: { containers: hostileProxy } }],
  ])('returns an error with a code for %s', (__, input) => {
    const { ok, error } = safeForm(input, 'app:1.0');
    expect(ok).toBe(false);
    expect(error?.code).toMatch(/^[A-Z_]+$/);
    expect(error?.message).not.toContain('hunter2');
  });
});
