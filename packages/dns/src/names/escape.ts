// Names and texts as zone files write them. Source: RFC 1035, 5.1; `github.com/miekg/dns` v1.1.72, `UnpackDomainName`,
// `sprintName` and `sprintTxt`.

/** A name in which every character stands for itself; dots separate its labels. */
const PLAIN_NAME = /^[!#-&*-:<-?A-[\]-~]*$/;
/** A character, or how a name escapes a byte: as `\DDD` or `\X`. */
const CHARACTER = /\\(\d{3})|\\?([^])/gu;
const SPECIAL_IN_NAMES = ` "'();@\\.`;
const SPECIAL_IN_TEXTS = '"\\';

/**
 * Escapes a name: no white space, quote or comment of it can end a field of a zone file. What is escaped stays so.
 *
 * @param name - the name, in which dots separate labels
 * @param dot - what stands for a dot within a label
 * @returns the name in printable ASCII characters
 */
export function escapeName(name: string, dot = '\\.'): string {
  if (PLAIN_NAME.test(name)) {
    return name;
  }
  return name.replace(CHARACTER, (written, decimal?: string, character = '') => {
    if (written === '.') {
      return '.';
    }
    if (written === '\\') {
      // Nothing follows it.
      return '';
    }
    const escaped =
      decimal === undefined
        ? escapeCharacter(character, SPECIAL_IN_NAMES)
        : escapeByte(Number(decimal) & 255, SPECIAL_IN_NAMES);
    return escaped === '\\.' ? dot : escaped;
  });
}

/** Escapes the text of a TXT record. */
export function escapeText(text: string): string {
  return text.replace(/[^]/gu, (character) => escapeCharacter(character, SPECIAL_IN_TEXTS));
}

/** Escapes the UTF-8 bytes of a character; half a surrogate pair counts as U+FFFD, as in Go. */
function escapeCharacter(character: string, special: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 128) {
    return escapeByte(code, special);
  }
  const whole = /\p{Surrogate}/u.test(character) ? '\ufffd' : character;
  return encodeURIComponent(whole).replace(/%(..)/g, (_, hex: string) =>
    escapeByte(Number.parseInt(hex, 16), special),
  );
}

function escapeByte(byte: number, special: string): string {
  if (byte < 32 || byte > 126) {
    return `\\${`${byte}`.padStart(3, '0')}`;
  }
  const character = String.fromCharCode(byte);
  return special.includes(character) ? `\\${character}` : character;
}
