/** An audience as the management API has it. */
export type AudienceMember = {
  readonly consumerOrgs: readonly string[];
  readonly groups: readonly string[];
  readonly mailDomains: readonly string[];
};

/** Writes an audience into a field: `group:gold, @example.com, acme`. */
export const audienceText = ({ consumerOrgs, groups, mailDomains }: AudienceMember): string =>
  [
    ...groups.map((group) => `group:${group}`),
    ...mailDomains.map((domain) => `@${domain}`),
    ...consumerOrgs,
  ].join(', ');

/** Reads an audience from a field. */
export function audienceIn(text: string) {
  const names = text.split(/[\s,;]+/).filter(Boolean);
  return {
    groups: names.filter((name) => name.startsWith('group:')).map((name) => name.slice('group:'.length)),
    mailDomains: names.filter((name) => name.startsWith('@')).map((name) => name.slice(1)),
    consumerOrgs: names.filter((name) => !name.startsWith('group:') && !name.startsWith('@')),
  };
}
