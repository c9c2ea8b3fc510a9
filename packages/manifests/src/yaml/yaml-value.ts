import type { FieldPathSegment } from '@kubesem/core';
import { type JSONValue, setOwn } from '../json/json-value.js';
import {
  duplicateKey,
  syntaxError,
  type TextDocument,
  type TextProblem,
  unreadable,
} from '../text-document.js';
import type { YAMLAlias, YAMLMap, YAMLNode, YAMLScalar } from './yaml-node.js';
import { plainKey, readPlainScalar, readTaggedScalar, type ScalarValue } from './yaml-scalar.js';

/** Thrown for YAML that kubectl rejects. */
class Rejected extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const NUMERIC = /^\d/;

type MutableObject = { [key: string]: JSONValue };

/** Converts a YAML document to the JSON value that kubectl makes of it; without a node it is null. */
export function convertYAML(root: YAMLNode | undefined, problems: TextProblem[]): TextDocument {
  if (root === undefined) {
    return { value: null, problems, offsetOf: () => 0 };
  }
  try {
    const converter = new Converter(problems);
    const value = converter.value(root);
    const places = converter.places(root, value);
    const offsetOf = (path: readonly FieldPathSegment[]) => places.offsetOf(path);
    const wrong = converter.hasNaN ? pathOfNaN(value) : undefined;
    if (wrong !== undefined) {
      throw new Rejected('a number must be finite', offsetOf(wrong));
    }
    return { value, problems, offsetOf };
  } catch (thrown) {
    if (!(thrown instanceof Rejected)) {
      throw thrown;
    }
    return unreadable(syntaxError(thrown.message, thrown.offset));
  }
}

class Converter {
  /** Whether there is a number that JSON does not have; a duplicate key may have replaced it. */
  hasNaN = false;
  private readonly open = new Set<YAMLAlias>();
  private nodeCount = 0;
  private aliasedCount = 0;
  /** Whether the values are in the order of the text. */
  private isOrdered = true;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(private readonly problems: TextProblem[]) {}

  /** Returns what finds the values in the text; call it last. */
  places(root: YAMLNode, value: JSONValue): ValuePlaces | YAMLPlaces {
    const { isOrdered, starts, ends } = this;
    return isOrdered ? new ValuePlaces(value, starts, ends) : new YAMLPlaces(root);
  }

  value(node: YAMLNode): JSONValue {
    const index = this.starts.push(node.start) - 1;
    const value = this.convert(node);
    this.ends[index] = this.starts.length;
    return value;
  }

  private convert(node: YAMLNode): JSONValue {
    this.count(node);
    switch (node.kind) {
      case 'scalar':
        return this.scalar(node);
      case 'map': {
        const object: MutableObject = {};
        this.fill(object, node);
        return object;
      }
      case 'list':
        return node.children.map((item) => this.value(item));
      default:
        return this.aliased(node, (target) => this.value(target));
    }
  }

  /**
   * Copies the members of a mapping to an object; a merge key copies those of another mapping over them.
   *
   * Source: `go.yaml.in/yaml/v2` v2.4.4, `decoder.mapping` and `decoder.merge`.
   */
  private fill(object: MutableObject, { children }: YAMLMap): void {
    const seen = new Set<string>();
    for (let index = 0; index < children.length; index += 2) {
      const keyNode = children[index] as YAMLNode;
      const valueNode = children[index + 1] as YAMLNode;
      if (isMergeKey(keyNode)) {
        this.isOrdered = false;
        this.merge(object, valueNode);
        continue;
      }
      const key = this.key(keyNode);
      // An object has its numeric keys first.
      this.isOrdered &&= !seen.has(key) && !NUMERIC.test(key);
      if (seen.has(key)) {
        this.problems.push(duplicateKey(keyNode.start));
      }
      seen.add(key);
      setOwn(object, key, this.value(valueNode));
    }
  }

  private merge(object: MutableObject, node: YAMLNode): void {
    for (const source of mergeSources(node)) {
      this.count(source);
      const fillFrom = (target: YAMLNode) => {
        if (target.kind !== 'map') {
          throw new Rejected('a merge key requires a mapping or a list of mappings', source.start);
        }
        this.fill(object, target);
      };
      if (source.kind === 'alias') {
        this.aliased(source, fillFrom);
      } else {
        fillFrom(source);
      }
    }
  }

  private key(node: YAMLNode): string {
    this.count(node);
    if (node.kind === 'alias') {
      return this.aliased(node, (target) => this.key(target));
    }
    if (node.kind === 'scalar' && node.tag !== undefined) {
      tagged(node.tag, node);
    }
    const key = keyOf(node);
    if (key === undefined) {
      throw new Rejected('a key must be a string, a 64-bit number or a boolean', node.start);
    }
    return key;
  }

  private scalar(node: YAMLScalar): ScalarValue {
    let value: ScalarValue = node.text;
    if (node.tag !== undefined) {
      value = tagged(node.tag, node);
    } else if (node.isPlain) {
      value = readPlainScalar(node.text);
    }
    this.hasNaN ||= Number.isNaN(value);
    return value;
  }

  private aliased<T>(alias: YAMLAlias, use: (target: YAMLNode) => T): T {
    if (alias.target === undefined) {
      throw new Rejected(
        'no anchor before this alias; put text that starts with "*" in quotes',
        alias.start,
      );
    }
    if (this.open.has(alias)) {
      throw new Rejected('the anchor of this alias contains itself', alias.start);
    }
    this.isOrdered = false;
    this.open.add(alias);
    const result = use(alias.target);
    this.open.delete(alias);
    return result;
  }

  /**
   * Limits the growth by aliases as kubectl does.
   *
   * Source: `go.yaml.in/yaml/v2` v2.4.4, `decoder.unmarshal` and `allowedAliasRatio`.
   */
  private count(node: YAMLNode): void {
    this.nodeCount += 1;
    if (this.open.size > 0) {
      this.aliasedCount += 1;
    }
    const excess = Math.min(Math.max(this.nodeCount - 400_000, 0) / 3_600_000, 1);
    // So large a share takes more than the 100 aliases and the 1,000 nodes that Go also requires.
    if (this.aliasedCount / this.nodeCount > 0.99 - 0.89 * excess) {
      throw new Rejected('the document contains excessive aliasing', node.start);
    }
  }
}

function tagged(tag: string, { text, start }: YAMLScalar): ScalarValue {
  const value = readTaggedScalar(tag, text);
  if (value === undefined) {
    throw new Rejected('the value does not match its tag', start);
  }
  return value;
}

function pathOfNaN(value: JSONValue): FieldPathSegment[] | undefined {
  if (typeof value !== 'object' || value === null) {
    return Number.isNaN(value) ? [] : undefined;
  }
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [segment, member] of members as readonly [FieldPathSegment, JSONValue][]) {
    const path = pathOfNaN(member);
    if (path !== undefined) {
      return [segment, ...path];
    }
  }
  return undefined;
}

/**
 * Finds the values of a document in its text. It needs much less memory than {@link YAMLPlaces}: two numbers for each value.
 *
 * The values are numbered in the order of the text, which is that of the keys of each object.
 */
class ValuePlaces {
  /** The numbers of the members of an object or list, by its own; each on the way to a value is indexed once. */
  private readonly members = new Map<number, ReadonlyMap<FieldPathSegment, number>>();

  /**
   * @param root - the value of the document
   * @param starts - the offset of each value
   * @param ends - the number of the first value after each value and its members
   */
  constructor(
    private readonly root: JSONValue,
    private readonly starts: readonly number[],
    private readonly ends: readonly number[],
  ) {}

  /** Returns the offset of the value at a path, or of the innermost value around it. */
  offsetOf(path: readonly FieldPathSegment[]): number {
    let place = 0;
    let value = this.root;
    for (const segment of path) {
      const child = this.membersOf(place, value).get(segment);
      if (child === undefined) {
        break;
      }
      place = child;
      value = (value as { readonly [key: string]: JSONValue })[segment] as JSONValue;
    }
    return this.starts[place] as number;
  }

  private membersOf(place: number, value: JSONValue): ReadonlyMap<FieldPathSegment, number> {
    const known = this.members.get(place);
    if (known !== undefined) {
      return known;
    }
    const members = new Map<FieldPathSegment, number>();
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    let next = place + 1;
    for (const key of keys) {
      members.set(Array.isArray(value) ? Number(key) : key, next);
      next = this.ends[next] as number;
    }
    this.members.set(place, members);
    return members;
  }
}

/** Finds the values of a document in its text. */
class YAMLPlaces {
  /** Values of a mapping by key; each mapping on the way to a value is indexed once. */
  private readonly members = new Map<YAMLMap, ReadonlyMap<FieldPathSegment, YAMLNode>>();

  /** @param root - the root of a document that kubectl accepts */
  constructor(private readonly root: YAMLNode) {}

  /** Returns the offset of the value at a path, or of the innermost value around it. */
  offsetOf(path: readonly FieldPathSegment[]): number {
    let place = this.root;
    for (const segment of path) {
      const node = resolved(place);
      const child = node.kind === 'map' ? this.membersOf(node).get(segment) : itemOf(node, segment);
      if (child === undefined) {
        break;
      }
      place = child;
    }
    return place.start;
  }

  private membersOf(map: YAMLMap): ReadonlyMap<FieldPathSegment, YAMLNode> {
    const known = this.members.get(map);
    if (known !== undefined) {
      return known;
    }
    const members = new Map<FieldPathSegment, YAMLNode>();
    collect(map, members);
    this.members.set(map, members);
    return members;
  }
}

function itemOf(node: YAMLNode, segment: FieldPathSegment): YAMLNode | undefined {
  return node.kind === 'list' && typeof segment === 'number' ? node.children[segment] : undefined;
}

function collect({ children }: YAMLMap, members: Map<FieldPathSegment, YAMLNode>): void {
  for (let index = 0; index < children.length; index += 2) {
    const key = children[index] as YAMLNode;
    const value = children[index + 1] as YAMLNode;
    if (isMergeKey(key)) {
      for (const source of mergeSources(value)) {
        collect(resolved(source) as YAMLMap, members);
      }
    } else {
      members.set(keyOf(key) as string, value);
    }
  }
}

/** Follows an alias to its anchor. */
function resolved(node: YAMLNode): YAMLNode {
  return node.kind === 'alias' && node.target !== undefined ? resolved(node.target) : node;
}

/** Returns the key that a node stands for; undefined if it cannot be one. */
function keyOf(node: YAMLNode): string | undefined {
  const target = resolved(node);
  if (target.kind !== 'scalar') {
    return undefined;
  }
  const { text, isPlain, tag } = target;
  return (tag === undefined ? isPlain : RESOLVED_TAGS.test(tag)) ? plainKey(text) : text;
}

const RESOLVED_TAGS = /^tag:yaml\.org,2002:(?:bool|float|int|null)$/;

/** Source: `go.yaml.in/yaml/v2` v2.4.4, `isMerge`. */
function isMergeKey(node: YAMLNode): boolean {
  if (node.kind !== 'scalar' || node.text !== '<<') {
    return false;
  }
  return node.tag === undefined ? node.isPlain : /^!$|^tag:yaml\.org,2002:merge$/.test(node.tag);
}

/** Returns the mappings of a merge key in the order in which they are copied: the first one wins. */
function mergeSources(value: YAMLNode): readonly YAMLNode[] {
  return value.kind === 'list' ? [...value.children].reverse() : [value];
}
