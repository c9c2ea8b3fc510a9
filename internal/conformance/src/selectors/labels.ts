import {
  formatLabelRequirements,
  matchesLabelSelector,
  parseLabelSelector,
} from '@kubesem/selectors';
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
function selector(random: Random): string {
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
  generate: selector,
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

const LABEL_VALUES = [
  '',
  ...words('b web v1.2 1 -1 +1 01 9223372036854775807 -9223372036854775808 2'),
];
const LABEL_KEYS = words('a app app.kubernetes.io/name in notin x.y/z exists __proto__');

/** A valid requirement most of the time, about labels that objects have. */
function requirement(random: Random): string {
  const key = random.pick(LABEL_KEYS);
  const value = () => random.pick(LABEL_VALUES);
  switch (random.below(4)) {
    case 0:
      return random.pick(['', '!']) + key;
    case 1:
      return `${key} ${random.pick(['in', 'notin'])} (${random.list(3, value).join(',')})`;
    default:
      return `${key}${random.pick(words('= == != < >'))}${value()}`;
  }
}

function selectorAndLabels(random: Random): Json {
  const entries = random.list(4, () => [random.pick(LABEL_KEYS), random.pick(LABEL_VALUES)]);
  const text = random.percent(80)
    ? random.list(3, () => requirement(random)).join()
    : selector(random);
  return { selector: Buffer.from(text).toString(), labels: Object.fromEntries(entries) };
}

function* matchExamples(): Iterable<Json> {
  const selectors = ['', 'a', '!a', 'a=', 'a=1', 'a==1', 'a!=1', 'a>0', 'a<2', 'a>+0', 'a<01'];
  selectors.push('a in (1,2)', 'a notin (1,2)', 'a in ()', 'a notin ()', 'a in (,b)', 'a=1,b=2');
  const labels = [
    {},
    { a: '' },
    { a: '1' },
    { a: 'b' },
    { a: '01' },
    { a: '1', b: '2' },
    { b: '2' },
  ];
  for (const text of selectors) {
    yield* labels.map((each) => ({ selector: text, labels: each as Json }));
  }
}

const matches: Operation = {
  name: 'labels.matches',
  program: 'staging',
  examples: matchExamples,
  generate: selectorAndLabels,
  compare(input, theirs, comparison) {
    const { selector: text, labels } = input as {
      readonly selector: string;
      readonly labels: { readonly [key: string]: string };
    };
    const ours = attempt(() => matchesLabelSelector(parseLabelSelector(text), labels));
    const rejected = ours.code === undefined ? undefined : 'Selector';
    comparison.field('matches', theirs.err ?? theirs.out, rejected ?? ours.value);
  },
  kind(input, { err, out }) {
    const { selector: text } = input as { selector: string };
    return `${err},${out},${text.replace(/[\w./-]+/g, 'a').slice(0, 4)}`;
  },
};

/** Label selectors of requests. */
export const labelSelectorOperations: readonly Operation[] = [parse, matches];
