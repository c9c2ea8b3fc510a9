import { readdirSync, readFileSync } from 'node:fs';

const AREAS = new URL('../src/areas/', import.meta.url);

/** The examples of the areas: area, name and text. */
export const EXAMPLES: readonly (readonly [area: string, name: string, text: string])[] =
  readdirSync(AREAS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: area }) =>
      readdirSync(new URL(`${area}/`, AREAS))
        .filter((file) => file.endsWith('.yaml'))
        .map(
          (file) => [area, file, readFileSync(new URL(`${area}/${file}`, AREAS), 'utf8')] as const,
        ),
    );

/** The text of an example. */
export function example(file: string): string {
  return EXAMPLES.find(([, name]) => name === file)?.[2] ?? '';
}
