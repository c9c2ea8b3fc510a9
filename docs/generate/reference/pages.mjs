// The pages of functions, classes, constants and types.
import { cell, contract, firstSentence } from './comments.mjs';
import { anchor, KIND, pageOf } from './model.mjs';
import { printDeclaration, printMember, printType, printTypeParameters } from './types.mjs';

/** @typedef {import('./model.mjs').Reflection} Reflection */
/** @typedef {Map<number, { name: string, href: string }>} Places */

const SOURCES = 'https://github.com/kubesem/kubesem/blob/main/';

/**
 * Returns the front matter of a page.
 *
 * @param {string} title - title
 * @param {string} description - one sentence
 * @param {string} [more] - more lines
 */
export const frontMatter = (title, description, more = '') =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\neditLink: false\n${more}---\n`;

/**
 * Prints a type for a table, with links.
 *
 * @param {string} text - type as HTML
 */
const code = (text) => `<code v-pre>${text.replaceAll('|', '\\|')}</code>`;

/**
 * Returns how to print the name of an export as a link.
 *
 * @param {Places} places - addresses of exports
 * @returns {(name: string, id: number) => string} prints a name
 */
const linked = (places) => (name, id) => {
  const place = places.get(id);
  // Relative, because VitePress adds no base path to HTML. All pages are one folder below the reference.
  return place ? `<a href="${place.href.replace('/reference/', '../')}">${name}</a>` : name;
};

/**
 * Prints a type as HTML with links.
 *
 * @param {import('./types.mjs').Type | undefined} type - the type
 * @param {Places} places - addresses of exports
 */
const typeCell = (type, places) => code(html((link) => printType(type, link), places));

/**
 * Escapes what a printer writes, except the links.
 *
 * @param {(link: (name: string, id: number) => string) => string} print - prints with a printer of names
 * @param {Places} places - addresses of exports
 */
function html(print, places) {
  const link = linked(places);
  /** @type {string[]} */
  const links = [];
  // Private characters mark the links.
  const text = print((name, id) => `\uE000${links.push(link(name, id)) - 1}\uE001`);
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\uE000(\d+)\uE001/g, (_, index) => links[Number(index)] ?? '');
}

/**
 * Returns the lines that link to the sources.
 *
 * @param {Reflection} reflection - an export
 * @param {string[]} cited - what its comment cites
 */
function sources({ sources: [source] = [] }, cited) {
  const own = source ? `[${source.fileName}](${SOURCES}${source.fileName}#L${source.line})` : '';
  const lines = [
    own && `- Defined in ${own}`,
    ...cited.map((text) => `- Kubernetes: ${text.replaceAll('\n', ' ')}`),
  ];
  return `## Source\n\n${lines.filter(Boolean).join('\n')}\n`;
}

/**
 * Returns the sections about one signature.
 *
 * @param {Reflection} signature - a function, method or constructor
 * @param {Places} places - addresses of exports
 * @param {string} level - heading marks
 */
function signatureSections(signature, places, level) {
  const {
    summary,
    remarks,
    examples,
    throws,
    returns,
    see,
    sources: cited,
  } = contract(signature.comment, places);
  const parameters = (signature.parameters ?? []).map(
    ({ name, type, flags, comment, defaultValue }) => {
      const optional = flags.isOptional || defaultValue !== undefined ? '?' : '';
      return `| \`${name}${optional}\` | ${typeCell(type, places)} | ${cell(contract(comment, places).summary)} |`;
    },
  );
  const coded = throws.filter(({ error, code: id }) => error || id);
  const errors = coded.map(
    ({ error, code: id, condition }) =>
      `| ${error || '-'} | ${id ? `[\`${id}\`](/reference/error-codes#${anchor(id)})` : '-'} | ${cell(condition.replace(/^if /, ''))} |`,
  );
  const otherErrors = throws
    .filter((each) => !coded.includes(each))
    .map(({ condition }) => `- ${condition.replaceAll(/\s+/g, ' ')}`);
  const result =
    signature.type && signature.name !== 'constructor' && printType(signature.type) !== 'void';
  return {
    summary,
    cited,
    text: [
      ...remarks,
      parameters.length > 0 &&
        `${level} Parameters\n\n| name | type | meaning |\n| --- | --- | --- |\n${parameters.join('\n')}`,
      result &&
        `${level} Returns\n\n${typeCell(signature.type, places)}${returns ? `: ${returns}` : ''}`,
      throws.length > 0 && `${level} Errors`,
      errors.length > 0 && `| thrown | code | if |\n| --- | --- | --- |\n${errors.join('\n')}`,
      otherErrors.join('\n'),
      ...examples.map((example, index) =>
        index === 0 ? `${level} Example\n\n${example}` : example,
      ),
      see.length > 0 && `${level} See also\n\n${see.map((text) => `- ${text}`).join('\n')}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

/**
 * Returns the page of a function.
 *
 * @param {Reflection} reflection - the function
 * @param {Reflection[]} related - functions that explain it or make it safe, or that it explains
 * @param {Places} places - addresses of exports
 */
export function functionPage(reflection, related, places) {
  const { name, entry, signatures = [] } = reflection;
  const parts = signatures.map((signature) => signatureSections(signature, places, '##'));
  const summary = parts.find((part) => part.summary)?.summary ?? '';
  const declarations = signatures.map((signature) =>
    printDeclaration(signature, `function ${name}`),
  );
  const also = related.map((other) => `[\`${other.name}\`](./${pageOf(other)})`).join(', ');
  return [
    frontMatter(name, `${name} of ${entry}: ${firstSentence(summary)}`),
    `# ${name}\n`,
    `${summary}\n`,
    `\`\`\`ts\nimport { ${name} } from '${entry}';\n\n${declarations.join('\n')}\n\`\`\`\n`,
    also && `Related: ${also}\n`,
    `${parts.map(({ text }) => text).join('\n\n')}\n`,
    sources(
      reflection,
      parts.flatMap(({ cited }) => cited),
    ),
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * Returns the page of a constant.
 *
 * @param {Reflection} reflection - the constant
 * @param {Places} places - addresses of exports
 */
export function constantPage(reflection, places) {
  const { name, entry, type, defaultValue } = reflection;
  const { summary, remarks, examples, sources: cited } = contract(reflection.comment, places);
  const value = defaultValue && defaultValue !== '...' ? ` = ${defaultValue}` : '';
  const printed = printType(type);
  return [
    frontMatter(name, `${name} of ${entry}: ${firstSentence(summary)}`),
    `# ${name}\n`,
    `${summary}\n`,
    `\`\`\`ts\nimport { ${name} } from '${entry}';\n\nconst ${name}: ${printed}${printed === defaultValue ? '' : value};\n\`\`\`\n`,
    ...remarks,
    ...examples.map((example) => `## Example\n\n${example}\n`),
    sources(reflection, cited),
  ].join('\n');
}

/**
 * Returns the page of a class.
 *
 * @param {Reflection} reflection - the class
 * @param {Places} places - addresses of exports
 */
export function classPage(reflection, places) {
  const { name, entry, children = [], extendedTypes = [] } = reflection;
  const { summary, remarks, examples, sources: cited } = contract(reflection.comment, places);
  const own = children.filter(({ inheritedFrom, flags }) => !inheritedFrom && !flags.isExternal);
  const methods = own.filter(({ kind }) => kind === KIND.method);
  const properties = own.filter(({ kind }) => kind === KIND.property || kind === KIND.accessor);
  const constructor = own.find(({ kind }) => kind === KIND.constructor);
  const bases = extendedTypes.map((type) => typeCell(type, places)).join(', ');
  /** @param {Reflection} member */
  const callable = ({ name: member, signatures = [], flags }) => {
    const title =
      member === 'constructor' ? `new ${name}` : flags.isStatic ? `${name}.${member}` : member;
    return signatures
      .map((signature, index) => {
        const part = signatureSections(signature, places, '####');
        const isHeaded = index === 0 && member !== 'constructor';
        const heading = isHeaded ? `### ${title} {#${anchor(`${name}-${member}`)}}\n\n` : '';
        return `${heading}${part.summary}\n\n\`\`\`ts\n${printDeclaration(signature, title)}\n\`\`\`\n\n${part.text}\n`;
      })
      .join('\n');
  };
  return [
    frontMatter(name, `${name} of ${entry}: ${firstSentence(summary)}`),
    `# ${name}\n`,
    `${summary}\n`,
    `\`\`\`ts\nimport { ${name} } from '${entry}';\n\`\`\`\n`,
    bases && `A class that extends ${bases}.\n`,
    ...remarks,
    ...examples.map((example) => `## Example\n\n${example}\n`),
    constructor && `## Constructor\n\n${callable(constructor)}`,
    properties.length > 0 && `## Properties\n\n${propertyTable(properties, places)}\n`,
    methods.length > 0 && `## Methods\n\n${methods.map(callable).join('\n')}`,
    sources(reflection, cited),
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * Returns a table of properties.
 *
 * @param {Reflection[]} properties - members
 * @param {Places} places - addresses of exports
 */
function propertyTable(properties, places) {
  const rows = properties.map((property) => {
    const { name, flags, type, getSignature, signatures } = property;
    const text = contract(
      property.comment ?? getSignature?.comment ?? signatures?.[0]?.comment,
      places,
    ).summary;
    const shown = signatures
      ? code(html((link) => printMember(property, link), places))
      : typeCell(type ?? getSignature?.type, places);
    return `| \`${name}${flags.isOptional ? '?' : ''}\` | ${shown} | ${cell(text)} |`;
  });
  return `| name | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

/**
 * Returns the page of the types that a folder of a package declares, or of the types and constants of an entry.
 *
 * @param {Reflection[]} types - interfaces and aliases
 * @param {string} title - title of the folder, or name of the entry
 * @param {string} packageName - their package
 * @param {Places} places - addresses of exports
 */
export function typesPageText(types, title, packageName, places) {
  const names = types.map(({ name }) => name).join(', ');
  const kinds = types.some(({ kind }) => kind === KIND.variable) ? 'Types and constants' : 'Types';
  const isEntry = title.startsWith('@');
  const heading = isEntry ? `${kinds} of ${title}` : `${title} types`;
  const description = `${heading}${isEntry ? '' : ` of ${packageName}`}: ${names}`;
  return [
    frontMatter(heading, description.length > 300 ? `${description.slice(0, 297)}…` : description),
    `# ${heading}\n`,
    isEntry ? `Entry of [${packageName}](./).\n` : `Types of [${packageName}](./).\n`,
    ...types.map((type) => typeSection(type, places)),
  ].join('\n');
}

/**
 * Returns the section of a type.
 *
 * @param {Reflection} reflection - an interface or alias
 * @param {Places} places - addresses of exports
 */
function typeSection(reflection, places) {
  const {
    name,
    kind,
    children = [],
    indexSignatures = [],
    extendedTypes = [],
    type,
    sources: [source] = [],
  } = reflection;
  const { summary, examples, sources: cited } = contract(reflection.comment, places);
  const own = children.filter(({ inheritedFrom }) => !inheritedFrom);
  const bases = extendedTypes.map((base) => typeCell(base, places)).join(', ');
  const parameters = printTypeParameters(reflection);
  const literals = (type?.types ?? []).filter((each) => each.type === 'literal');
  const isCodes =
    kind === KIND.alias && literals.length > 6 && literals.length === type?.types?.length;
  return [
    `## ${name} {#${anchor(name)}}\n`,
    `${summary}\n`,
    parameters &&
      `\`\`\`ts\n${kind === KIND.alias ? 'type' : 'interface'} ${name}${parameters}\n\`\`\`\n`,
    bases && `Extends ${bases}.\n`,
    (kind === KIND.alias || kind === KIND.variable) &&
      (isCodes
        ? `${literals.map((each) => `\`${each.value}\``).join(', ')}\n`
        : `${typeCell(type, places)}\n`),
    indexSignatures.length > 0 &&
      `${indexSignatures.map((each) => code(html((link) => `[${(each.parameters ?? []).map((key) => `${key.name}: ${printType(key.type, link)}`).join(', ')}]: ${printType(each.type, link)}`, places))).join(', ')}\n`,
    own.length > 0 && `${propertyTable(own, places)}\n`,
    ...examples.map((example) => `${example}\n`),
    cited.length > 0 && `Kubernetes: ${cited.join(' ').replaceAll('\n', ' ')}\n`,
    source && `<small>[${source.fileName}](${SOURCES}${source.fileName}#L${source.line})</small>\n`,
  ]
    .filter(Boolean)
    .join('\n');
}
