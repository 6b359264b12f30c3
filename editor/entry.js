// The names of CodeMirror that docs/assets/cells/ imports; what is not named here is not in the bundle.
export {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
  selectedCompletion,
} from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentLess, isolateHistory } from "@codemirror/commands";
export { globalCompletion, localCompletionSource, python } from "@codemirror/lang-python";
export {
  bracketMatching,
  forceParsing,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
export { search, searchKeymap } from "@codemirror/search";
export { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, keymap, ViewPlugin } from "@codemirror/view";
export { tagHighlighter, tags } from "@lezer/highlight";
