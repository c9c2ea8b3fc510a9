import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

const DEFAULT_WIDTH = 640;

/** The width of an element in pixels, so a diagram fills it and its text keeps its size. */
export function useWidth(element: Ref<HTMLElement | undefined>): Ref<number> {
  const width = ref(DEFAULT_WIDTH);
  let observer: ResizeObserver | undefined;
  onMounted(() => {
    observer = new ResizeObserver(([entry]) => {
      width.value = Math.max(240, Math.floor(entry?.contentRect.width ?? DEFAULT_WIDTH));
    });
    if (element.value !== undefined) {
      observer.observe(element.value);
    }
  });
  onBeforeUnmount(() => observer?.disconnect());
  return width;
}

const CHARACTER_PIXELS = 6.6;

/** Shortens a text to what fits in some pixels; empty if hardly anything does. */
export function fitText(text: string, pixels: number): string {
  const characters = Math.floor(pixels / CHARACTER_PIXELS);
  return text.length <= characters
    ? text
    : characters < 4
      ? ''
      : `${text.slice(0, characters - 1)}…`;
}

/** Shortens a name to what fits in some pixels. Its end stays, which tells `web-1` from `web-2`. */
export function fitName(name: string, pixels: number): string {
  const characters = Math.floor(pixels / CHARACTER_PIXELS);
  return name.length <= characters ? name : `…${name.slice(name.length - characters + 1)}`;
}
