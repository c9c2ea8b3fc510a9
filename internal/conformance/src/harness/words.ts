/** Splits a text at white space: a compact way to write a list of short texts. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
