import type { AreaModel } from './area.js';

const MODULES = import.meta.glob<{ readonly model: AreaModel }>('./*/model.ts', { eager: true });

/** The models by area: the folders with a `model.ts`. */
export const MODELS: ReadonlyMap<string, AreaModel> = new Map(
  Object.entries(MODULES).map(([path, { model }]) => [path.split('/')[1] ?? '', model]),
);
