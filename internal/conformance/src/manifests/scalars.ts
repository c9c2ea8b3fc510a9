import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { quantityText } from '../quantity/texts.js';

/** Plain scalars that YAML 1.1, YAML 1.2 and JSON read differently, and similar ones. */
export const SCALARS: readonly string[] = [
  ...words(`
    0b+01 0b-1 -0b+1 +0b1 0B+1 0b- 010000000000000000000000 0o1000000000000000000000000
  `),
  '',
  ...words(`
    ~ null Null NULL nULL y Y yes Yes YES yEs n N no No NO on On ON oN off Off OFF true True
    TRUE tRue false False FALSE nil none 0 -0 +0 00 1 -1 +1 01 07 08 09 017 -017 0o17 0O17 0o8
    0x1F 0X1f 0xg 0b101 0B101 0b2 -0x10 +0b1 1_000 1__0 _1 1_ 0x_1 0_1 -_1 1.5 .5 5. -.5 +.5 .
    .. 1. 1e3 1E3 1e+3 1e-3 e3 1e 1.5e3 .5e3 1_0.5 1.5_0 ._5 .5_0 .5_ 1e1_0 0.1e400 1e400 -1e400
    1e-400 1.7976931348623157e308 .inf -.inf +.inf .Inf .INF .iNF .nan .NaN .NAN -.nan inf nan
    Infinity 9007199254740991 9007199254740993 9223372036854775807 9223372036854775808
    -9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616
    0xffffffffffffffff 0x1ffffffffffffffff 12:30:45 1:30 -1:30.5 2001-01-01 2001-01-01T00:00:00Z
    2001-1-1
  `),
  '2001-01-01 00:00:00',
  ...words('1.2.3 = << < - 500m 1Gi 1.5Gi +326 3.M 1e3Gi 0.1 100n a'),
  'a b',
  ...words('a:b a#b "a" \'a\' "1" \'1\''),
  ...[
    '"\\u0031"',
    "'it''s'",
    '"\\x41\\n"',
    '!!str 1',
    '!!int "1"',
    '!!float 1',
    '!!bool yes',
    '!!null ~',
    '[1, 2]',
    '{a: 1}',
    '[]',
    '{}',
    'ä',
    '\u00a0',
  ],
];

// No character that starts another kind of node.
const CHARACTERS: readonly string[] = [...'01789_.+-eExXoObBaAfFnNyYiI~'];

/** A plain or quoted scalar. */
export function scalar(random: Random): string {
  const kind = random.below(10);
  let text = kind < 5 ? random.pick(SCALARS) : kind < 7 ? quantityText(random) : number(random);
  while (!/[!"'[{]/.test(text) && random.percent(15)) {
    text = random.edited(text, CHARACTERS);
  }
  return text;
}

function number(random: Random): string {
  const digits = Array.from({ length: 1 + random.below(21) }, () =>
    random.pick([...'0123456789017_']),
  );
  const prefix = random.pick(['', '', '', '0', '0x', '0b', '0o', '-', '+', '.', '-0x', '-.']);
  const text = prefix + digits.join('');
  return random.percent(30)
    ? `${text}${random.pick(['.', '.5', 'e5', 'E-5', 'e+400', '.e1'])}`
    : text;
}
