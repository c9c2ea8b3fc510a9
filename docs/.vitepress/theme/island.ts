// An island is a part of a page that answers early: it is an app of its own, which starts in the HTML of the page before
// VitePress has started everything around it. The page shows it with `island`, and a small script starts it with
// `startIsland`; `ISLANDS` in config.ts lists these scripts.
import { type Component, createSSRApp, createStaticVNode, defineComponent, h } from 'vue';

const find = (name: string): Element | null => document.querySelector(`[data-island=${name}]`);

/**
 * Starts an island, if the page has it.
 *
 * @param name - its name
 * @param component - what it shows
 */
export function startIsland(name: string, component: Component): void {
  const element = find(name);
  if (element) {
    createSSRApp(component).mount(element);
  }
}

/**
 * Returns a component that leaves the island alone if it runs. To a reader who comes from another page of the site, it
 * is the component itself.
 *
 * @param name - its name
 * @param component - what it shows
 * @returns a component for the page
 */
export const island = (name: string, component: Component): Component =>
  defineComponent(() => {
    const runs = !import.meta.env.SSR && '__vue_app__' in (find(name) ?? {});
    return () =>
      h('div', { 'data-island': name }, [runs ? createStaticVNode('', 1) : h(component)]);
  });
