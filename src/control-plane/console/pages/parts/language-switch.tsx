import { consoleLanguages } from '../../texts.ts';
import { useTexts } from './texts.ts';

/** The languages of the console by their own names. */
export function LanguageSwitch() {
  const { language, text } = useTexts();
  return (
    <form class="segmented" method="post" action="/console/language" aria-label={text.frame.language}>
      {consoleLanguages.map(({ tag, name }) => (
        <button
          class="segmented-button"
          type="submit"
          name="language"
          value={tag}
          lang={tag}
          aria-pressed={tag === language ? 'true' : 'false'}
        >
          {name}
        </button>
      ))}
    </form>
  );
}
