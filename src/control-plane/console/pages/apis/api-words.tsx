import type { Context } from 'hono';
import { LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import { TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { IconFields, iconIn } from '../parts/icon-fields.tsx';
import { useTexts } from '../parts/texts.ts';
import { type Api, UPDATE } from './api-query.ts';
import { type TabProps, typedIn } from './api-tab.ts';

/** Reads the words of an API from their form. */
export async function apiWordsIn(c: Context<ConsoleEnv>) {
  const { tags } = await readForm(c, 'tags');
  return { tags: sentencesOf(tags), ...(await iconIn(c)) };
}

/** Form of what the portal says of an API beside its document. */
export function ApiWordsForm({ address, api: { tags, icon }, sent }: TabProps) {
  const { copiesStay, words } = useTexts().text.apis;
  const typed = typedIn(sent, 'words');
  const refused = typed && sent.refused;
  return (
    <Section id="words-heading" title={words.title}>
      <form method="post" action={apiPath(address)} enctype="multipart/form-data" class="card form">
        <RefusedNotice refused={refused} beside={['tags', 'icon']} />
        <TypedFormContext.Provider value={typed}>
          <LinesField
            name="tags"
            label={words.tags}
            hint={words.tagsHint}
            value={tags.join('\n')}
            refused={refused}
          />
        </TypedFormContext.Provider>
        <IconFields icon={icon} hint={words.iconHint} refused={refused} />
        <p class="hint">{copiesStay}</p>
        <div>
          <button class="button" type="submit" name="action" value="words">
            {words.save}
          </button>
        </div>
        <AsGraphQL document={UPDATE} variables={{ input: { ...address, tags } }} />
      </form>
    </Section>
  );
}

/** The words of an API as facts: those that it has. */
export function useWordFacts({ tags, icon }: Pick<Api, 'tags' | 'icon'>) {
  const { apis, products } = useTexts().text;
  return {
    ...(tags.length > 0 && { [apis.words.tags]: <Tags tags={tags} /> }),
    ...(icon !== null && {
      [products.words.icon]: <img class="brand-logo" src={icon} alt={products.words.presentIcon} />,
    }),
  };
}

function Tags({ tags }: Pick<Api, 'tags'>) {
  return (
    <ul class="tags">
      {tags.map((tag) => (
        <li class="tag">
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  );
}
