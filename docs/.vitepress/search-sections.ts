// What the search finds: the sections of the pages, by their headings.

/** A section of a page, for the index. */
interface Section {
  readonly anchor: string;
  /** Headings above it, and its own. */
  readonly titles: string[];
  readonly text: string;
}

const HEADING = /<h([1-6])[^>]*>(.*?)<a[^>]* href="#([^"]*)"[^>]*>.*?<\/a><\/h\1>/g;
/** Headings that many pages of the reference have. What is below them belongs to the section above. */
const PARTS =
  /^(?:Parameters|Returns|Errors|Example|See also|Source|Constructor|Properties|Methods|Types|Classes|Constants|More)$/;
const ERROR_CODE = /<tr>\s*<td><a id="([^"]*)"><\/a>(.*?)<\/td>([^]*?)<\/tr>/g;

/**
 * Splits a page into what the search lists. Each error code is a result of its own.
 *
 * @param file - file of the page
 * @param html - the page
 * @returns its sections
 */
export function searchSections(file: string, html: string): Section[] {
  const isReference = file.includes('/reference/');
  const sections: Section[] = [];
  const above: string[] = [];
  const headings = [...html.matchAll(HEADING)];
  for (const [
    index,
    { 0: whole, 1: level, 2: heading = '', 3: anchor = '', index: at },
  ] of headings.entries()) {
    const text = plain(html.slice(at + whole.length, headings[index + 1]?.index));
    const title = plain(heading);
    const last = sections.at(-1);
    if (isReference && PARTS.test(title) && last) {
      sections[sections.length - 1] = { ...last, text: `${last.text} ${text}` };
      continue;
    }
    above.length = Math.min(above.length, Number(level) - 1);
    above.push(title);
    sections.push({ anchor, titles: [...above], text });
  }
  return file.endsWith('/reference/error-codes.md')
    ? [...sections.map((section) => ({ ...section, text: '' })), ...errorCodes(html)]
    : sections;
}

function errorCodes(html: string): Section[] {
  return [...html.matchAll(ERROR_CODE)].map(([, anchor = '', code = '', rest = '']) => ({
    anchor,
    titles: ['Error codes', plain(code)],
    // As one word, too: see theme/search-ranking.ts.
    text: `${plain(code).replaceAll('_', '')} ${plain(rest)}`,
  }));
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .trim();
