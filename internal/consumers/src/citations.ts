import ts from 'typescript';

/** A function of Kubernetes in the `Source:` of a doc comment. */
export interface Citation {
  /** The Go package, such as `k8s.io/kubernetes/pkg/kubelet/qos`. */
  readonly goPackage: string;
  /** The Go function or method, such as `GetContainerOOMScoreAdjust` or `Quantity.Value`. */
  readonly goFunction: string;
}

/** Ends the list of functions in a source; a remark about differences follows. */
const REMARK = /\. |\.$|\(The |,? but |,? which |,? where |,? whose |,? with |,? as |,? for /;

/** Go packages with this prefix contain types only. */
const TYPES = 'k8s.io/api/';

/**
 * Finds the functions of Kubernetes that a file implements. The doc comment of a function or class names them in
 * backticks after `Source:` and a Go package.
 *
 * @param text - the content of a TypeScript file
 * @returns the citations, in order
 */
export function citationsIn(text: string): Citation[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const citations: Citation[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) {
      for (const comment of ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)) {
        citations.push(...sourcesIn(comment.getText(source)).flatMap(functionsIn));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return citations;
}

/** Returns the sources of a doc comment. Each ends with its paragraph. */
function sourcesIn(comment: string): string[] {
  const lines = comment.split('\n').map((line) =>
    line
      .trim()
      .replace(/^(?:\/\*\*|\*(?!\/))/, '')
      .replace(/\*\/$/, '')
      .trim(),
  );
  // An empty line or a tag ends a paragraph.
  const paragraphs = lines.map((line) => (line === '' || line.startsWith('@') ? '\n' : line));
  return paragraphs
    .join(' ')
    .split('\n')
    .filter((paragraph) => paragraph.includes('Source: '))
    .map((paragraph) => paragraph.slice(paragraph.indexOf('Source: ')));
}

/** Returns the Go packages and functions in a source such as `` `k8s.io/api/core/v1` v0.37.1, `Foo` and `Bar`; `net/url`, `Parse` ``. */
function functionsIn(source: string): Citation[] {
  const found: Citation[] = [];
  let goPackage: string | undefined;
  for (const clause of source.split(';')) {
    const [named = ''] = clause.split(REMARK);
    for (const [, kind, token = ''] of named.matchAll(/(types? )?`([^`]+)`/g)) {
      if (token.includes('/')) {
        goPackage = absolute(token, goPackage);
      } else if (
        goPackage &&
        !kind &&
        !goPackage.startsWith(TYPES) &&
        /^[A-Za-z]\w*(\.[A-Z]\w*)?$/.test(token)
      ) {
        found.push({ goPackage, goFunction: token });
      }
    }
  }
  return found;
}

/** Adds the module of the previous package to a relative one such as `pkg/server`. */
function absolute(goPackage: string, before: string | undefined): string {
  const [host, module] = before?.split('/') ?? [];
  return goPackage.startsWith('pkg/') && module ? `${host}/${module}/${goPackage}` : goPackage;
}
