// Doc comments as Markdown.

/** @typedef {import('./model.mjs').Part} Part */
/** @typedef {import('./model.mjs').Reflection} Reflection */

/**
 * Prints parts of a comment as Markdown. Text is text: VitePress must not read tags or interpolations in it.
 *
 * @param {Part[]} parts - parts of a doc comment
 * @param {Map<number, { name: string, href: string }>} places - addresses of exports by id
 */
export function markdown(parts, places) {
  return parts
    .map(({ kind, text, target }) => {
      if (kind !== 'inline-tag') {
        return kind === 'code'
          ? text
          : text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
      }
      const place = typeof target === 'number' ? places.get(target) : undefined;
      const address = place?.href ?? (typeof target === 'string' ? target : undefined);
      return address ? `[${text || place?.name}](${address})` : `\`${text}\``;
    })
    .join('')
    .trim();
}

/**
 * Splits the comment of an export into what a page shows at different places.
 *
 * @param {import('./model.mjs').Comment | undefined} comment - doc comment
 * @param {Map<number, { name: string, href: string }>} places - addresses of exports by id
 */
export function contract(comment, places) {
  /** @type {string[]} */
  const sources = [];
  /** Takes the paragraph that cites Kubernetes out of a text. @param {string} text */
  const withoutSource = (text) => {
    const start = text.search(/(?:^|\n\n)Sources?: /);
    if (start < 0) {
      return text;
    }
    sources.push(
      text
        .slice(start)
        .trim()
        .replace(/^Sources?: /, ''),
    );
    return text.slice(0, start).trim();
  };
  const print = (/** @type {Part[]} */ parts) => withoutSource(markdown(parts, places));
  const summary = print(comment?.summary ?? []);
  /** @param {string} name */
  const tagged = (name) =>
    (comment?.blockTags ?? [])
      .filter(({ tag }) => tag === name)
      .map(({ content }) => print(content));
  return {
    summary,
    remarks: tagged('@remarks'),
    examples: tagged('@example'),
    throws: tagged('@throws').map(thrown),
    returns: tagged('@returns').join(' '),
    see: tagged('@see'),
    sources,
  };
}

/**
 * Splits the text of a `@throws` into error, code and condition.
 *
 * @param {string} text - such as "[FieldError](…) with code `NOT_A_POD` if the object is of another kind"
 */
function thrown(text) {
  const [, error, code, condition] = /^(.*?) with code `([A-Z_0-9]+)`,?\s([^]*)$/.exec(text) ?? [];
  return { error: error ?? '', code: code ?? '', condition: (condition ?? text).trim() };
}

/**
 * Returns the first sentence of a text, without Markdown.
 *
 * @param {string} text - Markdown
 */
export function firstSentence(text) {
  const [paragraph = ''] = text.split('\n\n');
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&#123;', '{');
  return /^.*?[.](?=\s+[A-Z]|$)/.exec(plain)?.[0] ?? plain;
}

/**
 * Turns a text into one line of a table.
 *
 * @param {string} text - Markdown
 */
export const cell = (text) =>
  text
    .trim()
    .replaceAll(/\n\n(?=[-*] )|\n(?=[-*] )/g, '<br>')
    .replaceAll('\n\n', '<br>')
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|');
