// Keeps Stryker from breaking the wording of messages: it is for people and may change, so no test looks at it.

/** Functions whose last argument is a text for people. */
const TELLERS = new Set(['fail', 'requireInteger', 'syntaxError', 'warn', 'wrongType']);

function isMessage({ node, parent }) {
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') {
    return false;
  }
  if (parent?.type === 'ObjectProperty') {
    return parent.key.name === 'message';
  }
  if (parent?.type === 'VariableDeclarator') {
    return parent.id.name === 'message';
  }
  return (
    parent?.type === 'CallExpression' &&
    TELLERS.has(parent.callee.name) &&
    parent.arguments.length > 1 &&
    parent.arguments[parent.arguments.length - 1] === node
  );
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: { shouldIgnore: (path) => (isMessage(path) ? 'the wording of a message' : undefined) },
  },
];
