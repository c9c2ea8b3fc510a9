import { type DefaultTheme, type Theme, useData } from 'vitepress';
import Default from 'vitepress/theme-without-fonts';
import { computed, defineAsyncComponent, defineComponent, h } from 'vue';
import { SEARCH_OPTIONS } from './search-ranking.js';
import './style.css';

/** The layout of VitePress, with the menu that a page brings (no page loads the menus of all others) and our search. */
const Layout = defineComponent(() => {
  const data = useData<DefaultTheme.Config>();
  const { theme, page } = data;
  data.theme = computed(() => ({
    ...theme.value,
    search: {
      provider: 'local' as const,
      options: { miniSearch: { searchOptions: SEARCH_OPTIONS } },
    },
    sidebar: (page.value as { menu?: DefaultTheme.SidebarItem[] }).menu ?? [],
  }));
  return () => h(Default.Layout);
});

/** Waits until the page is on the screen: it comes with its text, so scripts need not delay it. */
const firstPaint = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });

export default {
  extends: Default,
  Layout,
  async enhanceApp({ app }) {
    app.component(
      'MermaidDiagram',
      defineAsyncComponent(() => import('./diagram/MermaidDiagram.vue')),
    );
    if (!import.meta.env.SSR) {
      await firstPaint();
    }
  },
} satisfies Theme;
