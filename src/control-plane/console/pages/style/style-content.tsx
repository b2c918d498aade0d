import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Diff } from '../../../../ui/components/diff.tsx';
import { Dropdown } from '../../../../ui/components/dropdown.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { Meter } from '../../../../ui/components/meter.tsx';
import { Toast } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Sheet } from '../../../../ui/components/sheet.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { Crumbs } from '../parts/crumbs.tsx';
import { State } from '../parts/state.tsx';

import { Badges, Buttons, Card, Forms, Icons, Notices, Tables } from './style-parts.tsx';
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
