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
  const [before = '', ...coloured] = text.split('\u001b[');
  const named = coloured.map((part) => part.replace(/^(\d+)m/, (_, code) => PAINTS[code] ?? '</>'));
  return before + named.join('');
}
