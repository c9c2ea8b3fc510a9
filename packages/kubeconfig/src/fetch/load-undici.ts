type Undici = typeof import('undici');

/** Loads the HTTP client when it is needed first: who only reads a kubeconfig does not wait for it. */
export async function loadUndici(): Promise<Undici> {
  const loaded = await import('undici');
  // It is a CommonJS package, of which some bundlers keep only the default export.
  return (loaded.default ?? loaded) as unknown as Undici;
}
