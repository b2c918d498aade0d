import { functions, loops } from '../../../../domain/access-policy/expression.ts';
import { gatewayMembers } from '../../../../domain/access-policy/policy-caller.ts';
import type { PolicyFields } from './server-query.ts';

/** Names that every condition may read, beside the arguments of its field. */
const CALLER = [
  'caller.claims.sub',
  'caller.claims.scope',
  'caller.claims.client_id',
  'caller.scopes',
  'caller.headers',
  ...gatewayMembers.map((member) => `caller.gateway.${member}`),
];

const KEYS = ['type', 'policyDefault', 'condition', 'rules', 'name', 'fields'];

/** Lists the words that complete a policy: names of conditions, fields and keys. */
export function policyWords(fields: PolicyFields): string[] {
  const roots = [fields.query, fields.mutation, fields.subscription].flatMap((type) => type?.members ?? []);
  const args = roots.flatMap((field) => field.arguments.map(({ name }) => `arguments.${name}`));
  const calls = [...Object.keys(functions), ...loops].map((name) => `${name}(`);
  return [...new Set([...CALLER, ...args, ...roots.map(({ name }) => name), ...KEYS, ...calls])];
}
