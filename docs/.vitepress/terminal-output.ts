import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';

const NAME = 'shell-output';

/** Only the commands of a block with output have colors: as shell code, the words of tables would. */
const TERMINAL = {
  name: NAME,
  scopeName: 'text.shell-output',
  embeddedLangs: ['shellscript'],
  patterns: [
    {
      match: String.raw`^(\$) (.*)$`,
      captures: {
        '2': {
          patterns: [{ include: 'source.shell#typical_statements' }, { include: 'source.shell' }],
        },
      },
    },
  ],
  repository: {},
};

/** The languages to load first. The types of VitePress lack the names of the built-in ones, which it accepts. */
export const LANGUAGES = ['sh', TERMINAL] as unknown as NonNullable<MarkdownOptions['languages']>;

/**
 * Highlights `sh` blocks that show output as what they are: commands after `$ `, and text. The copy button copies only
 * the commands.
 *
 * @param md - renderer of the pages
 */
export function terminalOutput(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'sh' || !/^\$ /m.test(token.content)) {
      return fence?.(tokens, index, ...rest) ?? '';
    }
    token.info = NAME;
    const html = fence?.(tokens, index, ...rest) ?? '';
    return html
      .replace(`<span class="lang">${NAME}</span>`, '<span class="lang">sh</span>')
      .replace(/(<code[^>]*>)([^]*)(?=<\/code>)/, (_, start, lines) => start + outputApart(lines));
  };
}

/** Encloses lines of output in an element that the copy button leaves out. A command goes on after a backslash. */
function outputApart(html: string): string {
  let isCommand = false;
  let goesOn = false;
  return html
    .split(/(?<=\n)/)
    .map((line) => {
      const text = line.replaceAll(/<[^>]*>/g, '');
      isCommand = goesOn || text.startsWith('$ ');
      goesOn = isCommand && text.trimEnd().endsWith('\\');
      return isCommand ? line : `<span class="vp-copy-ignore">${line}</span>`;
    })
    .join('');
}
