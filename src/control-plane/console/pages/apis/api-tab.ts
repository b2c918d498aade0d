import type { ResultOf } from '@graphql-typed-document-node/core';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import type { PageOfList } from '../../../../ui/components/pager.tsx';
import type { TypedForm } from '../../../../ui/kit/typed-form.ts';
import type { SourceForm } from '../import/import-source.ts';
import type { SchemaPart } from '../parts/schema-view.tsx';
import type { ShownFindings } from '../rule-sets/findings.tsx';
import type { Replacement } from './api-document.ts';
import type { Api, ApiAddress, ApiOrg, ApiPage, EXPLAIN_CONDITION, TestCall } from './api-query.ts';
import type { ApiSchemaPage, ProductOfSchema } from './schema-query.ts';

/** A condition that was tried, with what was typed. */
export type TriedCondition = {
  readonly form: Readonly<Record<'triedCondition' | 'called' | 'claims' | 'headers' | 'client', string>>;
  readonly refused: PageRefusal | undefined;
  readonly verdict: NonNullable<ResultOf<typeof EXPLAIN_CONDITION>['api']>['explainCondition'] | undefined;
};

/** The result of a form, which its tab shows. */
export type ApiFormOutcome = {
  readonly refused?: PageRefusal;
  /** The form that was refused, by the name of its button. */
  readonly typed?: { readonly action: string; readonly form: TypedForm };
  /** The source that could not be read. */
  readonly source?: SourceForm;
  readonly tried?: TriedCondition;
  readonly replacement?: Replacement;
  readonly testCall?: { readonly input: { readonly catalog: string }; readonly call: TestCall };
};

/** The content of the tab of its schema, with the product whose plans have eyes. */
export type ApiSchema = {
  readonly found: ApiSchemaPage;
  readonly part: SchemaPart;
  readonly product: ProductOfSchema | undefined;
};

/** The findings of a rule set in its document, or the refusal. */
export type ApiFindings = {
  readonly ruleSet: string;
  /** The rule sets to choose from. */
  readonly ruleSets: readonly { readonly name: string; readonly title: string }[];
  readonly report: ShownFindings | null | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Properties of each tab of an API's page. */
export type TabProps = {
  readonly address: ApiAddress;
  readonly api: Api;
  readonly org: ApiOrg;
  readonly usage: ApiPage['usage'];
  readonly mayChange: boolean;
  readonly sent: ApiFormOutcome;
  /** The search text of the operations. */
  readonly search: string;
  readonly page: PageOfList;
  /** Read for its own tab alone. */
  readonly schema: ApiSchema | undefined;
  readonly findings: ApiFindings | undefined;
};

/** Returns what was typed in the form of this button, where that was refused. */
export const typedIn = ({ typed }: ApiFormOutcome, action: string): TypedForm | undefined =>
  typed?.action === action ? typed.form : undefined;
