/** Returns a command line that passes these words on to a command, whatever characters they contain. */
export function commandLine(...words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** Quotes a word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w.,:=/@-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}
