import { parseFieldSelector, requiredFieldValue } from '@kubesem/selectors';
import { attempt } from '../harness/comparison.js';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

const CHARACTERS: readonly string[] = [...'=!\\, \n\r\u2028aé'];
const FIELDS = ['', ...words('metadata.name spec.nodeName a a ! a! __proto__ 😀 \uffff')];
const VALUES = ['', ...words('web a \\, \\= \\\\ \\a \\ a\\,b é __proto__ !')];

/** A selector, and a field whose value it may require. */
export function anyFieldSelector(random: Random): Json {
  const term = () =>
    random.pick(FIELDS) + random.pick(words('= = == != !== === !')) + random.pick(VALUES);
  let text = random.list(4, () => (random.percent(90) ? term() : '')).join(',');
  while (random.percent(25)) {
    text = random.edited(text, CHARACTERS);
  }
  // An edit may leave half of a character.
  return { selector: Buffer.from(text).toString(), field: random.pick(FIELDS) };
}

function* examples(): Iterable<Json> {
  for (const text of [
    ...['', ',', 'a', 'a=', '=a', '=', '==', '!=', 'a=b', 'a==b', 'a!=b', 'a!b', 'a!!=b', 'a===b'],
    ...[
      'a=b,a=c',
      'b=1,a=2',
      'a!=b,a=c',
      'a=b=c',
      'a=\\=',
      'a=\\,,b=1',
      'a=\\',
      '\\=a=b',
      'a\\,=b',
    ],
    ...['a=\\\\', 'a=\\b', ' a = b ', 'a=b\nc', 'a\n=b', '😀=1,\uffff=2', 'a=é'],
  ]) {
    yield { selector: text, field: 'a' };
  }
}

const parse: Operation = {
  name: 'fields.parse',
  program: 'staging',
  examples,
  generate: anyFieldSelector,
  compare(input, theirs, comparison) {
    const { selector: text, field } = input as { selector: string; field: string };
    const ours = attempt(() => {
      const requirements = parseFieldSelector(text);
      const required = requiredFieldValue(requirements, field) ?? null;
      return JSON.stringify({ required, requirements });
    });
    const rejected = ours.code === undefined ? undefined : 'Selector';
    const out = theirs.out as { required: Json; requirements: Json } | undefined;
    const answer =
      out && JSON.stringify({ required: out.required, requirements: out.requirements });
    comparison.field('requirements', answer ?? theirs.err, ours.value ?? rejected);
  },
  kind(input, { err, out }) {
    const { selector: text } = input as { selector: string };
    const isRequired = (out as { required: Json } | undefined)?.required != null;
    return `${err},${isRequired},${text.replace(/[\w.]+/g, 'a').slice(0, 5)}`;
  },
};

/** Field selectors of requests. */
export const fieldSelectorOperations: readonly Operation[] = [parse];
