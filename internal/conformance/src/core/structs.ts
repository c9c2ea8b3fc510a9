import type { Oracle } from '../harness/oracle.js';
import type { Schema, Schemas } from './release.js';

/** A kind in one version. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The type of a value: one of its first four fields is set. */
export interface GoType {
  readonly scalar?: string;
  /** Package and name. */
  readonly struct?: string;
  readonly list?: GoType;
  readonly map?: GoType;
  /** The fields that identify an item of a list of type `map`. */
  readonly keys?: readonly string[];
  /** Whether it is a list of type `set`. */
  readonly isSet?: boolean;
}

/** A field of a struct in JSON. */
export interface Field {
  readonly name: string;
  /** Go name, after those of embedded structs, with dots. */
  readonly go: string;
  readonly type: GoType;
  readonly omitempty: boolean;
  readonly required: boolean;
}

/** A struct with its package and name. */
export interface Struct {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Structs by package and name. */
export type Structs = ReadonlyMap<string, Struct>;

interface KindAnswer {
  readonly root: string;
  readonly structs: { readonly [name: string]: readonly Omit<Field, 'required'>[] };
}

/** Asks the oracle for the Go types of kinds, and adds what the OpenAPI documents say about their fields. */
export async function readStructs(
  oracle: Oracle,
  kinds: readonly Kind[],
  schemas: Schemas,
): Promise<{ roots: Map<Kind, string>; structs: Structs }> {
  const lines = kinds.map(({ apiVersion, kind }) => {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    return JSON.stringify({ op: 'kind.types', in: { Group: group, Version: version, Kind: kind } });
  });
  const answers = (await oracle.ask(lines)).map((line): KindAnswer => {
    const { out, fault }: { out?: KindAnswer; fault?: string } = JSON.parse(line);
    if (out === undefined) {
      throw new Error(
        `${fault ?? line}; if its sources know the kind, build the oracle again: node internal/conformance/oracle/build.mjs kubernetes`,
      );
    }
    return out;
  });
  const roots = new Map(kinds.map((kind, index) => [kind, answers[index]?.root ?? '']));
  const structs = new Map<string, Struct>();
  for (const [name, fields] of answers.flatMap((each) => Object.entries(each.structs))) {
    structs.set(name, { name, fields: withSchema(fields, schemas.get(schemaName(name))) });
  }
  return { roots, structs };
}

/** `io.k8s.api.core.v1.Pod` of `k8s.io/api/core/v1.Pod`. */
function schemaName(name: string): string {
  return name.replace('k8s.io', 'io.k8s').replace(/\//g, '.');
}

/** Fields without a schema, as in the metrics API, are required unless Go may omit them. */
function withSchema(
  fields: readonly Omit<Field, 'required'>[],
  schema: Schema | undefined,
): Field[] {
  return fields.map((field) => {
    const { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': keys }: Schema =
      schema?.properties?.[field.name] ?? {};
    const required = schema ? (schema.required ?? []).includes(field.name) : !field.omitempty;
    const isSet = listType === 'set';
    return { ...field, required, type: { ...field.type, ...(keys && { keys }), isSet } };
  });
}
