import { GraphQLError, type GraphQLScalarType } from 'graphql';
import { z } from 'zod';
import { checkLimit } from '../../../domain/plan/plan.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { checkName, checkTitle } from '../../../foundation/text/name.ts';
import { parseVersionedName } from '../../../foundation/text/version.ts';
import { DateTimeScalar, UrlScalar, VersionScalar } from '../../../graphql/schema/scalars.ts';

/**
 * Adds a rule of the domain, or of an API scalar, to a value. Manifest and API so have one rule. What it
 * refuses is one fault among others.
 *
 * @param rule gets the value, and a path that stands for where it is
 * @param member the name of the value, where the rule needs it in its path
 */
export function ruled<S extends z.ZodType>(
  schema: S,
  rule: (value: z.output<S>, path: readonly string[]) => void,
  member?: string,
): S {
  const base = member === undefined ? ['input'] : ['input', member];
  return schema.superRefine((value, context) => {
    try {
      rule(value, base);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof GraphQLError)) throw error;
      const { message } = error;
      if (error instanceof GraphQLError) return context.addIssue({ code: 'custom', message });
      const path = (error.inputPath ?? []).slice(base.length);
      context.addIssue({ code: 'custom', message, path, params: { code: error.code } });
    }
  });
}

const scalar = (type: GraphQLScalarType<unknown, unknown>) =>
  ruled(z.string(), (text) => void type.parseValue(text));

/** An object that has these members and no others. */
export function closedObject<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
  const members = Object.keys(shape).join(', ');
  return z
    .strictObject(shape, {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? `There is no such member here: only ${members}.` : undefined,
    })
    .describe(description);
}

export const name = ruled(z.string(), (text, path) => checkName(text, path)).meta({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 63,
});
export const title = ruled(z.string(), (text, path) => checkTitle(text, path)).meta({ maxLength: 200 });
export const version = scalar(VersionScalar).meta({ pattern: '^\\d+\\.\\d+\\.\\d+$' });
export const url = scalar(UrlScalar).meta({ pattern: '^https?://' });
export const instant = scalar(DateTimeScalar).meta({ format: 'date-time' });
/** Links of a product or a catalog. */
export const links = z
  .array(
    closedObject('A page elsewhere.', {
      title: z.string().describe('What the link says.'),
      url: z.string().describe('Its address: https:, http: or mailto:.'),
    }),
  )
  .optional();
export const versionedName = z
  .string()
  .refine((text) => parseVersionedName(text) !== undefined, {
    error: 'Write name:version, for example customer:2.0.0.',
  })
  .meta({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*:\\d+\\.\\d+\\.\\d+$' });

/** A limit of a plan, by its name. */
export const limit = (member: string) =>
  ruled(z.number().nullable(), checkLimit, member).meta({ minimum: 1 });
