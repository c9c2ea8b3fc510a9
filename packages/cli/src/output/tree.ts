/** A line of a tree, and what is below it. */
export interface TreeNode {
  readonly text: string;
  readonly children?: readonly TreeNode[] | undefined;
}

/** Draws a tree, one line for each node. */
export function renderTree({ text, children = [] }: TreeNode): string {
  return `${[text, ...branches(children)].join('\n')}\n`;
}

function branches(nodes: readonly TreeNode[]): readonly string[] {
  return nodes.flatMap(({ text, children = [] }, index) => {
    const isLast = index === nodes.length - 1;
    const below = branches(children).map((line) => `${isLast ? '   ' : '│  '}${line}`);
    return [`${isLast ? '└─ ' : '├─ '}${text}`, ...below];
  });
}
