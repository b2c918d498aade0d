import type { VariablesOf } from '@graphql-typed-document-node/core';
import { requestChecks } from '../../../../domain/api/contract.ts';
import { SelectField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';
import type { UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

type ContractInput = VariablesOf<typeof UPDATE>['input']['contract'];

/** Reads the fields of a form. */
export function contractIn(form: { readonly contractRequests: string }): ContractInput {
  const requests = requestChecks.find((each) => each === form.contractRequests);
  return requests && { requests };
}

/** The fields of how calls are checked against the document. */
export function ContractFields({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  return (
    <div class="card form">
      <SelectField
        name="contractRequests"
        label={text.contractRequests}
        hint={text.contractRequestsHint}
        value={api.contract.requests}
        options={requestChecks.map((value) => ({ value, label: text.requestChecks[value] }))}
        refused={
          refused?.member === 'contract' || refused?.field === 'contract'
            ? { message: refused.message, field: 'contractRequests' }
            : refused
        }
      />
    </div>
  );
}
