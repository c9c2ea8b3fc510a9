// What the pages need from the JSON that TypeDoc writes: every export with its package and the address of its text.

/** @typedef {{ kind: string, text: string, tag?: string, target?: number | string }} Part */
/** @typedef {{ summary: Part[], blockTags?: { tag: string, name?: string, content: Part[] }[] }} Comment */
/** @typedef {{ isOptional?: boolean, isReadonly?: boolean, isStatic?: boolean, isRest?: boolean, isExternal?: boolean }} Flags */
/**
 * A declaration, a signature or a parameter, as TypeDoc describes it.
 *
 * @typedef {object} Reflection
 * @property {number} id
 * @property {string} name
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
  variable: 32,
  function: 64,
  class: 128,
  interface: 256,
  constructor: 512,
  property: 1024,
  method: 2048,
  accessor: 262144,
  alias: 2097152,
};

/** Kinds of exports with a page of their own. All others are types and share the page of their folder. */
const PAGES = new Set([KIND.variable, KIND.function, KIND.class]);

/** @param {Reflection} reflection */
export const isType = ({ kind }) => !PAGES.has(kind);

/**
 * Returns the folder of the sources of a package that declares an export, such as `explain`; empty for `src` itself.
 *
 * @param {Reflection} reflection - an export
 */
export function folderOf({ sources }) {
  const [, path = ''] = /\/src\/(.*)$/.exec(sources?.[0]?.fileName ?? '') ?? [];
  return path.split('/').slice(0, -1).join('/');
}

/**
 * Returns the name of the page with the types of a folder.
 *
 * @param {string} folder - folder below `src`
 */
export const typesPage = (folder) => `types-${folder.replaceAll('/', '-') || 'general'}`;

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
        : folder + child.name;
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
