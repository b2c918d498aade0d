import type { GraphQLSchema } from 'graphql';
import { hasRight, type PortalRight, portalRights } from '../../../domain/consumer/team.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { PortalContext } from './context.ts';

/**
 * Makes each mutation ask for the right of its row in `portalRights`. Pages call the same mutations. Nothing is open
 * because somebody forgot: without a row the schema is not made.
 */
export function withRights(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const right = portalRights[name];
    const { resolve } = field;
    if (right === undefined || !resolve) throw new Error(`domain/consumer/team.ts has no right for ${name}.`);
    field.resolve = (root, args, context: PortalContext, info) => {
      checkRight(context, right);
      return resolve(root, args, context, info);
    };
  }
  return schema;
}

/** Refuses who is signed in without a right. Whoever is not signed in is refused by the mutation itself. */
function checkRight({ viewer }: PortalContext, right: PortalRight): void {
  if (!viewer || hasRight(viewer.role, right)) return;
  refuse('FORBIDDEN', {
    detail: `This needs the role ${right} in your organization, and yours is ${viewer.role}: ask an owner.`,
  });
}
