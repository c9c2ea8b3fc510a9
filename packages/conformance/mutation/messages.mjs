// Keeps Stryker from breaking the wording of messages: it is for people and may change, so no test looks at it.

/** Functions that are told what is wrong, and what was expected, in words. */
const TELLERS = new Set([
  'add',
  'because',
  'fail',
  'failPath',
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
const WORDINGS = new Set(['EXPECTED', 'expected', 'hint', 'meaning', 'message']);

function isMessage({ node, parent }) {
  if (parent?.type === 'ObjectProperty') {
    return parent.value === node && WORDINGS.has(parent.key.name);
  }
  if (parent?.type === 'VariableDeclarator') {
    return parent.init === node && WORDINGS.has(parent.id.name);
  }
  if (parent?.type !== 'CallExpression' || !TELLERS.has(nameOf(parent.callee))) {
    return false;
  }
  const index = parent.arguments.indexOf(node);
  const text = textOf(node);
  // Codes and paths, which are not for people, have no spaces.
  return index > 0 && (text?.includes(' ') || (text && index === parent.arguments.length - 1));
}

function nameOf(callee) {
  return (callee.property ?? callee).name;
}

function textOf({ type, value, quasis }) {
  if (type === 'StringLiteral') return value;
  return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.raw).join('') : undefined;
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: { shouldIgnore: (path) => (isMessage(path) ? 'the wording of a message' : undefined) },
  },
];
