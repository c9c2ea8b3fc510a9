import type { DumpProgress } from '../case/dump.js';
import type { Shareable } from '../case/shareable.js';

/** What to show: an area and its options. */
export interface View {
  /** The area that is wanted, then those to show if it has nothing to show. */
  readonly areas: readonly string[];
  /** Options of the wanted area. */
  readonly options: unknown;
}

/** A tab, and how much it has to show. */
export interface Tab {
  readonly area: string;
  readonly count: number;
}

/** A problem at its place in the text. */
export interface Marker {
  readonly severity: 'error' | 'warning';
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** The answer to a text, a dump or a view. */
export interface Answer {
  readonly tabs: readonly Tab[];
  /** The area that is shown: the first of the wanted ones that has something to show; empty if none has. */
  readonly area: string;
  /** What its panel shows; absent if there is nothing, or it failed. */
  readonly model?: unknown;
  /** Why there is no model. */
  readonly failure?: string | undefined;
  readonly markers: readonly Marker[];
  readonly objects: number;
  /** What a link may contain; absent for dumps. */
  readonly shareable?: Shareable | undefined;
}

/** What the page sends to the worker. */
export type Request = { readonly id: number; readonly view: View } & (
  | { readonly type: 'view' }
  | { readonly type: 'text'; readonly name: string; readonly text: string }
  | { readonly type: 'dump'; readonly files: readonly File[] }
);

/** What the worker sends to the page. */
export type Reply =
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'progress'; readonly id: number; readonly progress: DumpProgress }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
