// Compares with recorded lookups of glibc and musl: see `resolver/README.md`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NextCandidate, type ResolvConf, searchCandidates } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';
import { packageFolder } from '../src/harness/paths.js';

/** Answer of the server to a name, for both types or for each. */
type Said = string | { readonly A: string; readonly AAAA: string };

interface Recorded {
  readonly in: {
    readonly name: string;
    readonly resolvConf: string;
    readonly answers: { readonly [name: string]: Said };
  };
  readonly out: { readonly questions: readonly string[]; readonly result: readonly string[] };
}

function read(libc: string): { version: string; recorded: readonly Recorded[] } {
  const file = join(packageFolder, 'vectors', 'dns', `search.${libc}.ndjson`);
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return {
    version: JSON.parse(header as string).version,
    recorded: lines.map((line) => JSON.parse(line) as Recorded),
  };
}

/** The words of each line; the parser of the kubelet would drop some that a library reads. */
function words(text: string): ResolvConf {
  const line = (keyword: string) =>
    text
      .split('\n')
      .find((each) => each.startsWith(`${keyword} `))
      ?.split(' ')
      .slice(1) ?? [];
  return { nameservers: line('nameserver'), searches: line('search'), options: line('options') };
}

/** Combines the answers for both types. */
function answerOf(said: Said, libc: string): 'ANSWER' | keyof NextCandidate {
  const both = typeof said === 'string' ? [said] : [said.A, said.AAAA];
  const others = both.filter((one) => !['ANSWER', 'NODATA', 'NXDOMAIN', 'SERVFAIL'].includes(one));
  if (others.length > 0) {
    return 'FAILURE';
  }
  // musl checks for failures first, glibc for addresses.
  const order =
    libc === 'musl'
      ? (['SERVFAIL', 'NXDOMAIN', 'ANSWER', 'NODATA'] as const)
      : (['ANSWER', 'SERVFAIL', 'NXDOMAIN', 'NODATA'] as const);
  return order.find((one) => both.includes(one)) ?? 'FAILURE';
}

/** The questions that `searchCandidates` predicts, and whether the lookup succeeds. */
function walk({ name, resolvConf, answers }: Recorded['in'], libc: 'glibc' | 'musl') {
  const { rule, candidates } = searchCandidates(name, words(resolvConf), { libc });
  const questions: string[] = [];
  let at: number | undefined = candidates.length > 0 ? 0 : undefined;
  while (at !== undefined) {
    const candidate = candidates[at];
    if (candidate === undefined) {
      throw new Error(`no candidate ${at}`);
    }
    questions.push(...candidate.types.map((type) => `${type} ${candidate.name}`));
    const answer = answerOf(answers[candidate.name] ?? 'NXDOMAIN', libc);
    if (answer === 'ANSWER') {
      return { questions, isFound: true };
    }
    at = candidate.next[answer];
  }
  return { questions, isFound: rule === 'ADDRESS' };
}

describe.each([
  ['glibc' as const, '2.36'],
  ['musl' as const, '1.2.5'],
])('%s', (libc, version) => {
  test('asks the predicted questions in the predicted order', () => {
    const { recorded } = read(libc);
    expect(recorded.length).toBeGreaterThan(500);
    const differences = recorded.flatMap(({ in: input, out }) => {
      const theirs = {
        questions: out.questions,
        isFound: !out.result[0]?.startsWith('EAI_') || input.name.includes('%'),
      };
      const ours = walk(input, libc);
      return JSON.stringify(theirs) === JSON.stringify(ours) ? [] : [{ input, theirs, ours }];
    });
    expect(differences.slice(0, 3)).toEqual([]);
    expect(differences).toHaveLength(0);
  });

  test('has the documented version', () => {
    expect(read(libc).version).toBe(version);
  });
});
