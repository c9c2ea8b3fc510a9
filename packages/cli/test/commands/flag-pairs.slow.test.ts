// No flag is lost without a word: each pair of flags of a command has the effect of both, or is an error.
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { filesOf, kubesem } from '../support/run.js';
import { commandsBelow, DEFAULTS, FILES, NOT_RUN, SAMPLES } from '../support/samples.js';

/** The flags that name what is read; every line has one of them, or paths. Those of the connection need a cluster. */
const INPUTS = [
  ...['-f', '--context', '--kubeconfig'],
  ...['--as', '--as-group', '--as-uid', '--request-timeout'],
];
const STRUCTURED = ['-o json', '-o yaml'];
const DETAILS = ['--explain', '--verbose', '--summary', '--show-labels', '-L'];
const CONTENT = [
  ...['--now', '--ready-after', '--stop-after', '--disable-eviction', '--objects'],
  ...['--from-file', '--from-literal', '--from-env-file', '--type', '-n', '--server-concurrency'],
];
const FILTERS = ['-n', '--only-namespace', '-l', '-c', '--pod-selector', '--ignore', '--config'];

/** Flags that print another table, which has no further columns. */
const WIDE_TABLES = ['--summary', '--images', '--dns', '--why', '--evict'];

/** Pairs in which the first flag has nothing to do. */
function isHarmless(flag: string, other: string): boolean {
  const [name = ''] = flag.split(' ');
  return (
    // Only tables have headings.
    (name === '--no-headers' && !/^-o (?:wide|csv)$|^--sort-by/.test(other)) ||
    // They have every detail.
    (STRUCTURED.includes(other) && DETAILS.includes(name)) ||
    // A terminal shows these tables whole.
    (flag === '-o wide' && WIDE_TABLES.includes(other.split(' ')[0] ?? '')) ||
    // All namespaces, as in kubectl.
    (name === '-n' && other === '--all-namespaces') ||
    // A name says nothing about what the object is or does.
    (other === '-o name' && CONTENT.includes(name)) ||
    // Objects that are not shown need no answer.
    FILTERS.includes(other.split(' ')[0] ?? '')
  );
}

const COMMAND_OF = await commandsBelow();

test('every command has a sample', () => {
  const known = [...Object.keys(SAMPLES), ...Object.keys(NOT_RUN)];
  expect([...COMMAND_OF.keys()].filter((path) => !known.includes(path))).toEqual([]);
});

describe.each(Object.entries(SAMPLES))('kubesem %s', (path, sample) => {
  const command = COMMAND_OF.get(path) as Command;
  const flags = command.options.flatMap((option): string[] => {
    const name = option.short ?? option.long ?? '';
    if (INPUTS.includes(name)) {
      return [];
    }
    if (name === '-o') {
      const formats = option.argChoices ?? [];
      return formats.filter((each) => each !== option.defaultValue).map((each) => `-o ${each}`);
    }
    const isBoolean = !option.required && !option.optional;
    const value = sample.values?.[name] ?? option.argChoices?.at(-1) ?? DEFAULTS[name];
    return [isBoolean ? (option.long ?? '') : `${name} ${value}`];
  });

  test('each flag with a value has one in the sample', () => {
    expect(flags.filter((flag) => flag.endsWith(' undefined'))).toEqual([]);
  });

  test('no flag is lost', { timeout: 600_000 }, async () => {
    const file = filesOf(FILES);
    const known = new Map<string, { readonly isError: boolean; readonly text: string }>();
    const outputOf = async (...given: readonly string[]) => {
      const line = [path, ...given, sample.line].join(' ');
      const args = line.split(' ').map((word) => (word in FILES ? file(word) : word));
      const { status, stdout, stderr } = await kubesem(args.filter((word) => word !== ''));
      const found = known.get(line) ?? { isError: status === 2, text: status + stdout + stderr };
      // Nothing is shown, so nothing can be lost.
      const answer = { ...found, isError: found.isError || (status === 1 && stdout === '') };
      known.set(line, answer);
      return answer;
    };
    const base = await outputOf();
    expect(base.isError, base.text).toBe(false);
    const lost: string[] = [];
    for (const [index, flag] of flags.entries()) {
      for (const other of flags.slice(index + 1)) {
        const pair = await outputOf(flag, other);
        if (pair.isError || flag.split(' ')[0] === other.split(' ')[0]) {
          continue;
        }
        for (const [one, two] of [
          [flag, other],
          [other, flag],
        ] as const) {
          const alone = await outputOf(one);
          const hasEffect = !alone.isError && alone.text !== base.text;
          if (hasEffect && !isHarmless(one, two) && pair.text === (await outputOf(two)).text) {
            lost.push(`${one} with ${two}`);
          }
        }
      }
    }
    expect(lost.filter((pair) => sample.same?.includes(pair) !== true)).toEqual([]);
  });
});
