import type { Messages } from '../messages.ts';

/** A security requirement as the management API gives it: all of these definitions. */
export type ShownRequirement = {
  readonly all: readonly { readonly definition: string; readonly scopes: readonly string[] }[];
  readonly condition: string | null;
};

type Words = Messages['security'];

/** Describes requirements by the names of their definitions: `oauth (read) and client-key or api-key`. */
export function requirementsInWords(requirements: readonly ShownRequirement[], words: Words): string {
  return requirements.map((each) => requirementInWords(each, words)).join(words.or) || words.open;
}

export function requirementInWords({ all, condition }: ShownRequirement, { and, where }: Words): string {
  const definitions = all.map(({ definition, scopes }) =>
    scopes.length > 0 ? `${definition} (${scopes.join(', ')})` : definition,
  );
  return `${definitions.join(and)}${condition === null ? '' : where(condition)}`;
}

/** Describes the operations with a security of their own; undefined where there are none. */
export const operationCountInWords = (
  operations: readonly unknown[],
  { ofOperations }: Words,
): string | undefined => (operations.length === 0 ? undefined : ofOperations(operations.length));
