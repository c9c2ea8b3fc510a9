// The worker of the playground: it reads and computes, so the page never waits.
import { MODELS } from '../areas/models.js';
import { Engine } from './engine.js';
import type { Reply, Request } from './protocol.js';

const engine = new Engine();
const reply = (message: Reply) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  const { id, view } = data;
  try {
    if (data.type === 'text') {
      engine.setText(data.name, data.text);
    } else if (data.type === 'dump') {
      await engine.setDump(data.files, (progress) => reply({ type: 'progress', id, progress }));
    }
    reply({ type: 'answer', id, answer: await engine.answer(view) });
    await Promise.all([...MODELS.values()].map(({ preload }) => preload?.()));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ type: 'failed', id, message });
  }
};
