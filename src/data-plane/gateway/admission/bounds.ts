import { refuse } from '../../../foundation/errors.ts';
import { chosenOf } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

const bounds = [
  { of: 'aliases', max: 'maxAliases', code: 'GRAPHQL_ALIASES_EXCEEDED', words: 'aliases' },
  { of: 'directives', max: 'maxDirectives', code: 'GRAPHQL_DIRECTIVES_EXCEEDED', words: 'directives' },
  { of: 'rootFields', max: 'maxRootFields', code: 'GRAPHQL_ROOT_FIELDS_EXCEEDED', words: 'root fields' },
] as const;

/**
 * Refuses a document that asks for more at once than the API takes.
 *
 * @throws GRAPHQL_ALIASES_EXCEEDED, GRAPHQL_DIRECTIVES_EXCEEDED, GRAPHQL_ROOT_FIELDS_EXCEEDED
 */
export const bounded: Step = (call) => {
  const { document } = call;
  if (!document) return;
  const { documentBounds } = chosenOf(call).api;
  for (const { of, max, code, words } of bounds)
    if (document.measure[of] > documentBounds[max])
      refuse(code, {
        detail: `The document has ${document.measure[of]} ${words}, fragments expanded; this API takes ${documentBounds[max]}.`,
        facts: { max: documentBounds[max] },
      });
};

/** Aliases, directives and root fields of the document. */
export const boundsFacts: StepFacts = ({ document }) => {
  if (!document) return {};
  const { aliases, directives, rootFields } = document.measure;
  return { aliases, directives, rootFields };
};
