import { readFileSync } from 'node:fs';
import { type JSONValue, parseManifests } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

interface Vector {
  readonly in: string;
  readonly out: { readonly documents: readonly string[]; readonly error: string | null };
}

const file = new URL('vectors/yaml.documents.ndjson', import.meta.url);
const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
const vectors = lines.map((line) => JSON.parse(line) as Vector);

/** A value as ours has it: whole numbers beyond 2^53 are the text of their digits. */
function read(json: string): JSONValue {
  const exact = json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) || !isInt64(token)
      ? token
      : `"${token}"`,
  );
  return withoutMinusZero(JSON.parse(exact) as JSONValue);
}

function isInt64(digits: string): boolean {
  return BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}

/** kubectl reads -0 as the integer 0, JSON.parse does not. */
function withoutMinusZero(value: JSONValue): JSONValue {
  return JSON.parse(JSON.stringify(value)) as JSONValue;
}

describe('documents are read as kubectl reads them', () => {
  test.each(vectors)('$in', ({ in: text, out }) => {
    const { documents, problems } = parseManifests({ name: 'a.yaml', text });
    const isBroken = problems.some(({ severity }) => severity === 'error');
    // After an error kubectl stops, and ours goes on.
    const same = documents.slice(0, out.error === null ? undefined : out.documents.length);
    expect(same.map(({ value }) => withoutMinusZero(value))).toEqual(out.documents.map(read));
    expect(isBroken).toBe(out.error !== null);
  });
});
