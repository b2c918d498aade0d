import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Diff } from '../../../../ui/components/diff.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { packedSource } from '../import/import-source.ts';
import { SourceForms } from '../import/source-forms.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { Breaks } from '../parts/breaks.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import type { Replacement } from './api-document.ts';
import { type Api, UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

/** Its document, and another one in its place. */
export function DocumentTab({ address, api, mayChange, sent: { refused, replacement, source } }: TabProps) {
  const text = useTexts().text.apis.document;
  const path = apiPath(address);
  if (replacement) return <Review path={path} api={api} replacement={replacement} refused={refused} />;
  return (
    <section class="section stack" aria-label={text.title}>
      <p class="text">
        {api.kind === 'REST' ? text.operations(api.operationCount) : text.rootFields(api.operationCount)}{' '}
        {mayChange && text.another}
      </p>
      {mayChange && <SourceForms action={path} sent={source && refused && { form: source, refused }} />}
    </section>
  );
}

type ReviewProps = {
  readonly path: string;
  readonly api: Api;
  readonly replacement: Replacement;
  readonly refused: TabProps['sent']['refused'];
};

function Review({ path, api, replacement, refused }: ReviewProps) {
  const { apis } = useTexts().text;
  const text = apis.document;
  const { preview, source, input, acceptBreaking } = replacement;
  const { added = [], removed = [], breaks = [] } = preview.difference ?? {};
  return (
    <form method="post" action={path} class="section stack">
      <input type="hidden" name="source" value={packedSource(source)} />
      <RefusedNotice refused={refused} />
      {preview.kind !== api.kind && (
        <Notice tone="danger">
          <p class="text">{text.otherKind(api.kind === 'REST' ? 'REST' : 'GraphQL')}</p>
        </Notice>
      )}
      <h2 class="heading">
        {preview.title} {preview.documentVersion ?? ''}
      </h2>
      <p class="text">{text.difference(preview.operationCount, added.length, removed.length)}</p>
      {added.length + removed.length > 0 && (
        <Diff
          label={text.changedOperations}
          lines={[
            ...removed.map((text) => ({ kind: 'removed' as const, text })),
            ...added.map((text) => ({ kind: 'added' as const, text })),
          ]}
        />
      )}
      <Breaks breaks={breaks} />
      {breaks.length > 0 && (
        <CheckBox
          id="acceptBreaking"
          name="acceptBreaking"
          value="yes"
          label={text.acceptBreaking}
          hint={text.acceptBreakingHint}
          checked={acceptBreaking}
        />
      )}
      <p class="hint">{apis.copiesStay}</p>
      <p class="row">
        <button class="button button-primary" type="submit" name="action" value="document">
          {text.save}
        </button>
        <a class="link" href={`${path}?tab=document`}>
          {text.chooseAnother}
        </a>
      </p>
      <AsGraphQL document={UPDATE} variables={{ input }} />
    </form>
  );
}
