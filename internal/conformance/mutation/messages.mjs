// Keeps Stryker from breaking the wording of messages: it is for people and may change, so no test looks at it.

/** Functions that are told what is wrong, and what was expected, in words; and those that are told what helps users. */
const TELLERS = new Set([
  'Option',
  'add',
  'addHelpText',
  'argument',
  'because',
  'fail',
  'failPath',
  'option',
  'problem',
  'reason',
  'refuse',
  'report',
  'requireInteger',
  'syntaxError',
  'warn',
  'wrongType',
]);
/** Variables and fields that hold nothing but words. */
const WORDINGS = /^(EXPECTED|expected|hint|meaning|message|[A-Z]+_EXAMPLES)$/;

function isMessage({ node, parent }) {
  if (parent?.type === 'ObjectProperty') {
    return parent.value === node && WORDINGS.test(parent.key.name);
  }
  if (parent?.type === 'VariableDeclarator') {
    return parent.init === node && WORDINGS.test(parent.id.name);
  }
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') {
    return false;
  }
  const text = textOf(node);
  const name = nameOf(parent.callee);
  if (!TELLERS.has(name)) {
    return name === 'description' && text !== undefined;
  }
  const index = parent.arguments.indexOf(node);
  // Codes and paths, which are not for people, have no spaces.
  return index > 0 && (text?.includes(' ') || (text && index === parent.arguments.length - 1));
}

function nameOf(callee) {
  return (callee.property ?? callee).name;
}

function textOf({ type, value, quasis }) {
  if (type === 'StringLiteral') {
    return value;
  }
  return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.raw).join('') : undefined;
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: { shouldIgnore: (path) => (isMessage(path) ? 'the wording of a message' : undefined) },
  },
];
