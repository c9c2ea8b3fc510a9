const PAINTS: Readonly<Record<string, string>> = {
  1: '<bold>',
  2: '<dim>',
  31: '<red>',
  32: '<green>',
  33: '<yellow>',
  35: '<magenta>',
  36: '<cyan>',
};

/** A coloured text with the names of its colours, for people to read. */
export function painted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they start with
  return text.replace(/\u001b\[(\d+)m/g, (_, code: string) => PAINTS[code] ?? '</>');
}
