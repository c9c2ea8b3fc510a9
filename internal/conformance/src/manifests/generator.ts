import type { Random } from '../harness/random.js';
import { scalar } from './scalars.js';

// White space and comments inside brackets and quotes, where indentation does not matter.
const GAPS: readonly string[] = [
  ...['', '', '', '', ' ', ' ', '\n', '\n  ', '\n    ', '\n\n', '\n# c\n ', ' # c\n', '\t', '#c\n'],
];

const ODD_FLOW: readonly string[] = [
  ...[
    'a:',
    ':a',
    '?x',
    '? x',
    '-',
    '- x',
    'a:b',
    'a::',
    'a?b',
    '"q":1',
    "'q':",
    '"q"',
    'a: b',
    ':',
  ],
  ...['? a : b', 'a :b', '*a', '&d x', '!!str 1', '#c', '|', '%', 'a#b', '<<: *a', '*a : x', ','],
];

/** A value in brackets or quotes, on several lines. */
function flowValue(random: Random, depth: number): string {
  const gap = () => random.pick(GAPS);
  const items = (item: (index: number) => string) =>
    Array.from({ length: random.below(4) }, (_, index) => gap() + item(index) + gap()).join(',');
  switch (random.below(depth > 2 ? 5 : 9)) {
    case 0:
      return random.pick(['x', '1', 'no', '"z"', '*a']);
    case 1:
      return `x${gap()}y`;
    case 2:
    case 3:
      return random.pick([`"x${gap()}y"`, `'x${gap()}y'`]);
    case 4:
      return random.percent(80) ? 'x' : random.pick(ODD_FLOW);
    case 5:
    case 6:
      return `[${items(() => flowValue(random, depth + 1))}${random.pick(['', '', ','])}${gap()}]`;
    default: {
      const member = (index: number) => {
        const key = random.pick(['k', 'k', '"k', "'k"]);
        const quote = /^["']/.exec(key)?.[0] ?? '';
        const space = random.pick([' ', ' ', '\n', '\n  ', '']);
        const colon = random.percent(95) ? ':' : random.pick([' :', '\n:', '', '?']);
        return `${key}${index}${quote}${colon}${space}${flowValue(random, depth + 1)}`;
      };
      return `{${items(member)}${gap()}}`;
    }
  }
}

const WORDS: readonly string[] = [
  'web',
  'a b',
  'x:y',
  'x#y',
  '-x',
  "it's",
  '"',
  'a: b',
  '#',
  '- a',
  'é',
  ':',
  '\\',
];

/** Lines of text at an indentation, nearly all of them at least that far. */
function lines(random: Random, indent: number, count: number): string {
  return Array.from({ length: count }, () => {
    const kind = random.below(20);
    const spaces = Math.max(
      0,
      indent + (kind < 15 ? 0 : kind < 18 ? random.below(3) : -random.below(2)),
    );
    const text = random.percent(15) ? '' : random.pick(WORDS);
    const tab = random.percent(4) ? '\t' : '';
    return `${' '.repeat(random.percent(10) ? 0 : spaces)}${tab}${text}${random.percent(5) ? ' ' : ''}\n`;
  }).join('');
}

/** A scalar in lines: `|` or `>` with its indicators, plain or quoted. */
function longScalar(random: Random, indent: number): string {
  const kind = random.below(6);
  const count = random.below(5);
  if (kind < 3) {
    const width = 1 + random.below(3);
    const chomping = random.pick(['', '', '-', '+']);
    const explicit = indent >= 0 && random.percent(20) ? `${width}` : '';
    const indicators = random.percent(50) ? explicit + chomping : chomping + explicit;
    const header = `${random.pick(['|', '>'])}${indicators}${comment(random)}\n`;
    const body = lines(random, Math.max(0, indent) + width, count);
    // See DEVIATIONS.md.
    return header + (explicit === '' ? body : body.replace(/^ +$/gm, ''));
  }
  const inner = lines(random, indent + 1 + random.below(2), count);
  const quote = kind === 3 ? '' : kind === 4 ? '"' : "'";
  const escape =
    quote === '"'
      ? random.pick(['', '\\n', '\\\n', '\\\n\n  ', '\\ ', '\\/', "\\'", '\\x41', '\\u00e9', '\\N'])
      : '';
  const text = quote === '' ? inner : inner.replaceAll(quote, '').replaceAll('\\', '');
  return `${quote}x ${escape}\n${text}${quote === '' ? '' : `${' '.repeat(indent + 1)}${quote}${comment(random)}\n`}`;
}

function comment(random: Random): string {
  const kind = random.below(20);
  return kind < 16 ? '' : kind < 19 ? ' # c' : random.pick(['#c', '\t# c', ' ', '\t', ' x']);
}

function properties(random: Random): string {
  if (random.percent(90)) {
    return '';
  }
  return random.pick([
    ...['&a ', '&b ', '&c ', '&a-1 ', '&é ', '&a.b ', '& ', '&a', '!!str ', '!!int ', '!!float '],
    ...[
      '!!bool ',
      '!!null ',
      '!!timestamp ',
      '!t ',
      '! ',
      '!!map ',
      '!!seq ',
      '!<tag:yaml.org,2002:str> ',
    ],
    ...['!!str &a ', '&b !!str ', '&a\n  ', '!!str\n  '],
  ]);
}

/** What follows a colon or a dash, up to the end of its last line. */
function value(random: Random, indent: number, depth: number): string {
  const start = random.percent(96) ? ' ' : random.pick(['', '\t', '  ', '\n', ' \t', ' # c\n']);
  const lead = start + properties(random);
  const kind = random.below(depth > 3 ? 10 : 16);
  if (kind < 5) {
    return `${lead}${scalar(random)}${comment(random)}\n`;
  }
  if (kind < 7) {
    return lead + longScalar(random, indent);
  }
  if (kind < 8) {
    return `${lead}${flowValue(random, 0)}${comment(random)}\n`;
  }
  if (kind < 9) {
    return `${random.pick(['', ' '])}${random.pick(['*a', '*b', '*c', ''])}${comment(random)}\n`;
  }
  if (kind < 10) {
    return `${lead}${random.pick(WORDS)}\n`;
  }
  const isList = kind < 13;
  const step = isList ? random.pick([0, 0, 2, 2, 1]) : random.pick([2, 2, 2, 1, 4, 0]);
  const inner = Math.max(0, indent + step);
  const body = isList ? list(random, inner, depth + 1) : mapping(random, inner, depth + 1);
  return `${lead.trimEnd()}${comment(random)}\n${body}`;
}

/** Lines between others: blank ones and comments. */
function between(random: Random, indent: number): string {
  const kind = random.below(30);
  return kind < 26
    ? ''
    : random.pick(['\n', '# c\n', `${' '.repeat(indent)}# c\n`, '   \n', '\t\n', '  # c: d\n']);
}

function mapping(random: Random, indent: number, depth: number): string {
  const pad = ' '.repeat(indent);
  return Array.from({ length: 1 + random.below(3) }, (_, index) => {
    const kind = random.below(40);
    if (kind === 0) {
      return `${pad}? ${scalar(random)}\n${pad}:${value(random, indent, depth)}`;
    }
    if (kind < 3) {
      return `${pad}<<: ${random.pick(['*a', '*b', '[*a, *b]', '{k: 1}', '[*a, {m: 2}]', '[]', 'x', '*c'])}\n`;
    }
    const key =
      kind < 34
        ? `k${index}`
        : random.pick([
            `"k${index}"`,
            `'k'`,
            'a b',
            '*c ',
            '*c',
            '&d k',
            '!!str k',
            '"a\\n"',
            '[a]',
            '',
            'k 1',
          ]);
    const name = kind === 3 ? scalar(random) : key;
    return `${between(random, indent)}${pad}${name}:${value(random, indent, depth)}`;
  }).join('');
}

function list(random: Random, indent: number, depth: number): string {
  const pad = ' '.repeat(indent);
  return Array.from({ length: 1 + random.below(3) }, () => {
    const kind = random.below(4);
    const lead = `${between(random, indent)}${pad}-`;
    if (kind === 0 && depth < 4) {
      // A mapping or a list on the line of the dash.
      const width = 1 + (random.percent(80) ? 1 : random.below(4));
      const inner = random.percent(70) ? mapping : list;
      const body = inner(random, indent + width, depth + 1);
      return `${lead}${' '.repeat(width - 1)}${body.trimStart()}`;
    }
    return lead + value(random, indent, depth);
  }).join('');
}

const ANCHORS = 'anchors:\n- &a {k0: v, l: 1}\n- &b\n  k1: w\n  l: 2\n- &c text\n';

const CHARACTERS: readonly string[] = [...' \t\n:?#&*!|>[]{},"\'-%@`x1.'];

/** A document in which a line break was forgotten. */
function withoutLineBreak(random: Random, text: string): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const [line = '', next = ''] = lines.splice(at, 2);
  lines.splice(at, 0, line + random.pick(['', ' ', '  ']) + next.trimStart());
  return lines.join('\n');
}

/** A document without separators. */
export function yamlDocument(random: Random): string {
  const kind = random.below(20);
  let text: string;
  if (kind < 6) {
    text = random.pick(['a: ', '- ']) + scalar(random) + '\n';
  } else if (kind < 8) {
    text = `a: ${flowValue(random, 0)}\nb: 1\n`;
  } else if (kind < 9) {
    text = `${value(random, -1, 2).trimStart()}`;
  } else {
    const indent = random.percent(90) ? 0 : random.below(3);
    text = (random.percent(75) ? mapping : list)(random, indent, 0);
    text = random.percent(40) && text.startsWith('k') ? ANCHORS + text : text;
  }
  if (random.percent(5)) {
    text = withoutLineBreak(random, text);
  }
  while (random.percent(10)) {
    text = random.edited(text, CHARACTERS);
  }
  // See DEVIATIONS.md.
  text = text.replace(/^([ \t]*(?:[!&]\S*[ \t]+)*[|>][-+]?)[1-9]/gm, '$1');
  return random.percent(3) ? text.trimEnd() : text;
}
