const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/**
 * Compares keys as Go sorts them when it writes YAML: numbers in them by their value, letters last.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `keyList.Less`.
 *
 * @param first - a key
 * @param second - another key
 * @returns negative if the first key comes first, positive if the second does
 */
export function compareKeys(first: string, second: string): number {
  const a = [...first];
  const b = [...second];
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a[index] === b[index]) {
    index += 1;
  }
  if (index === length) {
    return a.length - b.length;
  }
  const isLetterA = LETTER.test(a[index] as string);
  const isLetterB = LETTER.test(b[index] as string);
  if (isLetterA !== isLetterB) {
    return isLetterB ? -1 : 1;
  }
  if (!isLetterA) {
    const inNumber =
      (a[index] === '0' || b[index] === '0') && isInNumber(a, index) ? BigInt(1) : BigInt(0);
    const one = numberAt(a, index, inNumber);
    const other = numberAt(b, index, inNumber);
    if (one.value !== other.value) {
      return one.value < other.value ? -1 : 1;
    }
    if (one.end !== other.end) {
      return one.end - other.end;
    }
  }
  return codeOf(a[index]) - codeOf(b[index]);
}

/** Whether digits precede a zero, and not only zeros. */
function isInNumber(chars: readonly string[], end: number): boolean {
  let index = end - 1;
  while (index >= 0 && chars[index] === '0') {
    index -= 1;
  }
  return index >= 0 && DIGIT.test(chars[index] as string);
}

function numberAt(chars: readonly string[], start: number, before: bigint) {
  let value = before;
  let end = start;
  while (end < chars.length && DIGIT.test(chars[end] as string)) {
    value = BigInt.asIntN(64, value * BigInt(10) + BigInt(codeOf(chars[end]) - 0x30));
    end += 1;
  }
  return { value, end };
}

function codeOf(char = ''): number {
  return char.codePointAt(0) ?? 0;
}
