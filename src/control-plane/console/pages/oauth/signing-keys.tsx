import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { format } from '../parts/format.ts';
import type { PartProps } from './oauth-provider-parts.tsx';

type KeyState = PartProps['provider']['signingKeys'][number]['state'];

const states: Readonly<Record<KeyState, readonly [name: string, tone: BadgeTone]>> = {
  PUBLISHED: ['Published', 'waiting'],
  SIGNING: ['Signing', 'good'],
  RETIRED: ['Retired', 'neutral'],
};

/** The keys of a provider, with the form that rotates them. */
export function SigningKeys({ path, provider: { title, signingKeys }, mayChange }: PartProps) {
  return (
    <section class="section stack">
      <h2 class="heading">Signing keys: {format.number(signingKeys.length)}</h2>
      <Table
        caption="Signing keys"
        rows={signingKeys}
        columns={[
          {
            heading: 'Key id',
            cell: ({ kid }) => (
              <span class="address">
                <code class="code">{kid}</code>
              </span>
            ),
          },
          { heading: 'Algorithm', cell: ({ algorithm }) => algorithm },
          {
            heading: 'State',
            cell: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge>,
          },
          {
            heading: 'Signs from',
            cell: ({ signsFrom }) => <span class="when">{format.dateTime(signsFrom)}</span>,
          },
          {
            heading: 'Removed',
            cell: ({ retiresAt }) => retiresAt && <span class="when">{format.dateTime(retiresAt)}</span>,
          },
        ]}
      />
      {mayChange && <KeyReplacement path={path} title={title} />}
    </section>
  );
}

function KeyReplacement({ path, title }: { path: string; title: string }) {
  return (
    <>
      <form method="post" action={path} class="row">
        <button class="button" type="submit" name="action" value="rotate">
          Rotate the key
        </button>
        <span class="small quiet">
          No call is refused for it: the old key verifies until its last token has ended.
        </span>
      </form>
      <form
        method="post"
        action={path}
        class="row"
        data-confirm={`Withdraw all keys of ${title}? All tokens that are out are refused at once.`}
      >
        <button class="button button-danger" type="submit" name="action" value="withdraw">
          Withdraw all keys
        </button>
        <span class="small quiet">
          Where somebody else may have a key: all tokens that are out are refused at once, and a new key
          signs.
        </span>
      </form>
    </>
  );
}
