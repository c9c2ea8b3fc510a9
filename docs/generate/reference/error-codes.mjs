// The table of all error codes: those that functions throw, and those of problems that they return.
import { existsSync, readdirSync } from 'node:fs';
import { cell, contract } from './comments.mjs';
import { anchor, KIND } from './model.mjs';
import { frontMatter } from './pages.mjs';

/** @typedef {import('./model.mjs').Reflection} Reflection */
/** @typedef {Map<number, { name: string, href: string }>} Places */

/**
 * Returns the page of the error codes.
 *
 * @param {Reflection[]} packages - modules of the project
 * @param {Places} places - addresses of exports
 * @param {string} root - folder of the workspace
 */
export async function errorCodes(packages, places, root) {
  /** @type {Map<string, { meaning: string, meanings: Set<string>, from: Set<string>, types: Set<string> }>} */
  const codes = new Map();
  const entry = (/** @type {string} */ code) => {
    const found = codes.get(code) ?? {
      meaning: '',
      meanings: new Set(),
      from: new Set(),
      types: new Set(),
    };
    codes.set(code, found);
    return found;
  };
  for (const { children = [] } of packages) {
    for (const reflection of children) {
      const link = `[${reflection.name}](${places.get(reflection.id)?.href})`;
      const callables = [
        ...(reflection.signatures ?? []),
        ...(reflection.children ?? []).flatMap(({ signatures = [] }) => signatures),
      ];
      for (const { comment } of callables) {
        for (const { code, condition } of contract(comment, places).throws) {
          if (code) {
            const found = entry(code);
            found.meaning ||= condition;
            found.from.add(link);
          }
        }
      }
      if (reflection.kind === KIND.alias && /(?:Code|Problem)$/.test(reflection.name)) {
        for (const { type, value } of reflection.type?.types ?? []) {
          if (type === 'literal' && /^[A-Z][A-Z_0-9]+$/.test(String(value))) {
            entry(String(value)).types.add(link);
          }
        }
        for (const [code, meaning] of listed(reflection.comment)) {
          codes.get(code)?.meanings.add(sentence(meaning));
        }
      }
    }
  }
  for (const folder of folders(root)) {
    const link = `[\`@kubesem/${folder}\`](/reference/${folder}/)`;
    for (const table of Object.values(await import(`${root}packages/${folder}/dist/codes.js`))) {
      for (const [code, { summary }] of Object.entries(table)) {
        const found = entry(code);
        found.meaning = summary;
        found.types.add(link);
      }
    }
  }
  const rows = [...codes]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, { meaning, meanings, from, types }]) => {
      const places = [...types, ...from];
      const text = sentence(meaning) || [...meanings].join(' ');
      if (text === '') {
        throw new Error(`${code} has no meaning; list it in the comment of its type`);
      }
      const more = places.length > 4 ? ` and ${places.length - 4} more` : '';
      return `| <a id="${anchor(code)}"></a>\`${code}\` | ${cell(text)} | ${places.slice(0, 4).join(', ')}${more} |`;
    });
  return `${frontMatter('Error codes', 'Every error code of the packages and of kubesem inspect, what it means, and which functions throw or return it.', 'outline: false\naside: false\n')}
# Error codes

Errors and findings have a stable \`code\`. Match the code, never the message. Functions throw an error with the code, or
return it in a problem together with the field: see [FieldProblem](/reference/core/types-field#fieldproblem).

| code | meaning | from |
| --- | --- | --- |
${rows.join('\n')}
`;
}

/**
 * Lists the folders of the packages that say what their codes mean; `inspect` has the rows of the others as well.
 *
 * @param {string} root - folder of the workspace
 */
function folders(root) {
  return readdirSync(`${root}packages`).filter((folder) =>
    existsSync(`${root}packages/${folder}/src/codes.ts`),
  );
}

/**
 * Reads the list of codes in the comment of a type: "- `A`, `B`: meaning".
 *
 * @param {import('./model.mjs').Reflection['comment']} comment - the comment
 * @returns {[code: string, meaning: string][]} the codes with their meanings
 */
function listed(comment) {
  const text = (comment?.summary ?? []).map((part) => part.text).join('');
  return text.split(/^- /m).flatMap((item) => {
    const [, names = '', meaning = ''] = /^((?:`[A-Z_0-9]+`(?:, )?)+): ([^]*)/.exec(item) ?? [];
    const [lines = ''] = meaning.split('\n\n');
    return [...names.matchAll(/`(\w+)`/g)].map(
      ([, code = '']) => /** @type {[string, string]} */ ([code, lines.replaceAll(/\s+/g, ' ')]),
    );
  });
}

/**
 * Turns a condition into a sentence.
 *
 * @param {string} condition - such as "if a field has the wrong JSON type"
 */
function sentence(condition) {
  const text = condition.replace(/^if /, '').trim();
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.)]$/.test(text) ? '' : '.');
}
