import type { FieldPathSegment } from '@kubesem/core';
import type { YAMLMap, YAMLNode } from './yaml-node.js';
import { plainKey } from './yaml-scalar.js';

/** Finds the values of a document in its text. */
export class YAMLPlaces {
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
export function keyOf(node: YAMLNode): string | undefined {
  const target = resolved(node);
  if (target.kind !== 'scalar') {
    return undefined;
  }
  const { text, isPlain, tag } = target;
  return (tag === undefined ? isPlain : RESOLVED_TAGS.test(tag)) ? plainKey(text) : text;
}

const RESOLVED_TAGS = /^tag:yaml\.org,2002:(?:bool|float|int|null)$/;

/** Source: `go.yaml.in/yaml/v2` v2.4.4, `isMerge`. */
export function isMergeKey(node: YAMLNode): boolean {
  if (node.kind !== 'scalar' || node.text !== '<<') {
    return false;
  }
  return node.tag === undefined ? node.isPlain : /^!$|^tag:yaml\.org,2002:merge$/.test(node.tag);
}

/** Returns the mappings of a merge key in the order in which they are copied: the first one wins. */
export function mergeSources(value: YAMLNode): readonly YAMLNode[] {
  return value.kind === 'list' ? [...value.children].reverse() : [value];
}
