import { raw } from 'hono/html';
import { type HeadingLevel, markdownToHtml } from '../kit/markdown.ts';

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
