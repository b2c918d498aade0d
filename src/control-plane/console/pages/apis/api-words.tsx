import type { Context } from 'hono';
import { SUMMARY_LENGTH_MAX } from '../../../../domain/product/product-words.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import { TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { IconFields, iconIn } from '../parts/icon-fields.tsx';
import { linkLines, linksIn } from '../parts/link-lines.ts';
import { useTexts } from '../parts/texts.ts';
import { type Api, UPDATE } from './api-query.ts';
import { type TabProps, typedIn } from './api-tab.ts';

const FIELDS = ['summary', 'description', 'tags', 'links'] as const;

type Words = Pick<Api, 'summary' | 'description' | 'tags' | 'links' | 'icon'>;

/** Reads the words of an API from their form. */
export async function apiWordsIn(c: Context<ConsoleEnv>) {
  const { summary, description, tags, links } = await readForm(c, ...FIELDS);
  return {
    summary: summary || null,
    description: description.replaceAll('\r\n', '\n') || null,
    tags: sentencesOf(tags),
    links: linksIn(links),
    ...(await iconIn(c)),
  };
}

/** Form of what the portal says of an API beside its document. */
export function ApiWordsForm({ address, api, sent }: TabProps) {
  const { apis, products } = useTexts().text;
  const { copiesStay, words } = apis;
  const { summary, description, tags, links, icon } = api;
  const typed = typedIn(sent, 'words');
  const refused = typed && sent.refused;
  return (
    <Section id="words-heading" title={words.title}>
      <form method="post" action={apiPath(address)} enctype="multipart/form-data" class="card form">
        <RefusedNotice refused={refused} beside={[...FIELDS, 'icon']} />
        <TypedFormContext.Provider value={typed}>
          <TextFields api={api} refused={refused} />
          <LinesField
            name="tags"
            label={words.tags}
            hint={words.tagsHint}
            value={tags.join('\n')}
            refused={refused}
          />
          <LinesField
            name="links"
            label={products.words.links}
            hint={words.linksHint}
            value={linkLines(links)}
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
        <AsGraphQL
          document={UPDATE}
          variables={{ input: { ...address, summary, description, tags, links } }}
        />
      </form>
    </Section>
  );
}

type TextFieldsProps = Pick<TabProps, 'api'> & { readonly refused: PageRefusal | undefined };

function TextFields({ api: { summary, description }, refused }: TextFieldsProps) {
  const { apis, products } = useTexts().text;
  return (
    <>
      <Field
        name="summary"
        label={products.words.summary}
        hint={apis.words.summaryHint}
        value={summary ?? ''}
        maxlength={SUMMARY_LENGTH_MAX}
        refused={refused}
      />
      <LinesField
        name="description"
        label={products.words.description}
        hint={apis.words.descriptionHint}
        value={description ?? ''}
        rows={6}
        refused={refused}
      />
    </>
  );
}

/** The words of an API as facts: those that it has. */
export function useWordFacts({ summary, description, tags, links, icon }: Words) {
  const { apis, products } = useTexts().text;
  return {
    ...(summary !== null && { [products.words.summary]: <bdi>{summary}</bdi> }),
    ...(description !== null && {
      [products.words.description]: <Description markdown={description} />,
    }),
    ...(tags.length > 0 && { [apis.words.tags]: <Tags tags={tags} /> }),
    ...(links.length > 0 && { [products.words.links]: <Links links={links} /> }),
    ...(icon !== null && {
      [products.words.icon]: <img class="brand-logo" src={icon} alt={products.words.presentIcon} />,
    }),
  };
}

/** Characters of a description that are shown at once. They are some ten lines. */
const SHOWN_MAX = 800;

/** A description. A long one is opened by its reader: what follows it would be a page away. */
function Description({ markdown }: { readonly markdown: string }) {
  const { apis } = useTexts().text;
  if (markdown.length <= SHOWN_MAX) return <Prose markdown={markdown} />;
  return (
    <details>
      <summary class="details-summary">{apis.words.readDescription}</summary>
      <Prose markdown={markdown} />
    </details>
  );
}

function Links({ links }: Pick<Api, 'links'>) {
  return (
    <span class="row">
      {links.map(({ title, url }) => (
        <a class="link" href={url} rel="noreferrer">
          <bdi>{title}</bdi>
        </a>
      ))}
    </span>
  );
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
