import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { listed } from '../../foundation/text/listed.ts';
import { isVersion, parseVersionedName } from '../../foundation/text/version.ts';
import { httpPorts } from '../../infrastructure/outbound/scheme-ports.ts';
import { userRegistryTypes } from '../../infrastructure/user-registries/types.ts';

/** Makes a scalar of texts in a certain form. */
function textScalar(name: string, description: string, isValid: (text: string) => boolean) {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && isValid(value)) return value;
    throw new GraphQLError(`${JSON.stringify(value)} is no ${name}. ${description}`, {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    serialize: (value) => String(value),
    parseValue: parse,
    parseLiteral: (node: ValueNode) =>
      parse(node.kind === Kind.STRING ? node.value : valueFromASTUntyped(node)),
  });
}

export const VersionScalar = textScalar('Version', 'A version, x.y.z, for example `2.0.0`.', isVersion);

export const VersionedNameScalar = textScalar(
  'VersionedName',
  'An API or a product in one version, `name:version`, for example `customer:2.0.0`.',
  (text) => parseVersionedName(text) !== undefined,
);

/** The scalar of URLs with one of the schemes. Which of them an address may have, its own check says. */
export function urlScalar(schemes: readonly string[]) {
  const pattern = new RegExp(`^(?:${schemes.join('|')})://[^\\s]+$`, 'i');
  return textScalar(
    'URL',
    `An absolute ${listed(schemes, 'or')} URL, for example \`https://example.com/v1\`.`,
    (text) => pattern.test(text) && URL.canParse(text) && text.length <= 2048,
  );
}

export const UrlScalar = urlScalar([
  ...new Set(
    [httpPorts, ...Object.values(userRegistryTypes).map(({ ports }) => ports)].flatMap((ports) =>
      Object.keys(ports),
    ),
  ),
]);

const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

function parseInstant(value: unknown): Date {
  const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  if (day && isDay(day)) {
    const instant = new Date(String(value));
    if (!Number.isNaN(instant.getTime())) return instant;
  }
  throw new GraphQLError(
    `${JSON.stringify(value)} is no DateTime: give an instant such as 2027-03-01T00:00:00Z.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
}

/** Is true for an existing day. `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'An instant, RFC 3339, UTC, for example `2027-03-01T00:00:00Z`.',
  serialize: (value) => (value as Date).toISOString(),
  parseValue: parseInstant,
  parseLiteral: (node) => parseInstant(node.kind === Kind.STRING ? node.value : undefined),
});

export const JsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value.',
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

const DecimalScalar = textScalar(
  'Decimal',
  'An exact number, written as text, for example `"0.0002"`.',
  (text) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
);

/** The scalars of the management API and the portal API. */
export const scalars = [
  ['DateTime', DateTimeScalar],
  ['JSON', JsonScalar],
  ['Version', VersionScalar],
  ['VersionedName', VersionedNameScalar],
  ['URL', UrlScalar],
  ['Decimal', DecimalScalar],
] as const;

type InAndOut<Value> = { Input: Value; Output: Value };

/** The TypeScript types of each scalar in resolvers. */
export type ScalarTypes = {
  ID: InAndOut<string>;
  DateTime: InAndOut<Date>;
  JSON: InAndOut<unknown>;
  Version: InAndOut<string>;
  VersionedName: InAndOut<string>;
  URL: InAndOut<string>;
  Decimal: InAndOut<string>;
};
