import { describe, expect, test } from 'vitest';
import { documentedCode } from '../src/code-blocks.js';
import { plain, run, type Shown } from '../src/example.js';

async function compare({ place, actual, value, throws }: Shown): Promise<void> {
  if (throws === undefined) {
    expect(plain(await actual()), place).toStrictEqual(plain(await value?.()));
    return;
  }
  const outcome = await actual().then(
    (result) => ({ result }),
    (error) => error,
  );
  expect(outcome, place).toMatchObject({ code: throws });
}

describe('the examples in doc comments and Markdown files', () => {
  const blocks = documentedCode('ts').map(
    (block) => [`${block.file}:${block.line}`, block] as const,
  );

  test.each(blocks)('%s', async (_place, block) => {
    await run(block, (name) => import(name), compare);
  });
});
