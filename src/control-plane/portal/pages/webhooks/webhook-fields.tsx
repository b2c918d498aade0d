import type { Context } from 'hono';
import { type NoticeKind, noticeKindNames } from '../../../../domain/events/notices.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import { Copyable } from '../parts/copyable.tsx';
import { show } from '../parts/frame.tsx';
import type { PortalEnv, PortalPageContext } from '../parts/page-context.ts';

/** Typed fields of a webhook. */
export type TypedWebhook = {
  readonly url: string;
  readonly kinds: readonly NoticeKind[];
  readonly format: 'STANDARD' | 'CLOUDEVENTS';
};

/** Fields of a webhook, which show their own fault. */
export const WEBHOOK_FIELDS: readonly string[] = ['url', 'kinds', 'format'] satisfies (keyof TypedWebhook)[];

/** Reads the form of a webhook. An unknown kind of notice is left out. */
export async function webhookIn(c: Context<PortalEnv>): Promise<TypedWebhook> {
  const { url, format } = await readForm(c, 'url', 'format');
  const chosen = await readTexts(c, 'kinds');
  return {
    url: url.trim(),
    kinds: noticeKindNames.filter((kind) => chosen.includes(kind)),
    format: format === 'CLOUDEVENTS' ? 'CLOUDEVENTS' : 'STANDARD',
  };
}

type WebhookFieldsProps = {
  readonly pageContext: PortalPageContext;
  readonly form: TypedWebhook;
  readonly refused: PageRefusal | undefined;
};

/** Fields for the address, the format and the notices of a webhook. */
export function WebhookFields({ pageContext: { text }, form, refused }: WebhookFieldsProps) {
  const words = text.webhooks;
  return (
    <>
      <Field
        name="url"
        label={words.address}
        hint={words.addressHint}
        type="url"
        value={form.url}
        refused={refused}
        autocomplete="off"
        required
      />
      <SelectField
        name="format"
        label={words.format}
        hint={words.formatHint}
        value={form.format}
        refused={refused}
        options={(['STANDARD', 'CLOUDEVENTS'] as const).map((value) => ({
          value,
          label: words.formats[value],
        }))}
      />
      <fieldset class="choices">
        <legend class="label">{words.kinds}</legend>
        {noticeKindNames.map((kind) => (
          <CheckBox
            id={`kinds-${kind}`}
            name="kinds"
            value={kind}
            label={text.notices.kinds[kind]}
            checked={form.kinds.includes(kind)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** Shows the secret of a webhook. It can be read only now. */
export function showSecret(
  c: Context<PortalEnv>,
  { id, secret }: { readonly id: string; readonly secret: string },
): Response {
  const { pageContext } = c.var;
  const words = pageContext.text.webhooks.secret;
  return show(
    c,
    <>
      <h1 class="title">{words.issued}</h1>
      <div class="card">
        <Notice tone="warning" title={words.once}>
          <p class="text">{words.onceText}</p>
        </Notice>
        <Copyable pageContext={pageContext} value={secret} what={words.label} />
        <p class="row">
          <a class="button button-primary" href={`${pageContext.base}/webhooks/${id}`}>
            {words.next}
          </a>
        </p>
      </div>
    </>,
    { title: words.issued, menu: 'notices' },
  );
}
