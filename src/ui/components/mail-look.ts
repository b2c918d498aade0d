import type { Brand } from '../kit/brand.tsx';

/** Colours of a mail, which are those of pages. Mail programs know no variables. */
const colours = {
  light: {
    accent: '#1d4ed8',
    onAccent: '#ffffff',
    page: '#f7f8fa',
    surface: '#ffffff',
    raised: '#f1f3f6',
    text: '#16191f',
    muted: '#545b69',
    line: '#e0e4ea',
  },
  dark: {
    accent: '#8ab4ff',
    onAccent: '#0b1020',
    page: '#121419',
    surface: '#191c22',
    raised: '#242932',
    text: '#e8eaee',
    muted: '#a4abb9',
    line: '#2f3540',
  },
} as const;

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

type Accent = Brand['accent'];

const coloursOf = (accent: Accent, scheme: 'light' | 'dark') => ({
  ...colours[scheme],
  ...(accent && { accent: accent[scheme] }),
});

/** Returns the inline styles of a mail. They are light: a program that keeps no style sheet knows no other look. */
export function lookOf(accent: Accent) {
  const { accent: own, onAccent, page, surface, text, muted, line } = coloursOf(accent, 'light');
  const breaks = 'overflow-wrap:anywhere;word-break:break-word';
  return {
    mail: `margin:0;padding:0;background:${page};color:${text};font:16px/1.55 ${FONT}`,
    sheet: `max-width:36rem;margin:0 auto;padding:32px 16px;${breaks}`,
    sender: `display:flex;align-items:center;margin:0 0 16px;color:${text};font-weight:600`,
    senderName: 'min-width:0',
    mark: `display:inline-block;flex:none;width:28px;margin-right:10px;border-radius:7px;background:${own};color:${onAccent};line-height:28px;text-align:center`,
    card: `display:block;padding:28px 24px;border:1px solid ${line};border-radius:10px;background:${surface};color:${text}`,
    title: 'margin:0 0 16px;font-size:22px;line-height:1.3',
    text: 'margin:0 0 16px',
    heading: 'margin:0 0 4px;font-weight:600',
    list: 'margin:0 0 16px;padding-left:20px',
    item: 'margin:0 0 4px',
    action: 'margin:24px 0 16px',
    button: `display:inline-block;padding:11px 20px;border-radius:8px;background:${own};color:${onAccent};font-weight:600;text-decoration:none`,
    address: `margin:0;color:${muted};font-size:13px`,
    foot: `display:block;padding:20px 8px 0;color:${muted};font-size:13px`,
    footText: 'margin:0 0 8px',
    quietLink: `color:${muted};text-decoration:underline`,
  };
}

/** Returns the style sheet of a mail. It has the dark look, and Markdown, whose elements have no inline styles. */
export function styleOf(accent: Accent): string {
  const light = coloursOf(accent, 'light');
  const dark = coloursOf(accent, 'dark');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
.mail-prose :is(p,ul,ol,pre,table,blockquote){margin:0 0 16px}
.mail-prose :is(ul,ol){padding-left:20px}
.mail-prose :is(h2,h3,h4,h5,h6){margin:24px 0 8px;font-size:17px;line-height:1.3}
.mail-prose a{color:${light.accent}}
.mail-prose code{font-family:${MONO};font-size:14px}
.mail-prose pre{padding:12px;border-radius:8px;background:${light.raised};white-space:pre-wrap}
.mail-prose table{border-collapse:collapse}
.mail-prose :is(th,td){padding:4px 8px;border:1px solid ${light.line};text-align:left}
.mail-prose blockquote{padding-left:12px;border-left:3px solid ${light.line}}
@media (prefers-color-scheme:dark){
.mail,.mail-sender{background:${dark.page}!important;color:${dark.text}!important}
.mail-card{border-color:${dark.line}!important;background:${dark.surface}!important;color:${dark.text}!important}
.mail-button,.mail-mark{background:${dark.accent}!important;color:${dark.onAccent}!important}
.mail-quiet{color:${dark.muted}!important}
.mail-prose a{color:${dark.accent}}
.mail-prose pre{background:${dark.raised}}
.mail-prose :is(th,td,blockquote){border-color:${dark.line}}
}`;
}
