import { parseImage } from '@kubesem/image';
import { freshStrings } from '../inputs.js';
import { timeItems } from '../timing.js';
import { IMAGE_PEERS, imagePeerLabel, loadImagePeer } from './image-peers.js';

/**
 * Measures the parsing of all image references of a corpus.
 *
 * @param subject - `ours`, or the label of a peer
 * @param corpus - name of the corpus
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns nanoseconds per reference
 */
export async function measureImages(
  subject: string,
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const peer = IMAGE_PEERS.find((each) => imagePeerLabel(each) === subject);
  const parse = peer ? await loadImagePeer(peer) : parseImage;
  return timeItems(freshStrings(folder, corpus), milliseconds, parse);
}
