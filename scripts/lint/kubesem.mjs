// Rules of oxlint that hold all packages to one dialect.

/**
 * Strips the casts around an expression.
 *
 * @param {any} node - an expression of the syntax tree
 * @returns {any} the expression inside
 */
function bare(node) {
  while (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') {
    node = node.expression;
  }
  return node;
}

const LITERALS = new Set([
  'ArrayExpression',
  'Literal',
  'NewExpression',
  'ObjectExpression',
  'TemplateLiteral',
]);

/** Requires capitals for literal data at the top level of a module. Functions and computed values are not checked. */
const constantCase = {
  meta: { type: 'suggestion' },
  create: (/** @type {any} */ context) => ({
    'Program > VariableDeclaration > VariableDeclarator, Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator':
      (/** @type {any} */ declarator) => {
        const { id, init } = declarator;
        if (declarator.parent.kind !== 'const' || id.type !== 'Identifier') {
          return;
        }
        if (LITERALS.has(bare(init)?.type) && !/^[A-Z]/.test(id.name)) {
          context.report({ node: id, message: `Write the constant ${id.name} in CAPITALS.` });
        }
      },
  }),
};

/** Methods and functions to which a list of any length is passed by mistake. */
const SPREAD_INTO = new Set(['push', 'unshift', 'splice', 'concat', 'max', 'min']);

/** Rejects `list.push(...values)`: a list of input with 125,000 entries overflows the stack. A literal has few. */
const noSpreadOfList = {
  meta: { type: 'problem' },
  create: (/** @type {any} */ context) => ({
    CallExpression: (/** @type {any} */ { callee, arguments: given }) => {
      const name = callee.type === 'MemberExpression' && callee.property.name;
      for (const each of SPREAD_INTO.has(name) ? given : []) {
        if (each.type === 'SpreadElement' && bare(each.argument).type !== 'ArrayExpression') {
          const message = `Use appendAll, largest or smallest of @kubesem/core: ${name}(...list) overflows the stack.`;
          context.report({ node: each, message });
        }
      }
    },
  }),
};

export default {
  meta: { name: 'kubesem' },
  rules: { 'constant-case': constantCase, 'no-spread-of-list': noSpreadOfList },
};
