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

export default { meta: { name: 'kubesem' }, rules: { 'constant-case': constantCase } };
