// Writes the interfaces of the API in `@kubesem/core`: the fields of the released Go types, with our comments.
import { posix } from 'node:path';
import { INTERFACES, NAMES, TYPES } from './interfaces.js';
import { moduleRelease } from './release.js';
import type { GoType, Structs } from './structs.js';

const FOLDER = 'packages/core/src/api/';

/** The files of the types that are written by hand, since they are not structs of Go. */
const WRITTEN: { readonly [name: string]: string } = {
  DisruptedPods: 'meta/metadata',
  IntOrPercent: '../int-or-percent',
  KubernetesObject: 'meta/kubernetes-object',
  QuantityInput: 'meta/quantity-input',
  ResourceList: 'meta/metadata',
  StringMap: 'meta/metadata',
  Timestamp: 'meta/metadata',
};

/** What a caller may pass for a scalar of Go. */
const SCALARS: { readonly [scalar: string]: string } = {
  boolean: 'boolean',
  bytes: 'string',
  duration: 'string',
  int32: 'number',
  int64: 'number',
  intOrString: 'number | string',
  quantity: 'QuantityInput',
  string: 'string',
  time: 'Timestamp',
  uint64: 'number',
};

/** The type of a map of Go by that of its values. */
const MAPS: { readonly [scalar: string]: string } = {
  bytes: 'StringMap',
  quantity: 'ResourceList',
  string: 'StringMap',
  time: 'DisruptedPods',
};

/** The fields of most objects, which their interfaces inherit. */
const OBJECT_FIELDS = ['kind', 'apiVersion', 'metadata', 'spec', 'status'];

/** An interface to write. */
interface Interface {
  readonly name: string;
  readonly file: string;
  /** Package and name of the Go type. */
  readonly struct: string;
  /** The interface that it extends. */
  readonly base: string;
  readonly comment: string;
  /** Comments by field. */
  readonly comments: Map<string, string>;
  /** Types by field, also of inherited fields. */
  readonly types: Map<string, string>;
}

type Interfaces = ReadonlyMap<string, Interface>;

/**
 * Returns the sources with the interfaces by path in the repository.
 *
 * @param structs - the Go types
 * @throws an error that lists what is missing in `interfaces.ts`, and what Go does not have
 */
export function interfaceTexts(structs: Structs): Map<string, string> {
  const interfaces = readInterfaces(structs);
  const missing = [...interfaces.values()].filter(({ struct }) => !structs.has(struct));
  if (missing.length > 0) {
    const lines = missing.map(
      ({ name, file }) => `${file}: the Go types of the API group have no ${name}`,
    );
    throw new Error(lines.join('\n'));
  }
  const errors = [...setTypes(interfaces, structs), ...sharedErrors(interfaces, structs)];
  const texts = new Map<string, string>();
  for (const file of Object.keys(INTERFACES)) {
    const members = [...interfaces.values()].filter((each) => each.file === file);
    errors.push(...members.flatMap((each) => fieldErrors(each, interfaces)));
    texts.set(`${FOLDER}${file}.ts`, fileText(file, members, interfaces));
  }
  if (errors.length > 0) {
    throw new Error(`interfaces.ts and the Go types differ:\n${errors.join('\n')}`);
  }
  return texts;
}

/** The files in `api/` by the names of the interfaces in them. */
export function filesOfInterfaces(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(INTERFACES).flatMap(([file, comments]) =>
      Object.keys(comments)
        .filter((key) => !key.includes('.'))
        .map((heading) => [heading.split(' extends ')[0] ?? '', file]),
    ),
  );
}

/** The interfaces by name, without types. */
function readInterfaces(structs: Structs): Interfaces {
  const interfaces = new Map<string, Interface>();
  for (const [file, comments] of Object.entries(INTERFACES)) {
    const [folder = ''] = file.split('/');
    for (const [key, comment] of Object.entries(comments)) {
      const [heading = '', field] = key.split('.');
      const [name = '', base = ''] = heading.split(' extends ');
      if (field !== undefined) {
        interfaces.get(name)?.comments.set(field, comment);
        continue;
      }
      const struct =
        [...structs.keys()].find((each) => isNamed(each, folder, name)) ??
        Object.keys(NAMES).find((each) => NAMES[each] === name) ??
        name;
      const empty = { comments: new Map(), types: new Map() };
      interfaces.set(name, { name, file, struct, base, comment, ...empty });
    }
  }
  return interfaces;
}

/** Whether a Go type, such as `k8s.io/api/core/v1.Pod`, has a name and is in the package of an API group. */
function isNamed(struct: string, group: string, name: string): boolean {
  return struct.endsWith(`.${name}`) && struct.split('/').includes(group);
}

/** Sets the types of all fields. Returns an error for each struct without an interface. */
function setTypes(interfaces: Interfaces, structs: Structs): string[] {
  const errors: string[] = [];
  for (const { name, struct, base, comments, types } of interfaces.values()) {
    for (const { name: field, type } of structs.get(struct)?.fields ?? []) {
      const comment = comments.get(field) ?? interfaces.get(base)?.comments.get(field);
      types.set(field, comment?.endsWith('not read.') ? 'unknown' : typeText(type));
    }
    for (const [field, type] of Object.entries(TYPES)) {
      if (field.startsWith(`${name}.`)) {
        types.set(field.slice(name.length + 1), type);
      }
    }
  }
  return errors;

  function typeText({ scalar = '', struct, list, map }: GoType): string {
    if (list !== undefined) {
      return `readonly ${typeText(list)}[]`;
    }
    if (struct === undefined) {
      const type = map ? MAPS[map.scalar ?? ''] : SCALARS[scalar];
      if (type === undefined) {
        errors.push(`no type for ${JSON.stringify(map ?? scalar)}`);
      }
      return type ?? 'unknown';
    }
    const name = NAMES[struct] ?? struct.slice(struct.lastIndexOf('.') + 1);
    if (NAMES[struct] === undefined && interfaces.get(name)?.struct !== struct) {
      errors.push(`${struct} has no interface`);
    }
    return name;
  }
}

/** The fields that a Go type has, and the interface that it shares has not. */
function sharedErrors(interfaces: Interfaces, structs: Structs): string[] {
  return Object.entries(NAMES).flatMap(([struct, name]) =>
    (structs.get(struct)?.fields ?? [])
      .filter((field) => !interfaces.get(name)?.types.has(field.name))
      .map((field) => `${struct}.${field.name}: ${name} has no such field`),
  );
}

/** The fields that an interface declares itself. */
function ownFields({ base, comments, types }: Interface, interfaces: Interfaces): string[] {
  const isObject = comments.size === 0 && [...types.keys()].join() === OBJECT_FIELDS.join();
  const inherited = isObject ? types : interfaces.get(base)?.types;
  return [...types.keys()].filter((field) => !inherited?.has(field));
}

function fieldErrors(each: Interface, interfaces: Interfaces): string[] {
  const { name, base, comments, types } = each;
  const own = ownFields(each, interfaces);
  const undocumented = own.filter((field) => !comments.has(field));
  const unknown = [...comments.keys()].filter((field) => !own.includes(field));
  const different = [...(interfaces.get(base)?.types ?? [])].filter(
    ([field, type]) => types.has(field) && types.get(field) !== type,
  );
  return [
    ...undocumented.map((field) => `${name}.${field}: no comment`),
    ...unknown.map((field) => `${name}.${field}: not a field of its own`),
    ...different.map(([field]) => `${name}.${field}: not as in ${base}`),
  ];
}

function fileText(file: string, members: readonly Interface[], interfaces: Interfaces): string {
  const declarations = members.map((each) => declaration(each, interfaces));
  const code = declarations.join('\n').replace(/\/\*\*.*?\*\//gs, '');
  const sources = [...new Set(code.match(/\b[A-Z]\w*/g))].map(
    (name) => [name, WRITTEN[name] ?? interfaces.get(name)?.file] as const,
  );
  const imports = sources.flatMap(([name, source]) => {
    const path = posix.relative(posix.dirname(file), source ?? file);
    const from = path.startsWith('.') ? path : `./${path}`;
    return source === undefined || source === file
      ? []
      : [`import type { ${name} } from '${from}.js';`];
  });
  return `\n${imports.join('\n')}\n\n${declarations.join('\n')}`;
}

function declaration(each: Interface, interfaces: Interfaces): string {
  const { name, struct, base, comment, comments, types } = each;
  const own = ownFields(each, interfaces);
  const parent =
    own.length > 0 || base !== ''
      ? base
      : `KubernetesObject<${types.get('spec')}, ${types.get('status')}>`;
  const [packagePath, goName] = struct.split(/\.(?=\w+$)/);
  const source = `Source: \`${packagePath}\` ${moduleRelease}${goName === name ? '' : `, type \`${goName}\``}.`;
  const fields = own.map((field) => {
    const type = types.get(field);
    const value = type === 'unknown' ? type : `${type} | null | undefined`;
    return `/** ${comments.get(field)} */\nreadonly '${field}'?: ${value};`;
  });
  return `${docComment(`${comment}\n\n${source}`)}
export interface ${name}${parent && ` extends ${parent}`} {
${fields.join('\n')}
}
`;
}

/** A doc comment in lines of at most 128 characters. A link stays in one line. */
function docComment(text: string): string {
  const lines = text.split('\n').flatMap((paragraph) => {
    const broken = [''];
    for (const word of paragraph.match(/\{@link \w+\}\S*|\S+/g) ?? []) {
      const line = `${broken.pop()} ${word}`;
      broken.push(...(line.length > 126 ? [line.slice(0, -word.length - 1), ` ${word}`] : [line]));
    }
    return broken;
  });
  return `/**\n${lines.map((line) => ` *${line}`).join('\n')}\n */`;
}
