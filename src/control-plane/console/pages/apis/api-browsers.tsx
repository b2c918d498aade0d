import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';
import type { TabProps } from './api-tab.ts';
import { SettingsGroup } from './settings-group.tsx';

/** Fields of what browsers may do with an API. */
export function Browsers({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  return (
    <SettingsGroup
      title={text.groups.browsers}
      isOpen={refused !== undefined || api.cors !== null || api.trustsHtml}
    >
      <LinesField
        name="origins"
        label={text.origins}
        hint={text.originsHint}
        value={api.cors?.allowedOrigins.join('\n') ?? ''}
        refused={
          refused?.field === 'allowedOrigins' || refused?.member === 'cors'
            ? { message: refused.message, field: 'origins' }
            : refused
        }
      />
      <LinesField
        name="allowedHeaders"
        label={text.allowedHeaders}
        value={(api.cors?.allowedHeaders ?? ['Content-Type']).join('\n')}
        refused={refused}
      />
      <LinesField
        name="exposedHeaders"
        label={text.exposedHeaders}
        value={(api.cors?.exposedHeaders ?? []).join('\n')}
        refused={refused}
      />
      <Field
        name="maxAgeSeconds"
        label={text.maxAge}
        type="number"
        value={`${api.cors?.maxAgeSeconds ?? 600}`}
        refused={refused}
      />
      <CheckBox
        id="allowCredentials"
        name="allowCredentials"
        value="yes"
        label={text.allowCredentials}
        checked={api.cors?.allowCredentials ?? false}
      />
      <CheckBox
        id="trustsHtml"
        name="trustsHtml"
        value="yes"
        label={text.trustsHtml}
        hint={text.trustsHtmlHint}
        checked={api.trustsHtml}
      />
    </SettingsGroup>
  );
}
