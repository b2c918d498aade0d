import { isObject } from '../../foundation/json.ts';
import { namesIn } from '../../foundation/json-pointer.ts';
import type { DocumentNode } from '../document/document-node.ts';
import type { TypeText, UnionModel } from './model.ts';
import { referencedNode, type SchemaFacts, schemaFacts } from './schema-facts.ts';

export const isUnion = ({ branches, members }: SchemaFacts) => branches.length > 0 && members.size === 0;

type UnionMember = { readonly schema: DocumentNode; readonly wished: string };

/** Lists the members of a union. Unions may hold unions, or themselves. */
export function unionMembersOf(union: SchemaFacts, wished: string): UnionMember[] {
  const branchesOf = ({ branches }: SchemaFacts, name: string): UnionMember[] =>
    branches.length === 1
      ? branches.map((schema) => ({ schema, wished: name }))
      : branches.map((schema, index) => ({ schema, wished: `${name}${index + 1}` }));
  const leaves: UnionMember[] = [];
  const seen = new Set<string>();
  const waiting = branchesOf(union, wished).reverse();
  for (let leaf = waiting.pop(); leaf; leaf = waiting.pop()) {
    const node = referencedNode(leaf.schema);
    const at = (node ?? leaf.schema).at;
    if (seen.has(at)) continue;
    seen.add(at);
    const facts = schemaFacts(leaf.schema);
    if (isUnion(facts)) waiting.push(...branchesOf(facts, node ? lastName(at) : leaf.wished).reverse());
    else leaves.push(leaf);
  }
  return leaves;
}

/** Returns the name of a referenced schema: the end of its place. */
export const lastName = (at: string) => namesIn(at)?.at(-1) ?? at;

export function discriminatorOf(
  { keywords: { discriminator } }: SchemaFacts,
  branches: readonly DocumentNode[],
  types: readonly TypeText[],
): UnionModel['discriminator'] {
  const member = isObject(discriminator) ? discriminator['propertyName'] : undefined;
  if (typeof member !== 'string' || !isObject(discriminator)) return undefined;
  const mapping = isObject(discriminator['mapping']) ? discriminator['mapping'] : {};
  const byReference = new Map(
    branches.flatMap((branch, index) => {
      const at = referencedNode(branch)?.at;
      const type = types[index];
      return at && type ? [[at, type] as const] : [];
    }),
  );
  const byName = [...byReference].map(([at, type]) => [lastName(at), type] as const);
  const mapped = Object.entries(mapping).flatMap(([value, reference]) => {
    const type = byReference.get(String(reference)) ?? new Map(byName).get(String(reference));
    return type ? [[value, type] as const] : [];
  });
  return { member, types: Object.fromEntries([...byName, ...mapped]) };
}
