import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

/** The names of the editor's themes, which {@link EditorTheme} defines. */
export const editorTheme = { light: 'gatehouse-light', dark: 'gatehouse-dark' } as const;

type Palette = {
  readonly base: 'vs' | 'vs-dark';
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly tint: string;
  /** Colours of tokens, as Monaco names them. */
  readonly tokens: Readonly<Record<string, string>>;
};

/** The colours of the style sheet, readable on the editor's ground. */
const palettes: Readonly<Record<keyof typeof editorTheme, Palette>> = {
  light: {
    base: 'vs',
    surface: '#ffffff',
    text: '#1a1d23',
    muted: '#565d6b',
    accent: '#1d4ed8',
    tint: '#e9f0fe',
    tokens: {
      'comment.gql': '565d6b',
      'keyword.gql': '1d4ed8',
      'type.identifier.gql': '8a4b00',
      'argument.identifier.gql': '6b35a8',
      'string.gql': '14693a',
      'number.gql': '14693a',
      'string.key.json': '1d4ed8',
      'string.value.json': '14693a',
      'number.json': '8a4b00',
    },
  },
  dark: {
    base: 'vs-dark',
    surface: '#1e2128',
    text: '#e8eaee',
    muted: '#a9b0bd',
    accent: '#8ab4ff',
    tint: '#182541',
    tokens: {
      'comment.gql': 'a9b0bd',
      'keyword.gql': '8ab4ff',
      'type.identifier.gql': 'f3b95f',
      'argument.identifier.gql': 'c9b3f5',
      'string.gql': '6fd69b',
      'number.gql': '6fd69b',
      'string.key.json': '8ab4ff',
      'string.value.json': '6fd69b',
      'number.json': 'f3b95f',
    },
  },
};

/** Follows the theme of the page, which its switch changes, or that of the browser. */
export function PageTheme() {
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    const root = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const follow = () =>
      setTheme(
        (root.dataset['theme'] as keyof typeof editorTheme | undefined) ?? (dark.matches ? 'dark' : 'light'),
      );
    const observer = new MutationObserver(follow);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    dark.addEventListener('change', follow);
    follow();
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', follow);
    };
  }, [setTheme]);
  return null;
}

/** Defines the themes once the editor is loaded, and applies the one that is chosen. */
export function EditorTheme() {
  const monaco = useMonaco((state) => state.monaco);
  const theme = useGraphiQL((state) => state.monacoTheme);
  useEffect(() => {
    if (!monaco) return;
    for (const [name, { base, surface, text, muted, accent, tint, tokens }] of Object.entries(palettes))
      monaco.editor.defineTheme(editorTheme[name as keyof typeof editorTheme], {
        base,
        inherit: true,
        rules: Object.entries(tokens).map(([token, foreground]) => ({ token, foreground })),
        colors: {
          'editor.background': '#ffffff00',
          'scrollbar.shadow': '#ffffff00',
          focusBorder: accent,
          'editorLineNumber.foreground': muted,
          'editorLineNumber.dimmedForeground': muted,
          'textLink.foreground': accent,
          'editorWidget.background': surface,
          'editorHoverWidget.background': surface,
          'editorSuggestWidget.background': surface,
          'editorSuggestWidget.foreground': text,
          'editorSuggestWidget.selectedBackground': tint,
          'editorSuggestWidget.selectedForeground': text,
          'editorSuggestWidget.selectedIconForeground': text,
          'editorSuggestWidget.highlightForeground': accent,
          'editorSuggestWidget.focusHighlightForeground': accent,
          'list.hoverBackground': tint,
          'list.highlightForeground': accent,
        },
      });
    if (theme) monaco.editor.setTheme(theme);
  }, [monaco, theme]);
  return null;
}
