import type { IssuerRegistration } from '../../../domain/oauth/client-registration.ts';
import {
  calledAddresses,
  type ExternalIssuer,
  type IssuerAlgorithm,
  type IssuerIntrospection,
} from '../../../domain/oauth/external-issuer.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { checkIssuer, type IssuerCheck } from '../../../infrastructure/issuers/check-issuer.ts';
import { documentInTurn } from '../../../infrastructure/outbound/documents-in-turn.ts';
import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';
import { builder } from '../builder.ts';
import { GrantType } from './provider.ts';

export const IssuerAlgorithmRef = builder.enumType('IssuerAlgorithm', {
  description: 'What an external issuer signs its tokens with. (RFC 7518 §3.1, RFC 8037 §3.1)',
  values: {
    ES256: { description: 'ECDSA on P-256 with SHA-256.' },
    ES384: { description: 'ECDSA on P-384 with SHA-384.' },
    ES512: { description: 'ECDSA on P-521 with SHA-512.' },
    EdDSA: { description: 'Ed25519.' },
    PS256: { description: 'RSASSA-PSS with SHA-256.' },
    PS384: { description: 'RSASSA-PSS with SHA-384.' },
    PS512: { description: 'RSASSA-PSS with SHA-512.' },
    RS256: { description: 'RSASSA-PKCS1-v1_5 with SHA-256.' },
    RS384: { description: 'RSASSA-PKCS1-v1_5 with SHA-384.' },
    RS512: { description: 'RSASSA-PKCS1-v1_5 with SHA-512.' },
  } satisfies Record<IssuerAlgorithm, { description: string }>,
});

const IssuerIntrospectionRef = builder.objectRef<IssuerIntrospection>('IssuerIntrospection').implement({
  description: 'The endpoint that tells whether a token is active. (RFC 7662)',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Its address.' }),
    clientId: t.exposeString('clientId', { description: 'The client id of the gateways at the issuer.' }),
    secret: t.exposeString('secret', {
      description: 'The secret of that client: a secret of each catalog, by name. Its value is never shown.',
    }),
    cacheSeconds: t.exposeInt('cacheSeconds', {
      description: 'How long an answer holds, in seconds: a token revoked meanwhile is still taken.',
    }),
  }),
});

const IssuerRegistrationRef = builder.objectRef<IssuerRegistration>('IssuerRegistration').implement({
  description: 'How applications are registered as clients of an issuer. (RFC 7591)',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      nullable: true,
      description: 'The registration endpoint; null where the metadata of the issuer tells it.',
    }),
    initialAccessToken: t.exposeString('initialAccessToken', {
      nullable: true,
      description:
        'What the issuer asks for: a secret of each catalog, by name, whose value is never shown; null for nothing.',
    }),
    grantTypes: t.field({
      type: [GrantType],
      description: 'What clients are registered for, as far as the application can use it.',
      resolve: ({ grantTypes }) => grantTypes,
    }),
  }),
});

const IssuerKeyRef = builder.objectRef<IssuerCheck['keys'][number]>('IssuerKey').implement({
  description: 'A public key of an external issuer.',
  fields: (t) => ({
    kid: t.string({
      nullable: true,
      description: 'What its tokens call it; null where it has no name.',
      resolve: ({ kid }) => kid ?? null,
    }),
    algorithms: t.field({
      type: [IssuerAlgorithmRef],
      description: 'What it verifies.',
      resolve: ({ algorithms }) => algorithms,
    }),
  }),
});

const IssuerCheckRef = builder.objectRef<IssuerCheck>('IssuerCheck').implement({
  description: 'What an external issuer publishes now, and what is wrong with it.',
  fields: (t) => ({
    keySetUrl: t.expose('keySetUrl', {
      type: 'URL',
      nullable: true,
      description: 'The address of its key set; null where it was not found, or tokens are introspected.',
    }),
    keys: t.field({
      type: [IssuerKeyRef],
      description: 'The keys that verify its tokens; empty where they are introspected.',
      resolve: ({ keys }) => keys,
    }),
    faults: t.exposeStringList('faults', {
      description: 'What is wrong, and what to change; empty where its tokens can be verified.',
    }),
  }),
});

type OrgIssuer = ExternalIssuer & { readonly orgId: string };

const ExternalIssuerRef = builder.objectRef<OrgIssuer>('ExternalIssuer').implement({
  description: 'An issuer outside of the platform, and how its tokens are read.',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      description: 'The claim `iss` of its tokens. Its metadata is looked for there.',
    }),
    jwksUrl: t.expose('jwksUrl', {
      type: 'URL',
      nullable: true,
      description: 'The address of its key set; null where its metadata tells it.',
    }),
    introspection: t.field({
      type: IssuerIntrospectionRef,
      nullable: true,
      description: 'The endpoint that is asked for each token; null where signatures are verified.',
      resolve: ({ introspection }) => introspection,
    }),
    audiences: t.stringList({
      description: 'One of these has to be in the claim `aud`. Empty takes tokens for anybody.',
      resolve: ({ audiences }) => [...audiences],
    }),
    clientClaim: t.exposeString('clientClaim', { description: 'The claim that has the client id.' }),
    subjectClaim: t.exposeString('subjectClaim', { description: 'The claim that has the person.' }),
    scopeClaim: t.exposeString('scopeClaim', { description: 'The claim that has the scopes.' }),
    algorithms: t.field({
      type: [IssuerAlgorithmRef],
      description: 'What its tokens may be signed with.',
      resolve: ({ algorithms }) => algorithms,
    }),
    clockSkewSeconds: t.exposeInt('clockSkewSeconds', { description: 'How far its clock may differ.' }),
    registration: t.field({
      type: IssuerRegistrationRef,
      nullable: true,
      description: 'How applications are registered there; null where they are not.',
      resolve: ({ registration }) => registration ?? null,
    }),
    check: t.field({
      type: IssuerCheckRef,
      description:
        'What the issuer publishes now, and what is wrong with it. It is asked when this field is; a provider is saved all the same, as the issuer may be down for a moment.',
      resolve: ({ orgId, ...issuer }, _args, { outbound, clock }) =>
        documentInTurn(orgId, () => checkIssuer(issuer, outbound.forOrg(orgId), clock)),
    }),
  }),
});

builder.prismaObjectField('OAuthProvider', 'issuer', (t) =>
  t.field({
    type: ExternalIssuerRef,
    nullable: true,
    description: 'The issuer outside of the platform; null for a provider of the platform.',
    select: { issuer: true, orgId: true },
    resolve: ({ issuer, orgId }) => (issuer === null ? null : { ...stored<ExternalIssuer>(issuer), orgId }),
  }),
);

/** The external issuer of a stored provider. */
export const issuerOf = ({ issuer }: { readonly issuer: Prisma.JsonValue }): ExternalIssuer | null =>
  issuer === null ? null : stored<ExternalIssuer>(issuer);

/** @throws BAD_USER_INPUT or TARGET_NOT_ALLOWED where an address of an issuer may not be called */
export async function checkIssuerAddresses(
  issuer: ExternalIssuer | null,
  outbound: Pick<OrgOutbound, 'check'>,
): Promise<void> {
  for (const url of issuer ? calledAddresses(issuer) : []) await outbound.check(url, ['input', 'issuer']);
}
