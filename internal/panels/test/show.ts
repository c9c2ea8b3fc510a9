import { Engine } from '../src/engine/engine.js';
import type { Answer } from '../src/engine/protocol.js';

/** Asks an engine about a text, as the worker does. */
export async function answerTo(text: string, area: string, options: unknown = {}): Promise<Answer> {
  const engine = new Engine();
  await engine.setText('manifest', text);
  return await engine.answer({ areas: [area], options });
}

/** The model of an area for a text. */
export async function show<Model>(
  text: string,
  area: string,
  options: unknown = {},
): Promise<Model> {
  const answer = await answerTo(text, area, options);
  if (answer.failure !== undefined || answer.model === undefined) {
    throw new Error(`${area}: ${answer.failure ?? 'no model'}`);
  }
  // What the page receives: models must be plain data.
  return structuredClone(answer.model) as Model;
}
