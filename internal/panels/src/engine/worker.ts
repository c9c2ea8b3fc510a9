// The worker of the playground: it reads and computes, so the page never waits.
import { Engine } from './engine.js';
import type { Reply, Request } from './protocol.js';

/** What is loaded later must not delay the first answers. */
const PRELOAD_DELAY_MS = 1500;
const engine = new Engine();
let preloads: ReturnType<typeof setTimeout> | undefined;
const reply = (message: Reply) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  const { id, view } = data;
  try {
    if (data.type === 'text') {
      await engine.setText(data.name, data.text);
    } else if (data.type === 'dump') {
      await engine.setDump(data.files, (progress) => reply({ type: 'progress', id, progress }));
    }
    reply({ type: 'answer', id, answer: await engine.answer(view) });
    preloads ??= setTimeout(() => void engine.preload(), PRELOAD_DELAY_MS);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ type: 'failed', id, message });
  }
};
