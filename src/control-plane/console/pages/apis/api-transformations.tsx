import type { VariablesOf } from '@graphql-typed-document-node/core';
import { LinesField } from '../../../../ui/components/field.tsx';
import type { Messages } from '../messages.ts';
import { useTexts } from '../parts/texts.ts';
import { yamlListIn, yamlObjectIn, yamlOf } from '../parts/yaml-field.ts';
import type { UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

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
        value={yamlOf(api.transformations)}
        refused={beside('transformations')}
      />
      {api.kind === 'REST' && (
        <LinesField
          name="compat"
          label={text.compat}
          hint={text.compatHint}
          rows={8}
          value={yamlOf(api.compat)}
          refused={beside('compat')}
        />
      )}
      {api.kind === 'REST' && (
        <LinesField
          name="responseCache"
          label={text.responseCache}
          hint={text.responseCacheHint}
          rows={3}
          value={yamlOf(api.responseCache)}
          refused={beside('responseCache')}
        />
      )}
      {api.kind === 'REST' && (
        <LinesField
          name="errorTemplates"
          label={text.errorTemplates}
          hint={text.errorTemplatesHint}
          rows={5}
          value={yamlOf(api.errorTemplates)}
          refused={beside('errorTemplates')}
        />
      )}
    </div>
  );
}
