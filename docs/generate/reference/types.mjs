// Types as text: for signatures in code blocks, and as HTML with links for tables.

/**
 * A type, as TypeDoc describes it.
 *
 * @typedef {object} Type
 * @property {string} type
 * @property {string} [name]
 * @property {number | { qualifiedName: string }} [target]
 * @property {unknown} [value]
 * @property {Type} [elementType]
 * @property {Type[]} [elements]
 * @property {Type[]} [types]
 * @property {Type[]} [typeArguments]
 * @property {string} [operator]
 * @property {Type} [objectType]
 * @property {Type} [indexType]
 * @property {Type} [checkType]
 * @property {Type} [extendsType]
 * @property {Type} [trueType]
 * @property {Type} [falseType]
 * @property {string} [parameter]
 * @property {Type} [parameterType]
 * @property {Type} [templateType]
 * @property {Type} [nameType]
 * @property {string} [readonlyModifier]
 * @property {string} [optionalModifier]
 * @property {Type} [targetType]
 * @property {boolean} [asserts]
 * @property {boolean} [isOptional]
 * @property {Type} [element]
 * @property {Type} [queryType]
 * @property {string} [head]
 * @property {[Type, string][]} [tail]
 * @property {import('./model.mjs').Reflection} [declaration]
 */

/**
 * Prints a type as TypeScript.
 *
 * @param {Type | undefined} type - the type
 * @param {(name: string, id: number) => string} [link] - prints the name of an export of the project
 * @returns {string} its text
 */
export function printType(type, link = (name) => name) {
  if (!type) {
    return 'void';
  }
  const print = (/** @type {Type | undefined} */ inner) => printType(inner, link);
  /** Adds parentheses around what would bind less than the text around it. @param {Type | undefined} inner */
  const tight = (inner) =>
    /^(?:union|intersection|conditional|typeOperator|query)$/.test(inner?.type ?? '') ||
    inner?.declaration?.signatures
      ? `(${print(inner)})`
      : print(inner);
  const list = (/** @type {Type[] | undefined} */ inner = []) => inner.map(print).join(', ');
  switch (type.type) {
    case 'reference': {
      const name = type.name ?? '';
      const shown =
        typeof type.target === 'number' && type.target >= 0 ? link(name, type.target) : name;
      return shown + (type.typeArguments ? `<${list(type.typeArguments)}>` : '');
    }
    case 'literal':
      return typeof type.value === 'string' ? `'${type.value}'` : String(type.value);
    case 'union':
      return (type.types ?? [])
        .map((inner) => (inner.declaration?.signatures ? `(${print(inner)})` : print(inner)))
        .join(' | ');
    case 'intersection':
      return (type.types ?? []).map(tight).join(' & ');
    case 'array':
      return `${tight(type.elementType)}[]`;
    case 'tuple':
      return `[${list(type.elements)}]`;
    case 'namedTupleMember':
      return `${type.name}${type.isOptional ? '?' : ''}: ${print(type.element)}`;
    case 'rest':
      return `...${print(type.elementType)}`;
    case 'optional':
      return `${tight(type.elementType)}?`;
    case 'typeOperator':
      return `${type.operator} ${print(type.target && typeof type.target === 'object' ? /** @type {Type} */ (/** @type {unknown} */ (type.target)) : undefined)}`;
    case 'indexedAccess':
      return `${tight(type.objectType)}[${print(type.indexType)}]`;
    case 'query':
      return `typeof ${print(type.queryType)}`;
    case 'predicate':
      return `${type.asserts ? 'asserts ' : ''}${type.name}${type.targetType ? ` is ${print(type.targetType)}` : ''}`;
    case 'conditional':
      return `${print(type.checkType)} extends ${print(type.extendsType)} ? ${print(type.trueType)} : ${print(type.falseType)}`;
    case 'mapped': {
      const readonly = type.readonlyModifier === '+' ? 'readonly ' : '';
      const optional = type.optionalModifier === '+' ? '?' : '';
      const renamed = type.nameType ? ` as ${print(type.nameType)}` : '';
      return `{ ${readonly}[${type.parameter} in ${print(type.parameterType)}${renamed}]${optional}: ${print(type.templateType)} }`;
    }
    case 'templateLiteral': {
      const tail = (type.tail ?? []).map(([inner, text]) => `\${${print(inner)}}${text}`);
      return `\`${type.head}${tail.join('')}\``;
    }
    case 'reflection':
      return printObject(/** @type {import('./model.mjs').Reflection} */ (type.declaration), link);
    default:
      return type.name ?? type.type;
  }
}

/**
 * Prints an object or function type.
 *
 * @param {import('./model.mjs').Reflection} declaration - its members
 * @param {(name: string, id: number) => string} link - prints the name of an export
 * @returns {string} its text
 */
function printObject({ signatures, children = [], indexSignatures = [] }, link) {
  const [signature] = signatures ?? [];
  if (signature && children.length === 0) {
    return `(${printParameters(signature, link)}) => ${printType(signature.type, link)}`;
  }
  const members = [
    ...indexSignatures.map(
      (each) => `[${printParameters(each, link)}]: ${printType(each.type, link)}`,
    ),
    ...children.map((each) => printMember(each, link)),
  ];
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

/**
 * Prints a property or method.
 *
 * @param {import('./model.mjs').Reflection} member - the member
 * @param {(name: string, id: number) => string} [link] - prints the name of an export
 */
export function printMember(member, link = (name) => name) {
  const { name, flags, signatures } = member;
  const optional = flags.isOptional ? '?' : '';
  const [signature] = signatures ?? [];
  return signature
    ? `${name}${optional}${printSignature(signature, link)}`
    : `${name}${optional}: ${printType(member.type ?? member.getSignature?.type, link)}`;
}

/**
 * Prints the parameters and the result of a function, without its name.
 *
 * @param {import('./model.mjs').Reflection} signature - the function
 * @param {(name: string, id: number) => string} [link] - prints the name of an export
 */
export function printSignature(signature, link = (name) => name) {
  return `${printTypeParameters(signature, link)}(${printParameters(signature, link)}): ${printType(signature.type, link)}`;
}

/**
 * Prints type parameters with their brackets; nothing if there are none.
 *
 * @param {import('./model.mjs').Reflection} declaration - what they belong to
 * @param {(name: string, id: number) => string} [link] - prints the name of an export
 */
export function printTypeParameters({ typeParameters = [] }, link = (name) => name) {
  const names = typeParameters.map(
    ({ name, type, default: preset }) =>
      `${name}${type ? ` extends ${printType(type, link)}` : ''}${preset ? ` = ${printType(preset, link)}` : ''}`,
  );
  return names.length === 0 ? '' : `<${names.join(', ')}>`;
}

/**
 * @param {import('./model.mjs').Reflection} signature - a function
 * @param {(name: string, id: number) => string} link - prints the name of an export
 */
const printParameters = (signature, link) => parameterList(signature, link).join(', ');

/**
 * Prints each parameter of a function.
 *
 * @param {import('./model.mjs').Reflection} signature - the function
 * @param {(name: string, id: number) => string} [link] - prints the name of an export
 */
export function parameterList({ parameters = [] }, link = (name) => name) {
  return parameters.map(({ name, flags, type, defaultValue }) => {
    const optional = flags.isOptional || defaultValue !== undefined ? '?' : '';
    return `${flags.isRest ? '...' : ''}${name}${optional}: ${printType(type, link)}`;
  });
}

/**
 * Prints the declaration of a function for a block of code.
 *
 * @param {import('./model.mjs').Reflection} signature - the function
 * @param {string} name - what to call it
 */
export function printDeclaration(signature, name) {
  const line = name + printSignature(signature);
  if (line.length <= 80) {
    return line;
  }
  const parameters = parameterList(signature).map((parameter) => `  ${parameter},\n`);
  return `${name}${printTypeParameters(signature)}(\n${parameters.join('')}): ${printType(signature.type)}`;
}
