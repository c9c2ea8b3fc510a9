// What the pages need from the JSON that TypeDoc writes: every export with its entry and the address of its text.

/** @typedef {{ kind: string, text: string, tag?: string, target?: number | string }} Part */
/** @typedef {{ summary: Part[], blockTags?: { tag: string, name?: string, content: Part[] }[] }} Comment */
/** @typedef {{ isOptional?: boolean, isReadonly?: boolean, isStatic?: boolean, isRest?: boolean, isExternal?: boolean }} Flags */
/**
 * A declaration, a signature or a parameter, as TypeDoc describes it.
 *
 * @typedef {object} Reflection
 * @property {number} id
 * @property {string} name
 * @property {string} entry - what an export is imported from, such as `@kubesem/core/kinds`
 * @property {number} kind
 * @property {Flags} flags
 * @property {Comment} [comment]
 * @property {{ fileName: string, line: number }[]} [sources]
 * @property {Reflection[]} [children]
 * @property {Reflection[]} [signatures]
 * @property {Reflection[]} [indexSignatures]
 * @property {Reflection} [getSignature]
 * @property {Reflection[]} [parameters]
 * @property {Reflection[]} [typeParameters]
 * @property {import('./types.mjs').Type} [type]
 * @property {import('./types.mjs').Type} [default]
 * @property {import('./types.mjs').Type[]} [extendedTypes]
 * @property {unknown} [inheritedFrom]
 * @property {string} [defaultValue]
 */

/** Numbers of TypeDoc for kinds of declarations. */
export const KIND = {
  module: 2,
  variable: 32,
  function: 64,
  class: 128,
  interface: 256,
  constructor: 512,
  property: 1024,
  method: 2048,
  accessor: 262144,
  alias: 2097152,
  reference: 4194304,
};

/** Kinds of exports with a page of their own. All others are types and share the page of their folder. */
const PAGES = new Set([KIND.variable, KIND.function, KIND.class]);

/**
 * Gives each package the exports of all its entries. TypeDoc has a module for each entry if there are several.
 *
 * @param {Reflection[]} packages - modules of the project
 */
export function withEntries(packages) {
  return packages.map((each) => ({
    ...each,
    children: (each.children ?? []).flatMap((child) => {
      const name = child.kind === KIND.module ? child.name.replace(/^.*\/src\/?/, '') : '';
      const entry = name === '' ? each.name : `${each.name}/${name}`;
      const exports = child.kind === KIND.module ? (child.children ?? []) : [child];
      return exports
        .filter(({ kind }) => kind !== KIND.reference)
        .map((reflection) => ({ ...reflection, entry }));
    }),
  }));
}

/**
 * Returns the name of the entry of an export, such as `kinds`; empty for the main entry of its package.
 *
 * @param {Reflection} reflection - an export
 */
const entryName = ({ entry }) => entry.split('/')[2] ?? '';

/**
 * Reports whether an export shares a page: types, and the constants of other entries than the main one.
 *
 * @param {Reflection} reflection - an export
 */
export const isType = (reflection) =>
  !PAGES.has(reflection.kind) ||
  (reflection.kind === KIND.variable && entryName(reflection) !== '');

/**
 * Returns the name of an export in a list. Several entries can have exports of the same name.
 *
 * @param {Reflection} reflection - an export
 */
export const labelOf = (reflection) =>
  entryName(reflection) === '' ? reflection.name : `${reflection.name} (${entryName(reflection)})`;

/**
 * Returns the name of the page of a function, class or constant.
 *
 * @param {Reflection} reflection - an export
 */
export const pageOf = (reflection) =>
  entryName(reflection) === '' ? reflection.name : `${entryName(reflection)}-${reflection.name}`;

/**
 * Returns what the types of a page have in common: the folder of the sources, such as `explain`, empty for `src` itself; or
 * another entry than the main one, such as `@kubesem/core/kinds`.
 *
 * @param {Reflection} reflection - an export
 */
export function folderOf(reflection) {
  const { entry, sources } = reflection;
  if (entryName(reflection) !== '') {
    return entry;
  }
  const [, path = ''] = /\/src\/(.*)$/.exec(sources?.[0]?.fileName ?? '') ?? [];
  return path.split('/').slice(0, -1).join('/');
}

/**
 * Returns the name of the page with the types of a folder or entry.
 *
 * @param {string} folder - folder below `src`, or an entry
 */
export const typesPage = (folder) =>
  folder.startsWith('@')
    ? `entry-${folder.split('/')[2]}`
    : `types-${folder.replaceAll('/', '-') || 'general'}`;

/**
 * Finds out where each export is described.
 *
 * @param {Reflection[]} packages - modules of the project
 * @returns {Map<number, { name: string, href: string }>} names and addresses by the id of the export
 */
export function addresses(packages) {
  /** @type {Map<number, { name: string, href: string }>} */
  const found = new Map();
  for (const { name, children = [], id } of packages) {
    const folder = `/reference/${shortName(name)}/`;
    found.set(id, { name, href: folder });
    for (const child of children) {
      const href = isType(child)
        ? `${folder}${typesPage(folderOf(child))}#${anchor(child.name)}`
        : folder + pageOf(child);
      found.set(child.id, { name: child.name, href });
      for (const member of child.children ?? []) {
        const place =
          isType(child) || member.kind !== KIND.method
            ? href
            : `${href}#${anchor(`${child.name}-${member.name}`)}`;
        found.set(member.id, { name: `${child.name}.${member.name}`, href: place });
      }
    }
  }
  return found;
}

/**
 * Returns the anchor of a heading that is a name in code, as VitePress makes it.
 *
 * @param {string} name - name of an export or member
 */
export const anchor = (name) => name.toLowerCase().replace(/[^a-z0-9_-]/g, '');

/**
 * Returns the folder of a package.
 *
 * @param {string} name - its name on npm
 */
export const shortName = (name) => name.replace(/^@kubesem\//, '');
