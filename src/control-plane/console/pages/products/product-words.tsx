import type { Context } from 'hono';
import { SUMMARY_LENGTH_MAX } from '../../../../domain/product/product-words.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import { type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { productPath } from '../parts/console-paths.ts';
import { IconFields, iconIn } from '../parts/icon-fields.tsx';
import { linkLines, linksIn } from '../parts/link-lines.ts';
import { useTexts } from '../parts/texts.ts';
import { type Product, UPDATE_PRODUCT } from './product-query.ts';

type WordsProps = {
  readonly address: { readonly org: string; readonly product: string };
  readonly draft: Product;
  /** The refused form of these words. */
  readonly sent: { readonly refused: PageRefusal; readonly typed: TypedForm } | undefined;
};

const FIELDS = ['summary', 'description', 'releaseNotes', 'tags', 'links'] as const;

/** Reads the words of a product from its form. The icon stays unless a file is chosen. */
export async function wordsIn(c: Context<ConsoleEnv>) {
  const { summary, description, releaseNotes, tags, links } = await readForm(c, ...FIELDS);
  return {
    summary: summary || null,
    description: description.replaceAll('\r\n', '\n') || null,
    releaseNotes: releaseNotes.replaceAll('\r\n', '\n') || null,
    tags: sentencesOf(tags),
    links: linksIn(links),
    ...(await iconIn(c)),
  };
}

/** Form of what the portal says of a product. */
export function ProductWordsForm({ address, draft, sent }: WordsProps) {
  const { words } = useTexts().text.products;
  const { summary, description, releaseNotes, tags, links, icon } = draft;
  const refused = sent?.refused;
  const told = summary ?? (description === null ? words.none : undefined);
  return (
    <Section id="words-heading" title={words.title}>
      {told !== undefined && <p class="text">{told}</p>}
      <details class="disclosure" open={sent !== undefined}>
        <summary class="disclosure-summary">{words.edit}</summary>
        <form method="post" action={productPath(address)} enctype="multipart/form-data" class="card form">
          <RefusedNotice refused={refused} beside={[...FIELDS, 'icon']} />
          <TypedFormContext.Provider value={sent?.typed}>
            <Field
              name="summary"
              label={words.summary}
              hint={words.summaryHint}
              value={summary ?? ''}
              maxlength={SUMMARY_LENGTH_MAX}
              refused={refused}
            />
            <MarkdownFields draft={draft} refused={refused} />
            <LinesField
              name="tags"
              label={words.tags}
              hint={words.tagsHint}
              value={tags.join('\n')}
              refused={refused}
            />
            <LinesField
              name="links"
              label={words.links}
              hint={words.linksHint}
              value={linkLines(links)}
              refused={refused}
            />
          </TypedFormContext.Provider>
          <IconFields icon={icon} hint={words.iconHint} refused={refused} />
          <div>
            <button class="button" type="submit" name="action" value="saveWords">
              {words.save}
            </button>
          </div>
          <AsGraphQL
            document={UPDATE_PRODUCT}
            variables={{ input: { ...address, summary, description, releaseNotes, tags, links } }}
          />
        </form>
      </details>
    </Section>
  );
}

function MarkdownFields({
  draft: { description, releaseNotes },
  refused,
}: Pick<WordsProps, 'draft'> & { readonly refused: PageRefusal | undefined }) {
  const { words } = useTexts().text.products;
  return (
    <>
      <LinesField
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        value={description ?? ''}
        rows={10}
        refused={refused}
      />
      <LinesField
        name="releaseNotes"
        label={words.releaseNotes}
        hint={words.releaseNotesHint}
        value={releaseNotes ?? ''}
        rows={5}
        refused={refused}
      />
    </>
  );
}
