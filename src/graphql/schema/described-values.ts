/** Values of an enum of GraphQL, one a name. A table of what there is describes them. */
export const describedValues = <Name extends string>(
  names: readonly Name[],
  describe: (name: Name) => string,
): Record<Name, { readonly description: string }> =>
  Object.fromEntries(names.map((name) => [name, { description: describe(name) }])) as Record<
    Name,
    { readonly description: string }
  >;
