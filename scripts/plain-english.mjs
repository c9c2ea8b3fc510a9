// `npm run lint:english [-- paths]`: finds wording that is not plain English in texts for users: help, messages, doc
// comments, Markdown files and package descriptions. Prints `file:line: found "…"; write "…"`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Wording to avoid, and its replacement. A space matches any white space, so a phrase can span lines. Case does not
 * matter. `END` matches the end of a clause, `CODE` matches anything in backticks. The exceptions are correct wording that a
 * pattern matches, with the words around it and the reason.
 *
 * Add a pattern only if its matches are always wrong. Make a pattern narrower rather than add an exception.
 *
 * @type {{ patterns: [pattern: string, write: string][], exceptions: { text: string, reason: string }[] }}
 */
const { patterns, exceptions } = JSON.parse(
  readFileSync(new URL('plain-english.json', import.meta.url), 'utf8'),
);

/** Replaces everything that is not text. No pattern matches it. */
const GAP = '\0';
/** Replaces code in a text. */
const CODE = '¤';

const END = String.raw`(?=\s*(?:[.,;:!?)|\0]|\n\s*\n|$))`;
const RULES = patterns.map(([pattern, write]) => {
  const spaced = pattern
    .replaceAll('END', END)
    .replaceAll('CODE', CODE + '+')
    .replaceAll(' ', String.raw`\s+`);
  return { write, regexp: new RegExp(String.raw`(?<![\w-](?=\w))(?:${spaced})(?![\w-])`, 'gi') };
});

/**
 * Replaces the characters of some parts of a text. Keeps length and lines.
 *
 * @param {string} text - the text
 * @param {RegExp} pattern - matches the parts; has the flag g
 * @param {string} [filler] - one character
 */
const blank = (text, pattern, filler = GAP) =>
  text.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, filler));

/**
 * Keeps the prose of Markdown, without code, links, comments and tags.
 *
 * @param {string} text - Markdown file, or a doc comment without its stars
 */
function prose(text) {
  const withoutBlocks = blank(text, /^[ \t]*```[^]*?^[ \t]*```|<!--[^]*?-->/gm);
  const withoutCode = blank(withoutBlocks, /`[^`]+`|\{@[^}]*\}/g, CODE);
  return blank(withoutCode, /\]\([^)]*\)|<[^>\n]*>|https?:\S+/g, CODE);
}

/**
 * Keeps the doc comments and strings of a TypeScript file.
 *
 * @param {string} text - content of the file
 */
function words(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  let kept = blank(text, /[^\n]+/g);
  let code = text;
  const replace = (/** @type {number} */ start, /** @type {string} */ part) => {
    kept = kept.slice(0, start) + part + kept.slice(start + part.length);
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      return;
    }
    const [start, end] = [node.getStart(source), node.end];
    if (ts.isTemplateExpression(node)) {
      replace(start, blank(text.slice(start, end), /[^]+/g, CODE));
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const inner = text.slice(start + 1, end).replace(/['"`]$|\$\{$/, '');
      replace(start, GAP + prose(inner) + GAP);
      code = code.slice(0, start) + blank(text.slice(start, end), /[^]+/g) + code.slice(end);
    }
    ts.forEachChild(node, visit);
    if (isJoin(node)) {
      const [from, to] = [node.left.end - 1, node.right.getStart(source) + 1];
      replace(from, blank(text.slice(from, to), /[^]+/g, ' '));
    }
  };
  visit(source);
  for (const { 0: comment, index } of code.matchAll(/\/\*\*[^]*?\*\//g)) {
    const content = blank(comment.slice(2, -2), /^[ \t]*\*/gm, ' ');
    replace(index, GAP + GAP + prose(content) + GAP + GAP);
  }
  return kept;
}

/**
 * Checks whether a node joins two strings with `+`, as in a long message.
 *
 * @param {ts.Node} node - any
 * @returns {node is ts.BinaryExpression} whether it does
 */
function isJoin(node) {
  const isText = (/** @type {ts.Node} */ part) =>
    ts.isStringLiteralLike(part) || ts.isTemplateExpression(part);
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    isText(node.right) &&
    (isText(node.left) || isJoin(node.left))
  );
}

/**
 * Finds wording that is not plain English.
 *
 * @param {string} file - name of the file; its ending decides how to read it
 * @param {string} text - content of the file
 * @returns {{ file: string, line: number, found: string, write: string }[]} findings in the order of the file
 */
export function findings(file, text) {
  const kept = file.endsWith('.md') ? prose(text) : file.endsWith('.ts') ? words(text) : text;
  return RULES.flatMap(({ regexp, write }) =>
    [...kept.matchAll(regexp)]
      .filter(({ 0: found, index }) => !isException(kept, found, index))
      .map(({ 0: { length }, index }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
        found: shown(kept, text, index, length),
        write,
      })),
  ).sort((a, b) => a.line - b.line);
}

/**
 * Returns a match as one line, including code.
 *
 * @param {string} kept - the text without code
 * @param {string} text - the text with it
 * @param {number} index - where it starts
 * @param {number} length - how long it is
 */
function shown(kept, text, index, length) {
  const characters = Array.from({ length }, (_, offset) => {
    const character = kept[index + offset];
    return character === CODE ? text[index + offset] : character;
  });
  return characters.join('').replaceAll(/\s+/g, ' ');
}

/**
 * Checks whether a match is part of an exception.
 *
 * @param {string} text - the text
 * @param {string} found - the wording
 * @param {number} index - where it is
 */
function isException(text, found, index) {
  return exceptions.some((exception) => {
    const start = index - exception.text.toLowerCase().indexOf(found.toLowerCase());
    const around = text.slice(Math.max(start, 0), start + exception.text.length);
    return around.toLowerCase() === exception.text.toLowerCase();
  });
}

/** Folders of installed packages, and what building the site writes. */
const SKIPPED = new Set(['node_modules', 'dist', 'cache']);

/**
 * Lists the files in a folder and, if wanted, its subfolders.
 *
 * @param {string} folder - folder, from the root of the workspace
 * @param {boolean} [recursive] - whether to include subfolders; then the list has only files
 * @returns {string[]} paths from the root of the workspace; empty if the folder does not exist
 */
function list(folder, recursive = true) {
  const path = join(root, folder);
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => {
    const file = posix.join(folder, entry.name);
    if (!recursive || !entry.isDirectory()) {
      return [file];
    }
    return SKIPPED.has(entry.name) ? [] : list(file);
  });
}

/** Returns the files with texts for users, from the root of the workspace. */
export function files() {
  const packages = ['packages', 'internal'].flatMap((place) => list(place, false));
  return [
    ...list('', false),
    ...['.changeset', '.github', 'docs', 'examples'].flatMap((folder) => list(folder)),
    ...packages.flatMap((folder) => [...list(folder, false), ...list(`${folder}/src`)]),
  ].filter(
    (file) =>
      /\.(md|ts)$|^packages\/.*\/package\.json$/.test(file) &&
      !/^docs\/(?:command\/(?!ci|usage)|reference\/|\.vitepress\/(?:dist|cache)\/)|\/node_modules\/|\/CHANGELOG\.md$/.test(
        file,
      ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2).map((path) => posix.normalize(path));
  const isChosen = (/** @type {string} */ file) =>
    paths.length === 0 || paths.some((path) => file.startsWith(path));
  const found = files()
    .filter(isChosen)
    .flatMap((file) => findings(file, readFileSync(join(root, file), 'utf8')));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { file, line, found: wording, write } of found) {
    console.log(`${file}:${line}: found "${wording}"; write "${write}"`);
    const [, place = file] = /^((?:packages|internal)\/[^/]+)\//.exec(file) ?? [];
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  for (const [place, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    console.error(`${String(count).padStart(5)}  ${place}`);
  }
  process.exitCode = found.length === 0 ? 0 : 1;
}
