import { goQuote } from '@kubesem/core/internal';
import type { Operation } from '../harness/operation.js';

/** A range of code points, without the last one. */
interface Codes {
  readonly from: number;
  readonly to: number;
}

/** Where the characters that `goQuote` does not escape begin and end, in turns. */
function bounds({ from, to }: Codes): readonly number[] {
  const found: number[] = [];
  for (let code = from; code <= to; code++) {
    const isPrinted = code < to && isKept(String.fromCodePoint(code));
    if (isPrinted !== (found.length % 2 === 1)) {
      found.push(code);
    }
  }
  return found;
}

/** Quotes and backslashes are printable, and escaped for another reason. */
function isKept(char: string): boolean {
  return char === '"' || char === '\\' || goQuote(char) === `"${char}"`;
}

const printable: Operation = {
  name: 'text.printable',
  program: 'staging',
  *examples() {
    yield { from: 0, to: 0x110000 };
    for (let from = 0; from < 0x110000; from += 0x4000) {
      yield { from, to: from + 0x4000 };
    }
  },
  generate(random) {
    const from = random.below(0x10ff00);
    return { from, to: from + random.below(256) };
  },
  compare: (input, theirs, comparison) => {
    const ours = bounds(input as unknown as Codes);
    comparison.field('bounds', JSON.stringify(theirs.out), JSON.stringify(ours));
  },
  kind: (_input, theirs) => String((theirs.out as readonly unknown[]).length > 999),
};

/** Texts as Go prints them. */
export const textOperations: readonly Operation[] = [printable];
