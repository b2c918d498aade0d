import type { VariablesOf } from '@graphql-typed-document-node/core';
import { LinesField } from '../../../../ui/components/field.tsx';
import type { Messages } from '../messages.ts';
import { useTexts } from '../parts/texts.ts';
import { yamlListIn, yamlObjectIn, yamlOf } from '../parts/yaml-field.ts';
import type { UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';
import { SettingsGroup } from './settings-group.tsx';

type UpdateInput = VariablesOf<typeof UPDATE>['input'];
type TransformationForm = Readonly<
  Record<'transformations' | 'compat' | 'responseCache' | 'errorTemplates', string>
>;

/** Reads the steps of a form, as the manifest writes them. @throws the refusal of a form */
export const transformationsIn = (
  { transformations }: TransformationForm,
  { apis }: Messages,
): UpdateInput['transformations'] =>
  yamlListIn(transformations, { member: 'transformations', wrong: apis.settings.noSteps });

/** Reads the compat of a form. @throws the refusal of a form */
const compatIn = ({ compat }: TransformationForm, { apis }: Messages): UpdateInput['compat'] =>
  yamlObjectIn(compat, { member: 'compat', wrong: apis.settings.noCompat });

/** Reads the response cache of a form. @throws the refusal of a form */
const responseCacheIn = (
  { responseCache }: TransformationForm,
  { apis }: Messages,
): UpdateInput['responseCache'] =>
  yamlObjectIn(responseCache, { member: 'responseCache', wrong: apis.settings.noCache });

/** Reads the error templates of a form. @throws the refusal of a form */
const errorTemplatesIn = (
  { errorTemplates }: TransformationForm,
  { apis }: Messages,
): UpdateInput['errorTemplates'] =>
  yamlListIn(errorTemplates, { member: 'errorTemplates', wrong: apis.settings.noTemplates });

/** Reads what a form says of answers of a REST API. @throws the refusal of a form */
export const answeringIn = (form: TransformationForm, text: Messages) => ({
  compat: compatIn(form, text),
  responseCache: responseCacheIn(form, text),
  errorTemplates: errorTemplatesIn(form, text),
});

/** Fields with their heights in lines. Those after the first are for REST alone. */
const ROWS = [
  ['transformations', 8],
  ['compat', 8],
  ['responseCache', 3],
  ['errorTemplates', 5],
] as const;

/** The fields of what changes calls on their way. */
export function TransformationFields({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  const rows = api.kind === 'REST' ? ROWS : ROWS.slice(0, 1);
  const beside = (member: string) =>
    refused?.member === member ? { message: refused.message, field: member } : refused;
  return (
    <SettingsGroup
      title={text.groups.transformations}
      isOpen={refused !== undefined || rows.some(([name]) => yamlOf(api[name]) !== '')}
    >
      {rows.map(([name, height]) => (
        <LinesField
          name={name}
          label={text[name]}
          hint={text[`${name}Hint`]}
          rows={height}
          value={yamlOf(api[name])}
          refused={beside(name)}
        />
      ))}
    </SettingsGroup>
  );
}
