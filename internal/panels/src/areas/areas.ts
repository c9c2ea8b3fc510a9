import type { Area } from './area.js';

const MODULES = import.meta.glob<{ readonly area: Area }>('./*/index.ts', { eager: true });

/** An area and its id, the name of its folder. */
export interface NamedArea extends Area {
  readonly id: string;
}

/** The areas in the order of their tabs: the folders with an `index.ts`. */
export const AREAS: readonly NamedArea[] = Object.entries(MODULES)
  .map(([path, { area }]) => ({ id: path.split('/')[1] ?? '', ...area }))
  .sort((a, b) => a.order - b.order);

/** Loads all panels and examples, one after the other, so the page also works without a network. */
export async function preloadAreas(): Promise<void> {
  for (const { panel, examples } of AREAS) {
    await panel();
    for (const { load } of examples) {
      await load();
    }
  }
}
