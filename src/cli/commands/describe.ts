import { stringify } from 'yaml';
import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { type Command, exit } from './command.ts';
import { type KindName, kindNames, readKind, singularOf } from './get.ts';

/** The query of one thing: its field, the argument that names it, and its fields. */
type Described = { readonly field: string; readonly argument: string; readonly fields: string };

const named = (field: string, fields: string): Described => ({ field, argument: 'name: String!', fields });

const described: Record<KindName, Described> = {
  apis: {
    field: 'api',
    argument: 'api: VersionedName!',
    fields: `name version title kind basePath graphqlUrl targetUrl backend { name } onlineState
      security { definition scopes } securityWarnings maxRequestBytes`,
  },
  backends: named(
    'backend',
    'name title catalogs(first: 200) { catalog { name } targets { url weight drained health { state since fault } } }',
  ),
  catalogs: named(
    'catalog',
    'name title gatewayUrl portalUrl selfServiceSignUp productCount consumerOrgCount',
  ),
  'graphql-servers': named(
    'graphqlServer',
    'name title state failure exposed url sources { name url } policies',
  ),
  'oauth-providers': named(
    'oauthProvider',
    `name title grantTypes clientTypes scopes { name description } userRegistry { name } tokenUrls accessTokenSeconds
      refreshTokens warnings { code message }`,
  ),
  products: {
    field: 'product',
    argument: 'product: VersionedName!',
    fields: `name version title visibility subscribability apis(first: 200) { name version }
      plans(first: 200) {
        name title rateLimit rateLimitUnit maxConcurrentCalls approvalRequired
        limits { name counts meter limit per every timeZone burst operations mode }
        price { currency amount charges { counts included unitPrice per } }
      }
      catalogProducts(first: 200) { catalog { name } state sunsetAt }`,
  },
  'user-registries': named('userRegistry', 'name title type url displayName catalogs(first: 200) { name }'),
};

const help = `gatehouse describe KIND NAME [options]

Tells what is known of one thing of an org, as YAML. KIND is one of
${kindNames.map(singularOf).join(', ')}.
The NAME of an API or product is name:version.

      --org NAME            the org, when the profile leaves it open
  -o, --format yaml|json    (yaml)
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse describe product customer:1.0.0
  gatehouse describe graphql-server customers -o json

Exit code: 0 done, 1 fault or no such thing, 2 wrong call.
`;

const options = {
  ...platformOptions,
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'yaml' },
} as const;

export const describe: Command = {
  name: 'describe',
  summary: 'tells what is known of one API, product or other thing',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [word, name, ...others] = positionals;
    const kind = readKind(word);
    if (name === undefined || others.length > 0)
      fail('USAGE', `Name one: gatehouse describe ${singularOf(kind)} NAME`);
    const format = readChoice('-o', values.format, ['yaml', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(context, values.profile);
    const { field, argument, fields } = described[kind];
    const [variable = ''] = argument.split(':');
    const { found } = await createManagement(context, target).answer<{ found: object | null }>({
      document: `query Describe($org: String, $${argument}) {
  found: ${field}(org: $org, ${variable}: $${variable}) { ${fields} }
}`,
      variables: { org: values.org ?? target.org, [variable]: name },
      timeoutMs,
    });
    if (!found) fail('NOT_FOUND', `There is no ${singularOf(kind)} ${name}.`);
    context.out.write(
      format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : stringify(found, { lineWidth: 0 }),
    );
    return exit.done;
  },
};
