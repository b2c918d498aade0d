import { raw } from 'hono/html';
import { firstParagraph } from '../kit/first-paragraph.ts';
import { type HeadingLevel, markdownToHtml, markdownToPhrase } from '../kit/markdown.ts';

type ProseProps = {
  readonly markdown: string;
  /** The level of its first headings. */
  readonly headingLevel?: HeadingLevel;
  /** True when it is a card of its own. */
  readonly isCard?: boolean;
};

/** Words that people wrote in Markdown. They run in their own direction. */
export function Prose({ markdown, headingLevel, isCard = false }: ProseProps) {
  return (
    <div class={isCard ? 'card prose' : 'prose'} dir="auto">
      {raw(markdownToHtml(markdown, headingLevel))}
    </div>
  );
}

/** The first paragraph of Markdown, within a line of other words. */
export function ProsePhrase({ markdown }: Pick<ProseProps, 'markdown'>) {
  return <bdi class="prose-phrase">{raw(markdownToPhrase(firstParagraph(markdown)))}</bdi>;
}

/** Shows words of a part of a document, such as a parameter, in a cell. */
export function Meaning({ description }: { readonly description: string | null }) {
  return description === null ? '' : <Prose markdown={description} headingLevel={4} />;
}
