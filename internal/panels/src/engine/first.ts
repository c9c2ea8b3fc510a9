import { AREAS } from '../areas/areas.js';
import type { Answer } from './protocol.js';

/** A text and the answer to it, as JSON can hold them. */
export interface FirstAnswer {
  readonly text: string;
  readonly answer: Answer;
}

/** Answers to the first example of the first area without a worker, so a server can render the page with it. */
export async function answerToExample(): Promise<FirstAnswer> {
  const { Engine } = await import('./engine.js');
  const text = (await AREAS[0]?.examples[0]?.load()) ?? '';
  const engine = new Engine();
  await engine.setText('manifest', text);
  const answer = await engine.answer({ areas: AREAS.map(({ id }) => id), options: {} });
  return JSON.parse(JSON.stringify({ text, answer })) as FirstAnswer;
}
