import { type ManifestObject, type ManifestProblem, readObjects } from '@kubesem/manifests';

export interface Read {
  readonly objects: readonly ManifestObject[];
  readonly problems: readonly ManifestProblem[];
}

/** The objects and the problems of a text in chunks. */
export async function read(chunks: Iterable<string>): Promise<Read> {
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  const onProblem = (problem: ManifestProblem) => void problems.push(problem);
  for await (const object of readObjects({ name: 'dump', chunks }, { onProblem })) {
    objects.push(object);
  }
  return { objects, problems };
}

export const pod = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  ...more,
});
/** A list that makes every text with it long, so all of it is read piece by piece. */
const PADDING_LINES = 1;
export const PADDING = `${JSON.stringify({
  kind: 'List',
  apiVersion: 'v1',
  items: [pod('padding', { spec: 'x'.repeat(2 ** 20) })],
})}\n`;

/** Reads a text piece by piece; lines count from the text, not from the padding. */
export async function readPieces(...chunks: string[]): Promise<Read> {
  const { objects, problems } = await read([PADDING, ...chunks]);
  const unpadded = <T extends { readonly line: number }>(placed: T): T => ({
    ...placed,
    // Problems of the whole file are in its first line.
    line: Math.max(placed.line - PADDING_LINES, 1),
  });
  return { objects: objects.slice(1).map(unpadded), problems: problems.map(unpadded) };
}

export const namesOf = ({ objects }: Read) =>
  objects.map(({ object }) => (object.metadata as { name?: string } | undefined)?.name);
export const codesOf = ({ problems }: Read) => problems.map(({ code, path }) => `${code} ${path}`);
