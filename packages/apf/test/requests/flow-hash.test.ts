import { createHash } from 'node:crypto';
import { flowHash } from '@kubesem/apf';
import { expect, test } from 'vitest';
import { randomNumbers } from '../configuration.js';

/** The first 64 bits of the SHA-256, little endian. */
function expected(flowSchema: string, flowDistinguisher: string) {
  const bytes = new TextEncoder().encode(`${flowSchema}\0${flowDistinguisher}`);
  const digest = createHash('sha256').update(bytes).digest();
  return { high: digest.readUInt32LE(4), low: digest.readUInt32LE(0) };
}

test.each([
  ['nothing', '', ''],
  ['letters of one, two, three and four bytes', 'aé', '€😀\u{10ffff}\u07ff\uffff'],
  ['halves of surrogate pairs', '\ud800', 'x\udfff\ud83d'],
])('the hash of %s', (_, flowSchema, flowDistinguisher) => {
  expect(flowHash(flowSchema, flowDistinguisher)).toEqual(expected(flowSchema, flowDistinguisher));
});

test('texts of all lengths up to three blocks', () => {
  for (let length = 0; length <= 200; length++) {
    const name = 'n'.repeat(length);
    expect(flowHash('schema', name)).toEqual(expected('schema', name));
  }
});

test('any texts', () => {
  const random = randomNumbers(20261121);
  for (let i = 0; i < 2000; i++) {
    const units = Array.from({ length: random(90) }, () => random(random(4) === 0 ? 65_536 : 128));
    const name = String.fromCharCode(...units);
    expect(flowHash(`s${i}`, name)).toEqual(expected(`s${i}`, name));
  }
});
