import type { Child } from 'hono/jsx';
import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Diff } from '../../../../ui/components/diff.tsx';
import { Dropdown } from '../../../../ui/components/dropdown.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { Icon, type IconName } from '../../../../ui/components/icon.tsx';
import { icons } from '../../../../ui/components/icons.ts';
import { Meter } from '../../../../ui/components/meter.tsx';
import { Notice, Toast } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Pager } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Sheet } from '../../../../ui/components/sheet.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { Crumbs } from '../parts/crumbs.tsx';
import { pagerText } from '../parts/format.ts';
import { State } from '../parts/state.tsx';
import { When } from '../parts/when.tsx';

/** Every component of the pages, with an example of each. */
export const styleContent = (now: Date) => (
  <>
    <Head />
    <Tabs
      label="Parts of the page"
      tabs={[
        { title: 'Overview', href: '#', isCurrent: true },
        { title: 'Operations', href: '#', isCurrent: false, count: 24 },
        { title: 'Security', href: '#', isCurrent: false },
      ]}
    />
    <div class="stack">
      <Section id="buttons" title="Buttons, badges, icons" class="card stack">
        <Buttons />
        <Badges />
        <Icons />
      </Section>
      <Section id="notices" title="Notices and toasts" class="stack">
        <Notices />
      </Section>
      <Section id="tables" title="Tables" class="stack">
        <Tables now={now} />
      </Section>
      <Cards />
      <Section id="forms" title="Forms" class="stack">
        <Forms />
      </Section>
    </div>
    <Overlays />
  </>
);

function Cards() {
  return (
    <>
      <div class="columns">
        <Card title="Facts">
          <Facts
            facts={{ State: <State state="PUBLISHED" />, Address: <code class="code">/v1</code>, Plans: 2 }}
          />
        </Card>
        <Card title="Meters">
          <Meter value={30} max={100} label="30 of 100" />
          <Meter value={96} max={100} high={90} label="96 of 100" />
          <progress class="meter" aria-label="Progress" value={0.4} />
        </Card>
      </div>
      <EmptyState
        icon="package"
        title="No product yet"
        text="A product offers APIs under plans that applications subscribe to."
      >
        <a class="button button-primary" href="#tables">
          <Icon name="plus" />
          New product
        </a>
      </EmptyState>
      <Section id="code" title="Code and differences" class="stack">
        <CodeBlock
          what="curl command"
          code={'curl https://api.example/acme/sandbox/parcels/v1/parcels \\\n  -H "X-Client-Id: …"'}
        />
        <Diff
          label="What changed"
          lines={[
            { kind: 'same', text: 'title: Parcels' },
            { kind: 'removed', text: 'version: 1.0.0' },
            { kind: 'added', text: 'version: 2.0.0' },
          ]}
        />
      </Section>
    </>
  );
}

function Overlays() {
  return (
    <>
      <Toast dismiss="Close">
        <p class="text">
          Superseded.{' '}
          <a class="link" href="#notices">
            Undo
          </a>
        </p>
      </Toast>
      <Sheet id="panel" title="Publish Parcels 2.0.0" close="Close">
        <p class="text">A panel stands on a page of its own as well, for browsers without scripts.</p>
        <div class="sheet-foot">
          <button class="button button-primary" type="button">
            Publish
          </button>
          <button class="button" type="button">
            Cancel
          </button>
        </div>
      </Sheet>
    </>
  );
}

function Head() {
  return (
    <PageHeader
      title="Every component"
      crumbs={<Crumbs org="acme" trail={[{ title: 'Catalog Sandbox', href: '#' }]} />}
      badge={<State state="PUBLISHED" />}
      lead="A page has a title, one primary button and the rest in a menu."
    >
      <button class="button" type="button" data-opens="panel">
        <Icon name="panel-right-open" />
        Open the panel
      </button>
      <a class="button button-primary" href="#forms">
        <Icon name="rocket" />
        Publish
      </a>
      <Dropdown class="button button-icon" label="More" summary={<Icon name="ellipsis" />}>
        <a class="dropdown-item" href="#tables">
          <Icon name="pencil" />
          Edit
        </a>
        <hr class="dropdown-line" />
        <button class="dropdown-item dropdown-danger" type="button">
          <Icon name="trash" />
          Delete
        </button>
      </Dropdown>
    </PageHeader>
  );
}

function Buttons() {
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

function Badges() {
  return (
    <div class="row">
      {tones.map((tone) => (
        <Badge tone={tone}>{tone}</Badge>
      ))}
      <span class="count">12</span>
    </div>
  );
}

function Icons() {
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

function Notices() {
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

function Tables({ now }: { now: Date }) {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const rows = [
    { name: 'Parcels 2.0.0', state: 'PUBLISHED', calls: 12_400, at: ago(3) },
    { name: 'Parcels 1.0.0', state: 'DEPRECATED', calls: 310, at: ago(26 * 60) },
    { name: 'Tracking 1.0.0', state: 'FAILED', calls: 0, at: ago(60 * 24 * 40) },
  ];
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
      <Pager page={{ number: 2, rows: 3 }} total={12} href={() => '#tables'} text={pagerText('products')} />
    </>
  );
}

function Card({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="card">
      <h3 class="card-title">{title}</h3>
      {children}
    </div>
  );
}

function Forms() {
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
