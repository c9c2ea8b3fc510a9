import { parseImage } from '@kubesem/image';
import { imagePeerLabel, imagePeers, loadImagePeer } from './image-peers.js';
import { freshStrings } from './inputs.js';
import { timeTexts } from './timing.js';

/** The latest results, so that the engine cannot leave the work out. */
const kept: unknown[] = Array.from({ length: 256 });

/**
 * Measures the reading of all references of a corpus.
 *
 * @param subject - `ours`, or the label of a peer
 * @param corpus - its name
 * @param folder - where the inputs are
 * @param milliseconds - how long to measure
 * @returns nanoseconds for each reference
 */
export async function measureImages(
  subject: string,
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const peer = imagePeers.find((each) => imagePeerLabel(each) === subject);
  const parse = peer ? await loadImagePeer(peer) : parseImage;
  const fresh = freshStrings(folder, corpus);
  return timeTexts(
    fresh().length,
    milliseconds,
    (texts) => {
      for (let i = 0; i < texts.length; i++) {
        kept[i & 255] = parse(texts[i] as string);
      }
    },
    fresh,
  );
}
