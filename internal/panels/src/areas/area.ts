import type { Component } from 'vue';
import type { Case } from '../case/case.js';

/** The model of an area: what its panel shows, as plain data without quantities, so it can be sent from a worker. */
export interface AreaModel<Model = unknown, Options = unknown> {
  /** How much there is to show; the tab appears if this is not 0. */
  readonly count: (input: Case) => number;
  /** Computes what the panel shows. */
  readonly model: (input: Case, options: Options) => Model | Promise<Model>;
  /** Loads what the model needs besides its own module, so it also answers without a network. */
  readonly preload?: (() => Promise<unknown>) | undefined;
}

/** Something to try. */
export interface AreaExample {
  readonly title: string;
  /** Loads the text. */
  readonly load: () => Promise<string>;
}

/** The panel of an area, for the page. */
export interface Area {
  /** Title of the tab. */
  readonly title: string;
  /** What the tab needs in the input, in a few words. */
  readonly needs: string;
  /** Position among the tabs. */
  readonly order: number;
  /**
   * Loads the panel: its properties are `model` and `options`; it emits `change` with new options and `show` with a place.
   */
  readonly panel: () => Promise<Component>;
  readonly examples: readonly AreaExample[];
}

/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A rule of Kubernetes that decides an answer. */
export interface Rule {
  /** The rule in a sentence. */
  readonly text: string;
  /** The Kubernetes function that decides. */
  readonly source: string;
  /** Page of the documentation. */
  readonly docs: string;
}

/** Rules by their ids. */
export type Rules<Id extends string = string> = { readonly [id in Id]: Rule };
