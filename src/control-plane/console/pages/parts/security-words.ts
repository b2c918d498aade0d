/** A security requirement as the management API gives it: all of these definitions. */
export type ShownRequirement = {
  readonly all: readonly { readonly definition: string; readonly scopes: readonly string[] }[];
};

/** Describes requirements by the names of their definitions: `oauth (read) and client-key or api-key`. */
export function requirementsInWords(requirements: readonly ShownRequirement[]): string {
  return requirements.map(requirementInWords).join(' or ') || 'Open to everybody';
}

export const requirementInWords = ({ all }: ShownRequirement): string =>
  all
    .map(({ definition, scopes }) =>
      scopes.length > 0 ? `${definition} (${scopes.join(', ')})` : definition,
    )
    .join(' and ');

/** Describes the operations with a security of their own; undefined where there are none. */
export function operationCountInWords(operations: readonly unknown[]): string | undefined {
  if (operations.length === 0) return undefined;
  return operations.length === 1
    ? '1 operation has its own'
    : `${operations.length} operations have their own`;
}
