import type { VariablesOf } from '@graphql-typed-document-node/core';
import { LinesField } from '../../../../ui/components/field.tsx';
import type { Messages } from '../messages.ts';
import { useTexts } from '../parts/texts.ts';
import { yamlList, yamlListIn } from '../parts/yaml-list.ts';
import type { UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

type UpdateInput = VariablesOf<typeof UPDATE>['input'];
type TransformationForm = Readonly<Record<'transformations' | 'errorTemplates', string>>;

/** Reads the steps of a form, as the manifest writes them. @throws the refusal of a form */
export const transformationsIn = (
  { transformations }: TransformationForm,
  { apis }: Messages,
): UpdateInput['transformations'] =>
  yamlListIn(transformations, { member: 'transformations', noList: apis.settings.noSteps });

/** Reads the error templates of a form. @throws the refusal of a form */
export const errorTemplatesIn = (
  { errorTemplates }: TransformationForm,
  { apis }: Messages,
): UpdateInput['errorTemplates'] =>
  yamlListIn(errorTemplates, { member: 'errorTemplates', noList: apis.settings.noTemplates });

/** The fields of what changes calls on their way. */
export function TransformationFields({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  const beside = (member: string) =>
    refused?.member === member ? { message: refused.message, field: member } : refused;
  return (
    <div class="card form">
      <LinesField
        name="transformations"
        label={text.transformations}
        hint={text.transformationsHint}
        rows={8}
        value={yamlList(api.transformations)}
        refused={beside('transformations')}
      />
      {api.kind === 'REST' && (
        <LinesField
          name="errorTemplates"
          label={text.errorTemplates}
          hint={text.errorTemplatesHint}
          rows={5}
          value={yamlList(api.errorTemplates)}
          refused={beside('errorTemplates')}
        />
      )}
    </div>
  );
}
