import { formatLabelRequirements, parseLabelSelector } from '@kubesem/selectors';
import { anyName } from '../core/names.js';
import { attempt } from '../harness/comparison.js';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

const CHARACTERS: readonly string[] = [...'=!<>(), \t\r\n\0\v\u00a0aA1-./_é\\"'];
const KEYS = words('a app app.kubernetes.io/name in notin x.y/z -a a/ exists');
const VALUES = [
  '',
  ...words('b web v1.2 1 -1 +1 01 9223372036854775807 9223372036854775808 in -b'),
];
const GAPS: readonly string[] = ['', '', '', ' ', '\t', '\r\n', '\n ', '\0', '\u00a0'];

/** A selector, valid or nearly so. */
export function anyLabelSelector(random: Random): string {
  const gap = () => random.pick(GAPS);
  const key = () => (random.percent(90) ? random.pick(KEYS) : anyName(random));
  const value = () => (random.percent(90) ? random.pick(VALUES) : anyName(random));
  const requirement = () => {
    const parts =
      random.below(3) === 0
        ? [random.pick(['', '!', '!', '!!']), key()]
        : random.percent(50)
          ? [key(), random.pick(words('= == != < > <= => === ! in')), value()]
          : [
              key(),
              ` ${random.pick(['in', 'notin', 'IN'])} `,
              '(',
              values(),
              random.pick([')', ')', ')', '', '))']),
            ];
    return parts.map((part) => gap() + part).join('') + gap();
  };
  const values = () =>
    Array.from({ length: random.below(4) }, () => gap() + value() + gap()).join(',');
  let text = Array.from({ length: random.below(4) }, requirement).join(
    random.percent(95) ? ',' : random.pick([',,', ' ', '&']),
  );
  while (random.percent(15)) {
    text = random.edited(text, CHARACTERS);
  }
  return text;
}

function* examples(): Iterable<string> {
  yield* ['', ' ', ',', 'a', '!a', 'a,', ',a', 'a=', 'a=,b', 'a!=b', 'a==b', 'a=b c', 'a in', '()'];
  yield* ['a in (b,c)', 'a notin ()', 'a in (,)', 'a in (b,,c)', 'a in b', 'a in (b', 'in in (in)'];
  yield* ['a>1', 'a<-1', 'a>b', 'a>', 'a<9223372036854775808', 'a>+1', '!a=b', '! a', '!!a', '!'];
  for (const character of CHARACTERS) {
    yield* [`a${character}`, `${character}a`, `a=b${character}`, `a in (b${character},c)`];
  }
}

const parse: Operation = {
  name: 'labels.parse',
  program: 'staging',
  examples,
  generate: anyLabelSelector,
  compare(input, theirs, comparison) {
    const ours = attempt(() => formatLabelRequirements(parseLabelSelector(input as string)));
    const rejected = ours.code === undefined ? undefined : 'Selector';
    comparison.field('text', theirs.err ?? theirs.out, rejected ?? ours.value);
  },
  kind: (input: Json, { err }) =>
    `${err},${String(input)
      .replace(/[\w./-]+/g, 'a')
      .slice(0, 4)}`,
};

/** Label selectors of requests. */
export const labelSelectorOperations: readonly Operation[] = [parse];
