// Keeps Stryker from mutating the wording of messages, which no test checks.

/** Functions that take a message or a text of help as an argument. */
const MESSAGE_FUNCTIONS = new Set([
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
/** Variables and fields that hold only messages. */
const MESSAGE_NAMES = /^(EXPECTED|expected|hint|meaning|message|[A-Z]+_EXAMPLES)$/;

function isMessage({ node, parent }) {
  if (parent?.type === 'ObjectProperty') {
    return parent.value === node && MESSAGE_NAMES.test(parent.key.name);
  }
  if (parent?.type === 'VariableDeclarator') {
    return parent.init === node && MESSAGE_NAMES.test(parent.id.name);
  }
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') {
    return false;
  }
  const text = textOf(node);
  const name = nameOf(parent.callee);
  if (!MESSAGE_FUNCTIONS.has(name)) {
    return name === 'description' && text !== undefined;
  }
  const index = parent.arguments.indexOf(node);
  // Codes and paths have no spaces.
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
