import type { Chain, Lane, ResourceDetail } from '@kubesem/panels/models';

/** What the live box of a guide asks for, and how it answers. `LiveBox.vue` shows it. */
export interface Box {
  /** The text that the reader can change; absent if the fields are enough. */
  readonly input?: TextInput;
  /** Short values that the reader can change. */
  readonly fields?: readonly Field[];
  /**
   * Computes the answer. An error that it throws is shown as its message.
   *
   * @param text - the text, as the reader has changed it
   * @param values - values of the fields by their names
   */
  readonly answer: (text: string, values: Values) => readonly Part[];
}

/** A text of several lines. */
export interface TextInput {
  /** What the text is, such as `Pod in YAML`. */
  readonly label: string;
  /** The text at first. */
  readonly text: string;
}

/** A short value. */
export interface Field {
  /** Name of the value in {@link Values}. */
  readonly name: string;
  /** What the value is. */
  readonly label: string;
  /** The value at first. */
  readonly value: string;
  /** The only values to choose from. */
  readonly choices?: readonly string[];
}

/** Values of the fields by their names. */
export type Values = Readonly<Record<string, string>>;

/** A part of an answer. */
export type Part =
  | {
      readonly kind: 'sentence';
      readonly text: string;
      /** Whether it is good or bad news. */
      readonly tone?: 'good' | 'bad' | undefined;
    }
  | { readonly kind: 'lines'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly Row[] }
  | { readonly kind: 'bars'; readonly bars: readonly Bar[] }
  | Diagram;

/** A part that a diagram of the panels shows. */
export type Diagram =
  | { readonly kind: 'phases'; readonly detail: ResourceDetail }
  | { readonly kind: 'chain'; readonly chain: Chain }
  | {
      readonly kind: 'timeline';
      readonly title: string;
      readonly lanes: readonly Lane[];
      readonly durationMs: number;
    }
  | {
      readonly kind: 'chart';
      readonly title: string;
      readonly series: readonly Series[];
      /** Seconds between two values. */
      readonly sampleSeconds: number;
    };

/** A line of a chart. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** Its color, from 1 to 6. */
  readonly color: number;
}

/** The cells of a row. */
export type Row = readonly string[];

/** A part of a whole, as a bar. */
export interface Bar {
  /** What it measures. */
  readonly label: string;
  /** The part divided by the whole; undefined if the whole is zero. */
  readonly ratio: number | undefined;
  /** Both in words. */
  readonly text: string;
}

/** A sentence of an answer. */
export const sentence = (text: string, tone?: 'good' | 'bad'): Part => ({
  kind: 'sentence',
  text,
  tone,
});

/** Text of fixed width. */
export const lines = (text: string): Part => ({ kind: 'lines', text });

/** A table. */
export const table = (columns: readonly string[], rows: readonly Row[]): Part => ({
  kind: 'table',
  columns,
  rows,
});

/** A list of bars. */
export const bars = (list: readonly Bar[]): Part => ({ kind: 'bars', bars: list });
