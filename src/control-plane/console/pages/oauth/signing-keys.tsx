import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { useTexts } from '../parts/texts.ts';
import type { PartProps } from './oauth-provider-parts.tsx';

type KeyState = PartProps['provider']['signingKeys'][number]['state'];

const tones: Readonly<Record<KeyState, BadgeTone>> = {
  PUBLISHED: 'waiting',
  SIGNING: 'good',
  RETIRED: 'neutral',
};

/** The keys of a provider, with the form that rotates them. */
export function SigningKeys({ path, provider: { title, signingKeys }, mayChange }: PartProps) {
  const { text: all, format } = useTexts();
  const text = all.oauth.signingKeys;
  return (
    <section class="section stack">
      <h2 class="heading">{text.heading(signingKeys.length)}</h2>
      <Table
        caption={text.caption}
        rows={signingKeys}
        columns={[
          {
            heading: text.keyId,
            cell: ({ kid }) => (
              <span class="address">
                <code class="code">{kid}</code>
              </span>
            ),
          },
          { heading: text.algorithm, cell: ({ algorithm }) => algorithm },
          {
            heading: text.state,
            cell: ({ state }) => <Badge tone={tones[state]}>{text.states[state]}</Badge>,
          },
          {
            heading: text.signsFrom,
            cell: ({ signsFrom }) => <span class="when">{format.dateTime(signsFrom)}</span>,
          },
          {
            heading: text.removed,
            cell: ({ retiresAt }) => retiresAt && <span class="when">{format.dateTime(retiresAt)}</span>,
          },
        ]}
      />
      {mayChange && <KeyReplacement path={path} title={title} />}
    </section>
  );
}

function KeyReplacement({ path, title }: { path: string; title: string }) {
  const text = useTexts().text.oauth.signingKeys;
  return (
    <>
      <form method="post" action={path} class="row">
        <button class="button" type="submit" name="action" value="rotate">
          {text.rotate}
        </button>
        <span class="small quiet">{text.rotateHint}</span>
      </form>
      <form method="post" action={path} class="row" data-confirm={text.withdrawQuestion(title)}>
        <button class="button button-danger" type="submit" name="action" value="withdraw">
          {text.withdraw}
        </button>
        <span class="small quiet">{text.withdrawHint}</span>
      </form>
    </>
  );
}
