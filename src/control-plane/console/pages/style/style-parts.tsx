import type { Child } from 'hono/jsx';
import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { Icon, type IconName } from '../../../../ui/components/icon.tsx';
import { icons } from '../../../../ui/components/icons.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Pager } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';

export function Buttons() {
  return (
    <div class="row">
      <button class="button button-primary" type="button">
        Primary
      </button>
      <button class="button" type="button">
        Quiet
      </button>
      <button class="button button-danger" type="button">
        Danger
      </button>
      <button class="button button-plain" type="button">
        Plain
      </button>
      <button class="button button-small" type="button">
        Small
      </button>
      <button class="button button-quiet" type="button">
        Action of a row
      </button>
      <button class="button" type="button" disabled>
        Disabled
      </button>
      <button class="button button-icon" type="button" aria-label="Refresh">
        <Icon name="refresh-cw" />
      </button>
      <a class="link" href="#tables">
        Link to the tables
      </a>
      <kbd class="kbd">Ctrl K</kbd>
    </div>
  );
}

const tones: readonly BadgeTone[] = ['neutral', 'good', 'waiting', 'bad', 'info'];

export function Badges() {
  return (
    <div class="row">
      {tones.map((tone) => (
        <Badge tone={tone}>{tone}</Badge>
      ))}
      <span class="count">12</span>
    </div>
  );
}

export function Icons() {
  return (
    <div class="row" aria-hidden="true">
      {(Object.keys(icons) as IconName[]).map((name) => (
        <span title={name}>
          <Icon name={name} />
        </span>
      ))}
    </div>
  );
}

export function Notices() {
  return (
    <>
      {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
        <Notice tone={tone} title={`A notice: ${tone}`}>
          <p class="text">It says what is, and what to do.</p>
        </Notice>
      ))}
    </>
  );
}

export function Tables({ now }: { now: Date }) {
  const { text } = useTexts();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const rows = [
    { name: 'Parcels 2.0.0', state: 'PUBLISHED', calls: 12_400, at: ago(3) },
    { name: 'Parcels 1.0.0', state: 'DEPRECATED', calls: 310, at: ago(26 * 60) },
    { name: 'Tracking 1.0.0', state: 'FAILED', calls: 0, at: ago(60 * 24 * 40) },
  ] as const;
  return (
    <>
      <Search action="/console/style" value="" label="Search products by name or title" submit="Search" />
      <Table
        caption="Products"
        rows={rows}
        columns={[
          {
            heading: 'Product',
            cell: ({ name }) => (
              <a class="link" href="#tables">
                {name}
              </a>
            ),
          },
          { heading: 'State', cell: ({ state }) => <State state={state} /> },
          { heading: 'Calls', cell: ({ calls }) => calls.toLocaleString('en'), isNumber: true },
          { heading: 'Changed', cell: ({ at }) => <When at={at} /> },
        ]}
      />
      <Pager page={{ number: 2, rows: 3 }} total={12} href={() => '#tables'} text={text.pager('products')} />
    </>
  );
}

export function Card({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="card">
      <h3 class="card-title">{title}</h3>
      {children}
    </div>
  );
}

export function Forms() {
  const refused = { message: 'There is an API parcels:1.0.0 already.', field: 'version' };
  return (
    <form class="card form">
      <Field name="title" label="Title" hint="As people read it." value="Parcels" />
      <Field name="version" label="Version" value="1.0.0" refused={refused} />
      <SelectField
        name="plan"
        label="Plan"
        value="gold"
        options={[
          { value: 'free', label: 'Free' },
          { value: 'gold', label: 'Gold' },
        ]}
      />
      <LinesField name="origins" label="Origins" value="https://app.example" />
      <fieldset class="choices">
        <legend class="label">Who may subscribe</legend>
        <Choice id="who-all" name="who" value="all" label="Anybody" hint="Who has an account." checked />
        <Choice id="who-some" name="who" value="some" label="Some" checked={false} />
        <CheckBox id="asks" name="asks" value="asks" label="Asks for approval" checked />
      </fieldset>
      <div class="row">
        <button class="button button-primary" type="button">
          Save
        </button>
        <button class="button" type="button">
          Cancel
        </button>
      </div>
    </form>
  );
}
