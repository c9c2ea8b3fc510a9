import { createInspectionMemory } from '@kubesem/inspect';
import { MODELS } from '../areas/models.js';
import { Case } from '../case/case.js';
import { DocumentReader } from '../case/documents.js';
import type { DumpFile, DumpProgress } from '../case/dump.js';
import { type Shareable, shareableText } from '../case/shareable.js';
import type { Answer, Marker, View } from './protocol.js';

const MAX_MARKERS = 500;

/** Computes what the panels show. It runs in a worker; tests call it directly. */
export class Engine {
  /** Reads texts; tests look at what it reads again. */
  readonly reader = new DocumentReader();
  private readonly memory = createInspectionMemory();
  private input = new Case([]);
  private shareable: Shareable | undefined;

  /** Reads a text; only what has changed since the last one. */
  async setText(name: string, text: string): Promise<void> {
    const { objects, problems } = await this.reader.read(name, text);
    this.input = new Case(objects, problems, this.memory);
    this.shareable = shareableText(text, this.reader.lastParts);
  }

  /** Reads dumps of clusters. */
  async setDump(
    files: readonly DumpFile[],
    onProgress: (progress: DumpProgress) => void,
  ): Promise<void> {
    // The objects before need not stay in memory.
    this.input = new Case([]);
    this.shareable = undefined;
    const { readDumps } = await import('../case/dump.js');
    const { objects, problems } = await readDumps(files, onProgress);
    this.input = new Case(objects, problems);
  }

  /** Loads what only some inputs need, so it also works without a network. */
  async preload(): Promise<void> {
    const models = [...MODELS.values()];
    await Promise.allSettled([
      import('../case/any-yaml.js'),
      import('../case/dump.js'),
      ...models.map((model) => model.preload?.()),
    ]);
  }

  /** Computes the tabs, the markers and the model of a view. */
  async answer({ areas, options }: View): Promise<Answer> {
    const { input, shareable } = this;
    const tabs = [...MODELS]
      .map(([area, { count }]) => ({ area, count: count(input) }))
      .filter(({ count }) => count > 0);
    const area = areas.find((wanted) => tabs.some((tab) => tab.area === wanted)) ?? '';
    const known = MODELS.get(area);
    const objects = input.objects.length;
    const common = { tabs, area, markers: markersOf(input), objects, shareable };
    if (known === undefined) {
      return common;
    }
    try {
      const model = await known.model(input, area === areas[0] ? (options ?? {}) : {});
      return { ...common, model };
    } catch (error) {
      return { ...common, failure: error instanceof Error ? error.message : String(error) };
    }
  }
}

function markersOf({ problems }: Case): readonly Marker[] {
  return problems.slice(0, MAX_MARKERS).map(({ severity, line, column, code, path, message }) => ({
    ...{ severity, line, column, code, path, message },
  }));
}
