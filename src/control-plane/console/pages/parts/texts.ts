import { createContext, useContext } from 'hono/jsx';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { ConsoleLanguage } from '../../texts.ts';
import type { Messages } from '../messages.ts';

/** The language of a page, its texts, and its formats of numbers and dates. */
export type PageTexts = {
  readonly language: ConsoleLanguage;
  readonly text: Messages;
  readonly format: Formats;
};

/** Gives the components of a page its texts. The frame of every page provides them. */
export const TextsOfPage = createContext<PageTexts | undefined>(undefined);

/** Returns the texts of the page that is being rendered. A handler has them in its context instead. */
export function useTexts(): PageTexts {
  const texts = useContext(TextsOfPage);
  if (!texts) throw new Error('Texts are those of a page: call useTexts in a component that it renders.');
  return texts;
}
