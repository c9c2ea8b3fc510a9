// The editor: CodeMirror with YAML or JSON, and the problems at their places.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, StateEffect, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Marker } from '@kubesem/panels';
import { tags } from '@lezer/highlight';
import { manifests } from './manifests.js';

/** The editor, for the page. */
export interface Editor {
  readonly text: () => string;
  /** Replaces the text; `onChange` is not called. */
  readonly setText: (text: string) => void;
  readonly setMarkers: (markers: readonly Marker[]) => void;
  /** Shows a place and puts the cursor there. */
  readonly reveal: (line: number, column: number) => void;
  /** Loads what finds and replaces text. */
  readonly addSearch: () => Promise<void>;
  readonly focus: () => void;
  readonly destroy: () => void;
}

const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--pg-key)' },
  { tag: tags.string, color: 'var(--pg-string)' },
  { tag: [tags.number, tags.bool], color: 'var(--pg-number)' },
  { tag: tags.comment, color: 'var(--pg-comment)', fontStyle: 'italic' },
  { tag: [tags.meta, tags.punctuation], color: 'var(--pg-comment)' },
]);

const THEME = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '13px',
    backgroundColor: 'transparent',
    color: 'var(--vp-c-text-1)',
  },
  '&.cm-focused': {
    outline: '2px solid var(--vp-c-brand-1)',
    outlineOffset: '-2px',
    borderRadius: '9px',
  },
  '.cm-scroller': { fontFamily: 'var(--vp-font-family-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--vp-c-text-1)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--vp-c-text-1)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--pg-comment)',
    border: '0',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--pg-active)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'var(--pg-selection)',
    },
  '.cm-tooltip': {
    backgroundColor: 'var(--vp-c-bg-elv)',
    color: 'var(--vp-c-text-1)',
    border: '1px solid var(--vp-c-divider)',
  },
  '.cm-panels': { backgroundColor: 'var(--vp-c-bg-soft)', color: 'var(--vp-c-text-1)' },
});

/** Tab moves the focus: people without a mouse must be able to leave the editor. */
const SETUP: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
];

/** Creates an editor with a text in an element. */
export function createEditor(
  parent: HTMLElement,
  text: string,
  onChange: (text: string) => void,
): Editor {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      SETUP,
      lintGutter(),
      manifests(),
      syntaxHighlighting(HIGHLIGHT),
      THEME,
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': 'Manifests, YAML or JSON', tabindex: '0' }),
      EditorView.updateListener.of(({ transactions, state }) => {
        const isTyped = transactions.some(
          (each) => each.docChanged && each.annotation(Transaction.remote) !== true,
        );
        if (isTyped) {
          onChange(state.doc.toString());
        }
      }),
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (text) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: Transaction.remote.of(true),
        selection: { anchor: 0 },
        scrollIntoView: true,
      }),
    setMarkers: (markers) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          markers.map((each) => diagnostic(view.state, each)),
        ),
      ),
    reveal: (line, column) => {
      const anchor = offsetOf(view.state, line, column);
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      view.focus();
    },
    addSearch: () => addSearch(view),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function offsetOf({ doc }: EditorState, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** Adds what finds and replaces text. */
async function addSearch(view: EditorView): Promise<void> {
  const { highlightSelectionMatches, searchKeymap } = await import('@codemirror/search');
  const search = [highlightSelectionMatches(), keymap.of([...searchKeymap])];
  view.dispatch({ effects: StateEffect.appendConfig.of(search) });
}

/** A value on its line: a quoted string, or text up to the end of a list or an entry. */
const VALUE = /^(?:"[^"]*"?|'[^']*'?|[^,}\]#]*)/;

function diagnostic(state: EditorState, marker: Marker): Diagnostic {
  const { severity, line, column, code, path, message } = marker;
  const from = offsetOf(state, line, column);
  const rest = state.doc.sliceString(from, state.doc.lineAt(from).to);
  const [value = ''] = VALUE.exec(rest) ?? [];
  return {
    from,
    to: from + value.trimEnd().length,
    severity,
    source: code,
    message: path === '' ? message : `${path}: ${message}`,
  };
}
