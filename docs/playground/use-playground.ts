// The state of the playground: the text or the dump, the view, and the answer of the worker.
import {
  type Answer,
  AREAS,
  type DumpProgress,
  EngineClient,
  type FirstAnswer,
  type Place,
  preloadAreas,
} from '@kubesem/panels';
import {
  computed,
  onBeforeUnmount,
  onMounted,
  type Ref,
  ref,
  shallowReactive,
  shallowRef,
} from 'vue';
import type { Editor } from './editor.js';
import { showLinked } from './first.js';
import { decodeLink, encodeLink, LinkError } from './link.js';

/** Longer texts are read as files: the editor would be slow. */
export const MAX_EDITOR_TEXT = 2_000_000;

/** Files that are read instead of the text. */
export interface Dump {
  readonly files: readonly File[];
  readonly progress?: DumpProgress | undefined;
  readonly isRead: boolean;
}

const LINK_DELAY_MS = 400;
const PRELOAD_DELAY_MS = 1500;
const ORDER = AREAS.map(({ id }) => id);

/** Creates the state. The editor is added when it is there; until then, the page shows the first answer. */
export function usePlayground(first: Ref<FirstAnswer | undefined>) {
  const editor = shallowRef<Editor>();
  const answer = shallowRef<Answer>(
    first.value?.answer ?? { tabs: [], area: '', markers: [], objects: 0 },
  );
  const dump = shallowRef<Dump>();
  const notice = ref('');
  const isBusy = ref(true);
  const area = ref(ORDER[0] ?? '');
  const options = shallowReactive<{ [area: string]: unknown }>({});
  let client: EngineClient | undefined;
  let hasMarkers = false;
  let linkTimer: ReturnType<typeof setTimeout> | undefined;

  const view = () => ({
    areas: [area.value, ...ORDER],
    options: JSON.parse(JSON.stringify(options[area.value] ?? {})) as unknown,
  });
  const ask = (question: (engine: EngineClient) => void) => {
    if (client !== undefined) {
      isBusy.value = true;
      question(client);
    }
  };

  function setText(text: string): void {
    if (text.length > MAX_EDITOR_TEXT) {
      editor.value?.setText('');
      notice.value = 'This text is too long for the editor, so it is read as a file.';
      openDump([new File([text], 'pasted.yaml')]);
      return;
    }
    dump.value = undefined;
    ask((engine) => engine.text('manifest', text, view()));
  }

  function openDump(files: readonly File[]): void {
    dump.value = { files, isRead: false };
    ask((engine) => engine.dump(files, view()));
  }

  async function openFiles(files: readonly File[]): Promise<void> {
    notice.value = '';
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > MAX_EDITOR_TEXT / 2) {
      openDump(files);
      return;
    }
    const texts = await Promise.all(files.map((file) => file.text()));
    const isOneJSON = files.length === 1 && /^\s*\{/.test(texts[0] ?? '');
    const text = isOneJSON
      ? (texts[0] ?? '')
      : texts.map((each, index) => named(each, files[index])).join('');
    edit(text);
  }

  /** Replaces the text in the editor. */
  function edit(text: string): void {
    editor.value?.setText(text);
    setText(text);
  }

  /** Most texts have no problems before and after a key. */
  function mark(markers: Answer['markers']): void {
    if (markers.length > 0 || hasMarkers) {
      editor.value?.setMarkers(markers);
      hasMarkers = markers.length > 0;
    }
  }

  function closeDump(): void {
    client?.cancel();
    isBusy.value = false;
    notice.value = '';
    setText(editor.value?.text() ?? '');
  }

  function choose(chosen: string): void {
    area.value = chosen;
    ask((engine) => engine.show(view()));
  }

  function change(changed: unknown): void {
    area.value = answer.value.area;
    options[area.value] = changed;
    ask((engine) => engine.show(view()));
  }

  function show({ file, line, column }: Place): void {
    if (dump.value === undefined) {
      editor.value?.reveal(line, column);
    } else {
      notice.value = `${file}, line ${line}`;
    }
  }

  /** Loads an example with the options that its panel starts with. */
  async function example(id: string, index: number): Promise<void> {
    const found = AREAS.find((each) => each.id === id)?.examples[index];
    if (found !== undefined) {
      notice.value = '';
      area.value = id;
      for (const name of Object.keys(options)) {
        delete options[name];
      }
      edit(await found.load());
    }
  }

  /** What a link to this case contains; undefined for a dump, or if it is too long. */
  async function link(): Promise<string | undefined> {
    const { shareable } = answer.value;
    // While a dump is read, the answer is still that to the text before it.
    if (shareable === undefined || dump.value !== undefined) {
      return undefined;
    }
    // Not the text of the editor: it can be newer than the answer, and contain a Secret.
    const { text } = shareable;
    return await encodeLink({ text, area: area.value, options: options[area.value] ?? {} });
  }

  async function writeLink(): Promise<void> {
    const fragment = await link();
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', fragment ?? `${pathname}${search}`);
  }

  async function readLink(): Promise<boolean> {
    try {
      const shared = await decodeLink(window.location.hash);
      if (shared === undefined) {
        return false;
      }
      area.value = shared.area;
      options[shared.area] = shared.options;
      edit(shared.text);
      return true;
    } catch (error) {
      if (!(error instanceof LinkError)) {
        throw error;
      }
      notice.value = error.message;
      return false;
    }
  }

  const preload = async () => {
    await editor.value?.addSearch();
    await preloadAreas();
  };
  const start = async () => {
    // What fails to load now is loaded again, and reports its error, when someone needs it.
    setTimeout(() => {
      preload().catch(() => undefined);
    }, PRELOAD_DELAY_MS);
    if (!(await readLink())) {
      const message = notice.value;
      if (first.value === undefined) {
        await example(ORDER[0] ?? '', 0);
      } else {
        // The editor has it already; someone may have typed since.
        setText(editor.value?.text() ?? first.value.text);
      }
      notice.value = message;
    }
  };

  const onHash = () => void readLink();
  onMounted(() => {
    client = new EngineClient({
      answer: (found) => {
        answer.value = found;
        isBusy.value = false;
        showLinked();
        if (dump.value !== undefined) {
          dump.value = { ...dump.value, isRead: true };
        }
        mark(dump.value === undefined ? found.markers : []);
        clearTimeout(linkTimer);
        linkTimer = setTimeout(() => void writeLink(), LINK_DELAY_MS);
      },
      progress: (progress) => {
        if (dump.value !== undefined) {
          dump.value = { ...dump.value, progress };
        }
      },
      failed: (message) => {
        isBusy.value = false;
        showLinked();
        notice.value = `This input cannot be read: ${message}`;
      },
    });
    window.addEventListener('hashchange', onHash);
  });
  onBeforeUnmount(() => {
    clearTimeout(linkTimer);
    window.removeEventListener('hashchange', onHash);
    client?.cancel();
    editor.value?.destroy();
  });

  const shownOptions = computed(() => options[answer.value.area] ?? {});
  return {
    ...{ editor, answer, dump, notice, isBusy, area, shownOptions },
    ...{ setText, openFiles, closeDump, choose, change, show, example, link, start },
  };
}

/** A file as documents of a longer text. */
function named(text: string, file: File | undefined): string {
  const end = text.endsWith('\n') ? '' : '\n';
  return `---\n# ${file?.name ?? ''}\n${text.replace(/^---[^\n]*\n/, '')}${end}`;
}
