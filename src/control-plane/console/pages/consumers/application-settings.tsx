import { SUSPENSION_REASON_LENGTH_MAX } from '../../../../domain/consumer/application.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
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
  const words = useTexts().text.consumers.application;
  const own = sent?.form.action === 'save' ? sent : undefined;
  return (
    <Section id="settings-heading" title={words.settings} class="card">
      <form method="post" action={applicationPath(address)} class="form">
        <ApplicationFields
          form={own?.form ?? { title, clientType, redirectUris: redirectUris.join('\n') }}
          refused={own?.refused}
        />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            {words.save}
          </button>
        </div>
      </form>
    </Section>
  );
}

function Suspension({
  address,
  application: { title, state, suspensionReason },
  sent,
}: ApplicationSectionProps) {
  const words = useTexts().text.consumers.application;
  const isSuspended = state === 'SUSPENDED';
  const own = sent?.form.action === 'suspend' ? sent : undefined;
  return (
    <Section
      id="suspension-heading"
      title={isSuspended ? words.enableTitle(title) : words.suspendTitle(title)}
      class="card"
    >
      <p class="text">{isSuspended ? words.enableText : words.suspendText}</p>
      {suspensionReason !== null && <p class="text">{words.suspensionReasonIs(suspensionReason)}</p>}
      <form
        method="post"
        class="form"
        action={applicationPath(address)}
        data-confirm={isSuspended ? undefined : words.confirmSuspend(title)}
      >
        {!isSuspended && (
          <Field
            name="suspensionReason"
            label={words.suspensionReason}
            hint={words.suspensionReasonHint}
            value={own?.form.suspensionReason ?? ''}
            maxlength={SUSPENSION_REASON_LENGTH_MAX}
            refused={own?.refused}
          />
        )}
        <button
          class={`button${isSuspended ? '' : ' button-danger'}`}
          type="submit"
          name="action"
          value={isSuspended ? 'enable' : 'suspend'}
        >
          {isSuspended ? words.enable : words.suspend}
        </button>
      </form>
    </Section>
  );
}

function Deletion({ address, application: { title } }: ApplicationSectionProps) {
  const words = useTexts().text.consumers.application;
  return (
    <Section id="deletion-heading" title={words.deleteTitle(title)} class="card">
      <p class="text">{words.deleteText}</p>
      <form method="post" action={applicationPath(address)} data-confirm={words.confirmDelete(title)}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          {words.delete}
        </button>
      </form>
    </Section>
  );
}
