/** A line of a tree, and what is below it. */
export type TreeNode = string | { readonly text: string; readonly children?: readonly TreeNode[] };

/** Draws a tree, one line for each node. */
export function renderTree(root: TreeNode): string {
  return `${linesOf(root).join('\n')}\n`;
}

function linesOf(node: TreeNode): readonly string[] {
  const { text, children = [] } = typeof node === 'string' ? { text: node } : node;
  const below = children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    const [first = '', ...others] = linesOf(child);
    return [
      `${isLast ? '└─ ' : '├─ '}${first}`,
      ...others.map((line) => `${isLast ? '   ' : '│  '}${line}`),
    ];
  });
  return [text, ...below];
}
