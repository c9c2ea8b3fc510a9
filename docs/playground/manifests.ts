// Colors, indentation and folding of YAML and JSON, line by line. A parser of YAML would read all documents again after each
// key: too slow for 200 of them.
import {
  foldService,
  indentService,
  StreamLanguage,
  type StringStream,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';

interface State {
  /** Indentation of the key whose text fills the next lines, such as that of `script: |`; -1 if there is none. */
  text: number;
}

const CONSTANT = /^(?:true|false|null|~)$/i;
const NUMBER = /^[-+]?\.?\d[\d._]*(?:e[-+]?\d+)?$/i;

function token(stream: StringStream, state: State): string | null {
  if (stream.sol() && state.text >= 0) {
    if (stream.match(/^\s*$/) || stream.indentation() > state.text) {
      stream.skipToEnd();
      return 'string';
    }
    state.text = -1;
  }
  if (stream.sol() && stream.match(/^(?:---|\.\.\.|%.*)(?=\s|$)/)) {
    return 'meta';
  }
  if (stream.eatSpace()) {
    return null;
  }
  if (stream.match(/^#.*/)) {
    return 'comment';
  }
  if (stream.match(/^[|>][-+\d]*\s*(?:#.*)?$/)) {
    state.text = stream.indentation();
    return 'meta';
  }
  if (stream.match(/^[&*!][^\s,[\]{}]*/)) {
    return 'meta';
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^']|'')*'?/)) {
    return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
  }
  if (stream.match(/^(?:[-?:](?=\s|$)|[,:[\]{}])/)) {
    return 'punctuation';
  }
  if (!stream.match(/^(?:[^\s:,[\]{}]|:(?=\S)|\s+(?![\s#,:\]}]|$))+/)) {
    stream.next();
  }
  if (stream.match(/^\s*:(?=\s|$)/, false)) {
    return 'propertyName';
  }
  const word = stream.current().trim();
  return CONSTANT.test(word) ? 'bool' : NUMBER.test(word) ? 'number' : null;
}

const language = StreamLanguage.define<State>({
  name: 'manifests',
  startState: () => ({ text: -1 }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: '#' } },
});

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** A new line starts below the key of the last one, or deeper after a colon or a bracket. */
const indent = indentService.of((context, at) => {
  const { text } = context.lineAt(at, -1);
  const key = /^\s*(?:- +)*/.exec(text)?.[0].length ?? 0;
  return /(?:[:[{]|[|>][-+]?)\s*$/.test(text) ? key + context.unit : key;
});

/** Of a longer block, nothing folds: the editor asks for every line that it shows. */
const MAX_FOLD_LINES = 1000;

/** A line folds with the deeper lines below it. */
const fold = foldService.of(({ doc }, start) => {
  const first = doc.lineAt(start);
  const last = Math.min(first.number + MAX_FOLD_LINES, doc.lines);
  let isWhole = last === doc.lines;
  let end = first.to;
  for (let at = first.number + 1; at <= last; at += 1) {
    const { text, to } = doc.line(at);
    const isBlank = text.trim() === '';
    if (!isBlank && indentOf(text) <= indentOf(first.text)) {
      isWhole = true;
      break;
    }
    end = isBlank ? end : to;
  }
  return isWhole && end > first.to ? { from: first.to, to: end } : null;
});

/** Support for manifests in YAML or JSON. */
export const manifests = (): Extension => [language, indent, fold];
