import { parseManifests } from '@kubesem/inspect';
import { SCALARS, yamlDocument } from '../generators/yaml.js';
import type { Json, JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

/** Sorts the keys, as Go prints them. */
function sorted(value: Json): Json {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return String(value); // as the whole numbers beyond 2^53 that are texts here
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  const entries = Object.entries(value as JsonObject).map(
    ([key, inner]) => [key, sorted(inner)] as const,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g;

/** An int64 beyond 2^53 is the text of its digits here; beyond int64 kubectl's next step makes a float of it. */
function parseGoJson(text: string): Json {
  const quoted = text.replace(TOKEN, (token) => (isBeyondNumbers(token) ? `"${token}"` : token));
  return JSON.parse(quoted) as Json;
}

function isBeyondNumbers(token: string): boolean {
  if (!/^-?[0-9]+$/.test(token) || Number.isSafeInteger(Number(token))) {
    return false;
  }
  return BigInt.asIntN(64, BigInt(token)) === BigInt(token);
}

const toJSON: Operation = {
  name: 'yaml.toJSON',
  program: 'staging',
  *examples() {
    for (const scalar of SCALARS) {
      yield `a: ${scalar}\n`;
      if (/^[A-Za-z"'=~]/.test(scalar)) {
        yield `${scalar}: b\n`; // numbers as keys: see DEVIATIONS.md
      }
      yield `- ${scalar}\n`;
    }
  },
  generate: yamlDocument,
  compare(input, theirs, comparison) {
    const { documents, problems } = parseManifests({ name: 'case', text: input as string });
    const isBroken = problems.some(({ severity }) => severity === 'error');
    const value = (documents[0]?.value ?? null) as Json;
    const ours = isBroken ? 'YAML' : JSON.stringify(sorted(value));
    const kubernetes =
      theirs.out === undefined
        ? (theirs.err ?? theirs.panic)
        : JSON.stringify(sorted(parseGoJson(theirs.out as string)));
    comparison.field('JSON', kubernetes, ours);
  },
  kind: (_input, theirs) => (theirs.err ?? String(theirs.out)).replace(/[0-9]+/g, '0').slice(0, 20),
};

/** YAML as kubectl reads it. */
export const yamlOperations: readonly Operation[] = [toJSON];
