// `npm run lint:english [-- paths]`: finds wording that is not plain English in texts for users: help, messages, doc
// comments, Markdown files and package descriptions. Prints `file:line: found "…"; write "…"`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Actors that accept and reject input. */
const ACTORS = '(?:API server|Kubernetes|kubelet|kubectl|CoreDNS|scheduler|server|Go)';
/** Nouns after `is no …`; English says `is not a …`. */
const THINGS =
  '(?:address|document|domain|duration|event|image|integer|key|label|list|mapping|name|node|number|object|pattern|Pod|quantity|selector|string|text|URL|value)(?:e?s)?';

/**
 * Wording to avoid, and its replacement. A space matches any white space, so a phrase can span lines. Case does not
 * matter. `END` matches the end of a clause, `CODE` matches anything in backticks.
 *
 * Add a row only if its matches are always wrong. Make a row narrower rather than add an exception.
 *
 * @type {readonly [pattern: string, write: string][]}
 */
const PATTERNS = [
  ['tells (?:what|which|how|whether|why|who|where|when|of)', 'shows, reports, lists, explains'],
  [
    '(?<!(?:can|cannot|could|to) )tell (?:what|which|how|whether|why|who|where|when|of)',
    'show, report, list, explain',
  ],
  ['(?:is|are|be) told(?! (?:apart|to|not to))', 'receives'],
  [
    'stands? (?:here|there|behind|before|beside|below|above|further|twice|at|on|within)',
    'is, appears, follows, precedes',
  ],
  ['stands? in(?! for)', 'is in, appears in'],
  ['(?<!there |CODE )(?:is|are) none(?! (?:of|or not))', 'is not a …, is invalid'],
  ['where there (?:is|are) none', 'if there is no …'],
  ['(?<!there )(?:is|are|was|were) no ' + THINGS, 'is not a …'],
  ['wished', 'desired'],
  ['stops? to be', 'stops being, is no longer'],
  ['so that (?:it|they) (?:is|are)', 'so it is'],
  [', tooEND', 'also, before the verb'],
  [', but for', 'except, except for'],
  ['for ever', 'forever'],
  ['refus(?:e|es|ed|ing)(?! to)', 'reject'],
  ['refusals?', 'rejection'],
  [`${ACTORS} takes(?: (?:it|them|that))?END`, 'accepts'],
  ['types? that take', 'accept'],
  [
    'takes? (?:any|anything|strings?|texts?|numbers?|objects?|JSON|YAML|quantit(?:y|ies)|amounts)(?! (?:apart|out|from|away|as|of))',
    'accepts',
  ],
  ['(?:what|that) (?:\\w+|CODE) takes? for', 'treats as'],
  ['comes? to (?:the same|one|that|more)', 'results in, equals, reaches'],
  ['what (?:\\S+ ){1,5}comes? to', 'the result of …'],
  ['(?:requests?|dumps?|that|which|what) comes? in(?: as|END)', 'arrives'],
  ['what comes out', 'the result'],
  ['(?:is|are|was|were|be|been) (?:not )?looked at', 'is checked, is read, is compared'],
  ['(?:is|are|be) held against', 'is compared with'],
  ['beside', 'next to, compared with, together with, alongside'],
  [
    '(?:steps?|digits|word|words|offset|tried|put|comes?) behind(?! it)|behind (?:all|another|others|the (?:end|start|first|last|outermost|point|value|string|object|bracket|brackets))',
    'after',
  ],
  ['in front of(?! (?:a|an|the|your) [\\w ]*(?:server|service|proxy|app|application))', 'before'],
  ['(?:has|have|is|be|no|enough) room', 'can run, fits, capacity'],
  ['(?:each|every \\w+) by itself', 'individually'],
  ['by itself is', 'individually'],
  ['JSON type than', 'the wrong JSON type'],
  ['(?:what|who) (?:is|are|was) left out', 'omitted, skipped'],
  ['there twice', 'duplicate'],
  ['any ?moreEND', 'no longer'],
  ['how likely it is that', 'the probability that'],
  ['called so', 'named …'],
  [', also (?:within|on|an?|the|if)', 'even, including, or also before the verb'],
  ['what CODE throws', 'the errors of …'],
  ['(?:is|are) not readable', 'cannot be read'],
  ['(?:half|halves) of (?:a )?surrogate pairs?', 'lone surrogate'],
  ['the way of (?:a|an|the)', 'how …'],
  ['doors?', 'function, parser'],
  ['twins?', 'counterpart'],
];

/**
 * Correct wording that a pattern matches, with the words around it and the reason.
 *
 * @type {readonly { text: string, reason: string }[]}
 */
const EXCEPTIONS = [
  { text: 'connection refused', reason: 'what operating systems print' },
  { text: 'query refused', reason: 'the name of a DNS response code' },
];

/** Replaces everything that is not text. No pattern matches it. */
const GAP = '\0';
/** Replaces code in a text. */
const CODE = '¤';

const END = String.raw`(?=\s*(?:[.,;:!?)|\0]|\n\s*\n|$))`;
const RULES = PATTERNS.map(([pattern, write]) => {
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
  return EXCEPTIONS.some((exception) => {
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
      !/^docs\/(?:command|reference|\.vitepress\/(?:dist|cache))\/|\/node_modules\/|\/CHANGELOG\.md$/.test(
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
