/** A security requirement as the management API gives it: all of these definitions. */
export type ShownRequirement = {
  readonly all: readonly { readonly definition: string; readonly scopes: readonly string[] }[];
  readonly condition: string | null;
};

/** Describes requirements by the names of their definitions: `oauth (read) and client-key or api-key`. */
export function requirementsInWords(requirements: readonly ShownRequirement[]): string {
  return requirements.map(requirementInWords).join(' or ') || 'Open to everybody';
}

export function requirementInWords({ all, condition }: ShownRequirement): string {
  const definitions = all.map(({ definition, scopes }) =>
    scopes.length > 0 ? `${definition} (${scopes.join(', ')})` : definition,
  );
  return `${definitions.join(' and ')}${condition === null ? '' : ` where ${condition}`}`;
}

/** Describes the operations with a security of their own; undefined where there are none. */
export function operationCountInWords(operations: readonly unknown[]): string | undefined {
  if (operations.length === 0) return undefined;
  return operations.length === 1
    ? '1 operation has its own'
    : `${operations.length} operations have their own`;
}
