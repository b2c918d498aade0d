import type { VariablesOf } from '@graphql-typed-document-node/core';
import { answerChecks, type Mock, mocks, requestChecks } from '../../../../domain/api/contract.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { refusedUnder } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';
import type { UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';
import { SettingsGroup } from './settings-group.tsx';

type ContractInput = VariablesOf<typeof UPDATE>['input']['contract'];
type ContractForm = Readonly<Record<'contractRequests' | 'contractAnswers' | 'contractSample', string>>;

/** Reads the fields of a form. People write the share in percent. */
export function contractIn({
  contractRequests,
  contractAnswers,
  contractSample,
}: ContractForm): ContractInput {
  const requests = requestChecks.find((each) => each === contractRequests) ?? null;
  const answers = answerChecks.find((each) => each === contractAnswers) ?? null;
  const percent = contractSample.trim().replace(',', '.');
  return { requests, answers, sample: percent === '' ? null : Number(percent) / 100 };
}

/** Reads the source of answers. */
export const mockIn = ({ mock }: { readonly mock: string }): Mock | null =>
  mocks.find((each) => each === mock) ?? null;

/** The fields of how calls are checked against the document. */
export function ContractFields({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  const { requests, answers, sample } = api.contract;
  const ofContract = refusedUnder(refused, { contract: 'contractRequests' });
  return (
    <SettingsGroup
      title={text.groups.contract}
      isOpen={refused !== undefined || api.mock !== null || requests !== 'OFF' || answers !== 'OFF'}
    >
      <SelectField
        name="mock"
        label={text.mock}
        hint={text.mockHint}
        value={api.mock ?? ''}
        options={[
          { value: '', label: text.answersFrom.backend },
          ...mocks.map((value) => ({ value, label: text.answersFrom[value] })),
        ]}
        refused={refused}
      />
      <SelectField
        name="contractRequests"
        label={text.contractRequests}
        hint={text.contractRequestsHint}
        value={requests}
        options={requestChecks.map((value) => ({ value, label: text.requestChecks[value] }))}
        refused={ofContract}
      />
      <SelectField
        name="contractAnswers"
        label={text.contractAnswers}
        hint={text.contractAnswersHint}
        value={answers}
        options={answerChecks.map((value) => ({ value, label: text.answerChecks[value] }))}
        refused={refused}
      />
      <Field
        name="contractSample"
        label={text.contractSample}
        value={`${Number((sample * 100).toFixed(4))}`}
        refused={refusedUnder(refused, { sample: 'contractSample' })}
      />
    </SettingsGroup>
  );
}
