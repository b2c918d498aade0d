import { Section } from '../../../../ui/components/section.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { ApplicationFields } from './application-fields.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

/** Settings of an application itself. */
export function Settings(part: ApplicationSectionProps) {
  return (
    <div class="section columns">
      <SettingsForm {...part} />
      <div class="stack">
        <Suspension {...part} />
        <Deletion {...part} />
      </div>
    </div>
  );
}

function SettingsForm({
  address,
  application: { title, clientType, redirectUris },
  sent,
}: ApplicationSectionProps) {
  const own = sent?.form.action === 'save' ? sent : undefined;
  return (
    <Section id="settings-heading" title="Settings" class="card">
      <form method="post" action={applicationPath(address)} class="form">
        <ApplicationFields
          form={own?.form ?? { title, clientType, redirectUris: redirectUris.join('\n') }}
          refused={own?.refused}
        />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            Save the settings
          </button>
        </div>
      </form>
    </Section>
  );
}

function Suspension({ address, application: { title, state } }: ApplicationSectionProps) {
  const isSuspended = state === 'SUSPENDED';
  const name = isSuspended ? 'Enable' : 'Suspend';
  return (
    <Section id="suspension-heading" title={`${name} ${title}`} class="card">
      <p class="text">
        {isSuspended
          ? 'Its client keys and subscriptions are as they were, and serve again.'
          : 'Its calls are refused at once, under all its subscriptions, until you enable it again.'}
      </p>
      <form
        method="post"
        action={applicationPath(address)}
        data-confirm={isSuspended ? undefined : `Suspend ${title}? Its calls are refused at once.`}
      >
        <button
          class={`button${isSuspended ? '' : ' button-danger'}`}
          type="submit"
          name="action"
          value={isSuspended ? 'enable' : 'suspend'}
        >
          {name}
        </button>
      </form>
    </Section>
  );
}

function Deletion({ address, application: { title } }: ApplicationSectionProps) {
  return (
    <Section id="deletion-heading" title={`Delete ${title}`} class="card">
      <p class="text">With its client keys and its subscriptions: its calls are refused from then on.</p>
      <form
        method="post"
        action={applicationPath(address)}
        data-confirm={`Delete ${title}, with its client keys and subscriptions?`}
      >
        <button class="button button-danger" type="submit" name="action" value="delete">
          Delete
        </button>
      </form>
    </Section>
  );
}
