/** A whole number with commas. `toLocaleString` would load the rules of a language first, which takes a phone 40 ms. */
export function withCommas(value: number): string {
  const digits = `${value}`;
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(',');
}
