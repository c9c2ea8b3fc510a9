/**
 * A node of a YAML document, before its scalars are resolved. `start` is its offset in the text; an anchor or a tag before
 * it does not count.
 */
export type YAMLNode = YAMLScalar | YAMLList | YAMLMap | YAMLAlias;

/** A scalar with its text, without quotes, escapes and indentation. */
export interface YAMLScalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly text: string;
  /** False for quotes and blocks. */
  readonly isPlain: boolean;
  /** The full tag, such as `tag:yaml.org,2002:int`. */
  readonly tag: string | undefined;
}

/** A list; its children are its items. */
export interface YAMLList {
  readonly kind: 'list';
  readonly start: number;
  readonly children: readonly YAMLNode[];
}

/** A mapping; its children are keys and values in turn. */
export interface YAMLMap {
  readonly kind: 'map';
  readonly start: number;
  readonly children: readonly YAMLNode[];
}

/** An alias, and the last node before it with an anchor of that name. */
export interface YAMLAlias {
  readonly kind: 'alias';
  readonly start: number;
  readonly name: string;
  readonly target: YAMLNode | undefined;
}
