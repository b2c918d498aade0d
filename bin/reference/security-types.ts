import { keyKinds, type ReachableProvider } from '../../src/domain/api/security/security-type.ts';
import {
  type SecurityDefinition,
  type SecurityTypeName,
  securityTypeOf,
} from '../../src/domain/api/security/types.ts';
import { securityDefinition } from '../../src/domain/api/security.ts';
import { securityFromDocument } from '../../src/domain/api/security-from-document.ts';
import { page, table } from './markdown.ts';

const CHECKS = '../../src/data-plane/gateway/admission/security';

/** The file that checks a type at the gateway, with its refusals. */
const checked: Readonly<Record<SecurityTypeName, { readonly file: string; readonly refusals: string }>> = {
  API_KEY: { file: 'api-key', refusals: '`CLIENT_ID_MISSING`' },
  OAUTH2: { file: 'oauth2', refusals: '`TOKEN_MISSING`, `TOKEN_INVALID`, `SCOPE_MISSING`' },
  HTTP_BASIC: { file: 'http-basic', refusals: '`PASSWORD_MISSING`, `PASSWORD_INVALID`' },
  MUTUAL_TLS: { file: 'mutual-tls', refusals: '`CERTIFICATE_MISSING`, `CERTIFICATE_INVALID`' },
};
const refusalsOfKinds = {
  CLIENT_ID: '`CLIENT_ID_MISSING`',
  CLIENT_ID_AND_SECRET: '`CLIENT_ID_MISSING`, `CLIENT_SECRET_MISSING`, `CLIENT_SECRET_INVALID`',
  KEY: '`API_KEY_MISSING`, `API_KEY_INVALID`',
} as const;

const PROVIDER = 'company';
const reachable: ReachableProvider = {
  url: 'https://gateway.example/acme/sandbox/company',
  authorizeUrl: 'https://gateway.example/acme/sandbox/company/oauth2/authorize',
  tokenPath: '/oauth2/token',
  grantTypes: ['ACCESS_CODE'],
  clientTypes: ['CONFIDENTIAL'],
  issuer: null,
  scopes: [],
};
const external = { ...reachable, issuer: 'https://login.example' };

type Row = {
  readonly title: string;
  readonly definition: SecurityDefinition;
  readonly provider?: ReachableProvider;
};

const defined = (draft: Parameters<typeof securityDefinition>[0]) => securityDefinition(draft, []);

/** Each type of definition, as often as it looks different to callers. */
export const securityRows: readonly Row[] = [
  ...keyKinds.map((kind) => ({
    title: `\`API_KEY\`, kind \`${kind}\``,
    definition: defined({ name: 'a', type: 'API_KEY', kind }),
  })),
  {
    title: '`OAUTH2`, a provider of the platform',
    definition: defined({ name: 'a', type: 'OAUTH2', oauthProvider: PROVIDER }),
    provider: reachable,
  },
  {
    title: '`OAUTH2`, an external issuer',
    definition: defined({ name: 'a', type: 'OAUTH2', oauthProvider: PROVIDER }),
    provider: external,
  },
  { title: '`HTTP_BASIC`', definition: defined({ name: 'a', type: 'HTTP_BASIC', userRegistry: 'staff' }) },
  { title: '`MUTUAL_TLS`', definition: defined({ name: 'a', type: 'MUTUAL_TLS' }) },
];

/** The schemes of a definition in documents for consumers. */
export const documentSchemes = ({ definition, provider = reachable }: Row) =>
  securityTypeOf(definition).schemes(definition, new Map([[PROVIDER, provider]]));

/** Makes a definition of its own scheme, as an import of the document does. */
export function readBack(row: Row): SecurityDefinition | undefined {
  const [first] = documentSchemes(row);
  if (!first) return undefined;
  const { type, name, in: location, scheme, flows = {} } = first.scheme as Record<string, never>;
  const used = {
    name: 'a',
    type: String(type),
    location: location ?? null,
    keyName: name ?? null,
    scheme: scheme ?? null,
    flows: Object.keys(flows),
    urls: [],
  };
  const document = { schemes: [used], general: [[{ scheme: 'a', scopes: [] }]], operations: [] };
  const org = { providers: [{ name: PROVIDER, issuer: null }], registries: ['staff'] };
  return securityFromDocument({ document, given: {}, org }).securityDefinitions[0];
}

function inDocument(row: Row, isOld: boolean): string {
  const shown = documentSchemes(row).filter(({ isNew }) => !(isOld && isNew));
  return shown.map(({ scheme }) => `\`${scheme['type']}\``).join(' and ') || 'told in the description';
}

function rowOf(row: Row): string[] {
  const { title, definition } = row;
  const { shownAt, members } = securityTypeOf(definition);
  const { file, refusals } = checked[definition.type];
  const made = readBack(row);
  return [
    title,
    shownAt(definition)
      .map(([place]) => place)
      .join(', '),
    `[${file}](${CHECKS}/${file}.ts)`,
    definition.type === 'API_KEY' ? refusalsOfKinds[definition.kind ?? 'CLIENT_ID'] : refusals,
    members.map((member) => `\`${member}\``).join(', ') || 'none',
    inDocument(row, false),
    inDocument(row, true),
    made?.type === 'API_KEY' ? `\`API_KEY\`, kind \`${made.kind}\`` : `\`${made?.type}\``,
  ];
}

export function printSecurityTypes(): string {
  return page('Security definitions', 'src/domain/api/security', [
    'Where each type of security definition is checked, shown and exported. [Keys and tokens](../concepts/tokens.md) says what they are for. Every type is in the management API, in manifests with its own members, in the console, on pages and in documents of the portal, in Try it and in the examples of calls. Documents of OpenAPI 2.0 become 3.0.',
    table(
      [
        'definition',
        'a call shows it in',
        'checked by',
        'refused with',
        'own members',
        'in OpenAPI 3.1',
        'in OpenAPI 3.0',
        'read from such a document it becomes',
      ],
      securityRows.map(rowOf),
    ),
  ]);
}
