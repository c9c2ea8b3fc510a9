/** The words of a text: a list of many short texts without white space. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
