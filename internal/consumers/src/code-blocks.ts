import { readdirSync, readFileSync } from 'node:fs';
import { markdownFiles, publicPackages, root, typescriptFiles } from './workspace.js';

/** A fenced block of code in the documentation. */
export interface CodeBlock {
  /** File with the block. */
  readonly file: string;
  /** Line number of the first line of code, starting at 1. */
  readonly line: number;
  /** Word after the opening fence, such as `ts`. */
  readonly language: string;
  /** Code, without the stars of a doc comment. */
  readonly code: string;
}

/**
 * Finds the code blocks in everything users read: Markdown files and the doc comments of published packages.
 *
 * @param language - word after the opening fence
 * @returns the blocks of that language
 */
export function documentedCode(language: string): CodeBlock[] {
  const guides = readdirSync(`${root}docs/guides`).map((guide) => `docs/guides/${guide}/`);
  const commands = readdirSync(`${root}packages/cli/src/commands`).map(
    (command) => `packages/cli/src/commands/${command}/`,
  );
  const files = [
    ...['', 'docs/', ...guides, 'docs/migrate/', 'examples/'].flatMap(markdownFiles),
    ...['docs/command/', ...commands].flatMap(markdownFiles),
    ...publicPackages.flatMap((name) => markdownFiles(`packages/${name}/`)),
    ...publicPackages.flatMap((name) => typescriptFiles(`packages/${name}/src`)),
  ];
  return files.flatMap(codeBlocks).filter((block) => block.language === language);
}

/**
 * Finds the fenced blocks of a Markdown file, or those in the doc comments of a TypeScript file.
 *
 * @param file - path below the root of the workspace
 * @returns the blocks in their order
 */
export function codeBlocks(file: string): CodeBlock[] {
  const margin = file.endsWith('.ts') ? /^\s*\* ?/ : /^/;
  const blocks: CodeBlock[] = [];
  let open: { line: number; language: string; code: string[] } | undefined;
  for (const [index, text] of readFileSync(root + file, 'utf8')
    .split('\n')
    .entries()) {
    if (!margin.test(text)) {
      continue;
    }
    const content = text.replace(margin, '');
    const fence = /^\s*```(\w*)/.exec(content);
    if (open && fence) {
      blocks.push({ ...open, file, code: open.code.join('\n') });
      open = undefined;
    } else if (open) {
      open.code.push(content);
    } else if (fence) {
      open = { line: index + 2, language: fence[1] ?? '', code: [] };
    }
  }
  return blocks;
}
