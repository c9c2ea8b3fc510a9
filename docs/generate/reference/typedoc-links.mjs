// A plugin of TypeDoc. A link such as `@kubesem/core!FieldError` names a package; if the package has several entries, TypeDoc
// does not look into its main one.

/** @param {import('typedoc').Application} app - TypeDoc */
export function load(app) {
  app.converter.addUnknownSymbolResolver(({ moduleSource, symbolReference }, { project }) => {
    const entries = project.children?.find(({ name }) => name === moduleSource)?.children;
    const main = entries?.find(({ name }) => name.endsWith('/src'));
    const target = main?.getChildByName((symbolReference?.path ?? []).map(({ path }) => path));
    return target && { target };
  });
}
