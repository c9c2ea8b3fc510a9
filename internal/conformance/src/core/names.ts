import {
  configMapKeyErrors,
  dns1035LabelErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  labelValueErrors,
  type NameErrorCodes,
  type NameSyntax,
  nameErrorMessage,
  portNameErrors,
  qualifiedNameErrors,
  relaxedEnvVarNameErrors,
  strictEnvVarNameErrors,
} from '@kubesem/core';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

/** Characters that some syntax treats specially; most are valid in one of them. */
const CHARACTERS: readonly string[] = [
  ...'abcz019azAZ09',
  ...[
    ...words('- - . . _ / ='),
    ' ',
    ...words('* % ~ !'),
    ...['\u007f', '\u0000', '\n', '\t', '@', '[', '`', '{'],
  ],
  ...[
    'ä',
    '\u0131',
    '\u212a',
    '\u017f',
    '\u2028',
    '\u{1f600}',
    '\ud800',
    '\uff0d',
    '\ufeff',
    '\u00ad',
    '\u0080',
  ],
];
const PLAIN: readonly string[] = [...'abcxyz0189'];
const SOME: readonly string[] = [...PLAIN, ...PLAIN, '-', '.', '_', 'A', 'Z', '/'];

/** Lengths around the limits in bytes, and short ones. */
const LENGTHS: readonly number[] = [
  ...[0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 14, 15, 15, 16, 62, 63, 63, 64, 252, 253, 253, 254, 300],
];

const KNOWN: readonly string[] = [
  '',
  ...words(`
    . .. ... ..data - -- a--b __proto__ constructor toString a/b /a a/ a/b/c // /
    example.com/My_Name Example.com/x kubernetes.io/hostname 8080 http http-2 -a--b a.b a..b
    a.-b a-.b a.b- 1.2.3.4 A=B = 1_VAR ..=
  `),
  ...['a\n', '\na'],
];

function run(random: Random, characters: readonly string[], length: number): string {
  let text = '';
  for (let index = 0; index < length; index++) {
    text += random.pick(characters);
  }
  return text;
}

function part(random: Random): string {
  const length = random.pick(LENGTHS);
  const characters = random.pick([PLAIN, SOME, SOME, CHARACTERS]);
  const text = run(random, random.percent(50) && length > 20 ? PLAIN : characters, length);
  // One wide character makes the length in bytes differ from that in characters.
  return random.percent(5) ? text.replace(/^./, random.pick(['ä', '€', '\u{1f600}'])) : text;
}

/** A name of any syntax, at the limits of all of them. */
export function anyName(random: Random): string {
  let text = random.percent(15) ? random.pick(KNOWN) : part(random);
  if (random.percent(30)) {
    text += random.pick(['/', '/', '.', '-', '--']) + part(random);
  }
  while (random.percent(25)) {
    text = random.edited(text, CHARACTERS);
  }
  return text;
}

/** Hand-picked names. */
function* nameExamples(): Iterable<string> {
  yield* KNOWN;
  for (const length of [15, 63, 253]) {
    for (const filler of ['a', '-', '.', 'ä']) {
      for (const count of [length, length + 1]) {
        yield filler.repeat(count);
        yield `x.y/${filler.repeat(count)}`;
        yield `${filler.repeat(count)}/x`;
      }
    }
    yield `${'ä'.repeat((length - 1) / 2)}a`;
    yield `${'€'.repeat(length / 3)}`;
    yield `${'\u0080'.repeat((length - 1) / 2)}ab`;
    yield `${'\u07ff\u0800'.repeat(length / 5)}a`;
  }
  for (let code = 0; code < 0x82; code++) {
    const character = String.fromCharCode(code);
    yield `a${character}b`;
    yield code % 2 === 0 ? `a${character}` : `${character}a`;
  }
}

type Check<Syntax extends NameSyntax> = (value: unknown) => readonly NameErrorCodes[Syntax][];

function operation<Syntax extends NameSyntax>(
  kubernetesName: string,
  syntax: Syntax,
  check: Check<Syntax>,
): Operation {
  return {
    name: `names.${kubernetesName}`,
    program: 'staging',
    examples: nameExamples,
    generate: anyName,
    compare(input, theirs, comparison) {
      const messages = theirs.out as readonly string[] | undefined;
      const ours = check(input).map((code) => nameErrorMessage(syntax, code));
      comparison.field('messages', messages?.join('\n'), ours.join('\n'));
    },
    kind: (input: Json) => `${check(input).join()},${/[^a-z0-9]/.exec(String(input))?.[0]}`,
  };
}

/** The syntax of names. */
export const nameOperations: readonly Operation[] = [
  operation('IsDNS1123Label', 'dns1123Label', dns1123LabelErrors),
  operation('IsDNS1123Subdomain', 'dns1123Subdomain', dns1123SubdomainErrors),
  operation('IsDNS1035Label', 'dns1035Label', dns1035LabelErrors),
  operation('IsQualifiedName', 'qualifiedName', qualifiedNameErrors),
  operation('IsValidLabelValue', 'labelValue', labelValueErrors),
  operation('IsValidPortName', 'portName', portNameErrors),
  operation('IsConfigMapKey', 'configMapKey', configMapKeyErrors),
  operation('IsRelaxedEnvVarName', 'relaxedEnvVarName', relaxedEnvVarNameErrors),
  operation('IsEnvVarName', 'strictEnvVarName', strictEnvVarNameErrors),
];
