import { raw } from 'hono/html';
import type { Language } from '../../foundation/text/languages.ts';
import type { Brand } from '../kit/brand.tsx';
import { markdownToHtml } from '../kit/markdown.ts';
import type { NoticeText, TextBlock } from '../languages/en/notices.ts';
import { lookOf, styleOf } from './mail-look.ts';

/** A mail as a person reads it. Both of its parts are made of it. */
export type MailContent = {
  readonly language: Language;
  /** The portal that sends it. */
  readonly sender: { readonly name: string; readonly accent: Brand['accent'] };
  readonly words: NoticeText;
  /** The page that relative links of Markdown lead from. Undefined where the words are plain text. */
  readonly markdownOf?: string;
  readonly link: {
    readonly url: string;
    /** The label of its button. */
    readonly label: string;
    /** Stands above the address in the plain text. */
    readonly lead?: string;
  };
  /** Says who sends it, and why. */
  readonly reason: string;
  /** Ends mails of this kind. */
  readonly end?: { readonly url: string; readonly label: string; readonly lead: string };
};

/** The HTML of a mail: a document by itself, which loads nothing from anywhere. */
export const mailHtml = (content: MailContent): string => (<Mail {...content} />).toString();

function Mail(content: MailContent) {
  const { language, sender, words } = content;
  const look = lookOf(sender.accent);
  return (
    <>
      {raw('<!doctype html>')}
      <html lang={language}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>{words.subject}</title>
          <style>{raw(styleOf(sender.accent))}</style>
        </head>
        <body class="mail" style={look.mail}>
          <div style={look.sheet}>
            <header class="mail-sender" style={look.sender}>
              <span class="mail-mark" style={look.mark} aria-hidden="true">
                {[...sender.name][0]}
              </span>
              <span style={look.senderName}>{sender.name}</span>
            </header>
            <Card content={content} look={look} />
            <Foot content={content} look={look} />
          </div>
        </body>
      </html>
    </>
  );
}

type PartProps = { readonly content: MailContent; readonly look: Look };

/** The title, the words, and what is to be done. */
function Card({ content: { words, markdownOf, link }, look }: PartProps) {
  // Words that people wrote run in their own direction.
  const direction = markdownOf === undefined ? undefined : 'auto';
  return (
    <main class="mail-card" style={look.card}>
      <h1 style={look.title} dir={direction}>
        {words.subject}
      </h1>
      {markdownOf === undefined ? (
        blocksOf(words).map((block) => <Block block={block} look={look} />)
      ) : (
        <div class="mail-prose" dir={direction}>
          {raw(markdownToHtml(words.text, 2, markdownOf))}
        </div>
      )}
      <p style={look.action}>
        <a class="mail-button" style={look.button} href={link.url}>
          {link.label}
        </a>
      </p>
      <p class="mail-quiet" style={look.address}>
        <a class="mail-quiet" style={look.quietLink} href={link.url}>
          {link.url}
        </a>
      </p>
    </main>
  );
}

function Foot({ content: { reason, end }, look }: PartProps) {
  return (
    <footer class="mail-quiet" style={look.foot}>
      <p style={look.footText}>{reason}</p>
      {end && (
        <p style={look.footText}>
          <a class="mail-quiet" style={look.quietLink} href={end.url}>
            {end.label}
          </a>
        </p>
      )}
    </footer>
  );
}

type Look = ReturnType<typeof lookOf>;

function Block({ block, look }: { readonly block: TextBlock; readonly look: Look }) {
  if (typeof block === 'string')
    return (
      <p style={look.text}>
        {block.split('\n').map((line, index) => (
          <>
            {index > 0 && <br />}
            {line}
          </>
        ))}
      </p>
    );
  return (
    <>
      {block.heading !== '' && <p style={look.heading}>{block.heading}</p>}
      <ul style={look.list}>
        {block.items.map((item) => (
          <li style={look.item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

/** A line of a list, as people write it in plain text. */
const ITEM = /^[-*•] +/;

/** Returns the blocks of a text. One in the provider's own words has paragraphs, and lists in the way of plain text. */
function blocksOf({ text, blocks }: NoticeText): readonly TextBlock[] {
  if (blocks) return blocks;
  return text.split(/\n{2,}/).flatMap((paragraph): TextBlock[] => {
    const lines = paragraph.split('\n');
    const first = lines.findIndex((line) => ITEM.test(line));
    if (first < 0 || !lines.slice(first).every((line) => ITEM.test(line))) return [paragraph];
    const items = lines.slice(first).map((line) => line.replace(ITEM, ''));
    const before = lines.slice(0, first).join('\n');
    return [...(before === '' ? [] : [before]), { heading: '', items }];
  });
}
