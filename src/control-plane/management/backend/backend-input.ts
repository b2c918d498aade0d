import { TimeoutsInput } from '../api/settings.ts';
import { builder, inOrg } from '../builder.ts';
import { BackendCredentialsType } from './catalog-backend.ts';
import { StickyChoice } from './load-balancing.ts';

const BackendTargetInput = builder.inputType('BackendTargetInput', {
  description: 'An address of a back-end.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description:
        'Where calls are sent: of a REST API the root that replaces its base path, of a GraphQL API the server.',
    }),
    weight: t.int({
      defaultValue: 1,
      description: 'Its share of the calls, beside the other weights: 0 to 1000.',
    }),
    drained: t.boolean({
      defaultValue: false,
      description: 'Does it get no new calls? Those under way end as they would.',
    }),
  }),
});

const BackendCredentialsInput = builder.inputType('BackendCredentialsInput', {
  description: 'What gateways prove themselves with to a back-end.',
  fields: (t) => ({
    type: t.field({
      type: BackendCredentialsType,
      required: true,
      description: 'How they prove themselves.',
    }),
    username: t.string({ description: 'Of BASIC, required there: the username.' }),
    name: t.string({
      description:
        'Of HEADER and QUERY, required there: the header, for example `X-Api-Key`, or the parameter.',
    }),
    secret: t.string({
      description: 'Of all but NONE, required there: a secret of the catalog, by name.',
    }),
    tokenUrl: t.field({
      type: 'URL',
      description: 'Of OAuth 2.0, required there: the token endpoint of the issuer.',
    }),
    clientId: t.string({
      description: 'Of OAuth 2.0, required there: the client id at the issuer.',
    }),
    scopes: t.stringList({
      description: 'Of OAuth 2.0: the scopes to ask for, at most 50. None leaves them to the issuer.',
    }),
    audience: t.string({
      description: 'Of OAuth 2.0: the parameter `audience` of the request, for issuers that ask for it.',
    }),
  }),
});

const BackendTlsInput = builder.inputType('BackendTlsInput', {
  description:
    'How gateways prove themselves by TLS, and whom they trust there. Give a certificate, authorities or both.',
  fields: (t) => ({
    certificate: t.string({
      description:
        'The client certificate as PEM, with those between it and its authority behind it. It needs a key.',
    }),
    key: t.string({
      description: 'The private key of the certificate: a secret of the catalog, by name.',
    }),
    authorities: t.string({
      description:
        "The authorities that the back-end's certificate may come from, as PEM; those that the system trusts unless given.",
    }),
  }),
});

const BackendHeaderInput = builder.inputType('BackendHeaderInput', {
  description: 'A header of each call to a back-end. It is shown to whoever manages the org.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    value: t.string({ required: true, description: 'Its value, visible ASCII.' }),
  }),
});

const HealthCheckInput = builder.inputType('HealthCheckInput', {
  description:
    'A regular GET request to each target, without credentials, which decides whether it gets calls.',
  fields: (t) => ({
    path: t.string({
      required: true,
      description: "Path and query from the root of the target's host, for example `/healthz`.",
    }),
    intervalSeconds: t.int({ description: 'The time between two of them: 1 to 300, else 10.' }),
    timeoutMs: t.int({
      description: 'How long an answer may take, in milliseconds: 50 to 10000, else 2000.',
    }),
    healthyAfter: t.int({
      description: 'Good answers in a row that make an unhealthy target healthy: 1 to 10, else 2.',
    }),
    unhealthyAfter: t.int({
      description: 'Failures in a row that make a healthy target unhealthy: 1 to 10, else 3.',
    }),
    expectedStatus: t.int({ description: 'The status of a good answer; 200 to 299 unless given.' }),
  }),
});

const StickyInput = builder.inputType('StickyInput', {
  description: 'What keeps the calls of a caller at one target, as long as that gets calls.',
  fields: (t) => ({
    by: t.field({ type: StickyChoice, required: true, description: 'What tells callers apart.' }),
    header: t.string({ description: 'Of HEADER, required there: the header of the call.' }),
  }),
});

export const SetBackendInput = builder.inputType('SetBackendInput', {
  description:
    'Where a back-end is in a catalog, and how it is called there. What is left out stays as it is; null resets it.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    backend: t.string({ required: true, description: 'The back-end.' }),
    targets: t.field({
      type: [BackendTargetInput],
      description: 'Where calls are sent, 1 to 16: the whole list. It is required at first.',
    }),
    credentials: t.field({
      type: BackendCredentialsInput,
      description: 'What gateways prove themselves with: all of it. None unless given.',
    }),
    headers: t.field({
      type: [BackendHeaderInput],
      description:
        "Headers of each call, in place of the caller's of these names: the whole list, at most 20.",
    }),
    timeouts: t.field({
      type: TimeoutsInput,
      description: 'How long the gateway waits, in place of what the API says: all of it.',
    }),
    tls: t.field({
      type: BackendTlsInput,
      description: 'Client certificate and authorities: all of it. None unless given.',
    }),
    healthCheck: t.field({
      type: HealthCheckInput,
      description: 'How its targets are checked: all of it. They are not, unless given.',
    }),
    sticky: t.field({
      type: StickyInput,
      description: 'What keeps a caller at one target: all of it. Calls are spread by weight unless given.',
    }),
    slowStartSeconds: t.int({
      description:
        'Time in which a target that is new, or back, comes to its full share of the calls: 0 to 900. At once unless given.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say what would be done and do nothing.' }),
  }),
});

export const RemoveBackendInput = builder.inputType('RemoveBackendInput', {
  description: 'A back-end in a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    backend: t.string({ required: true, description: 'The back-end.' }),
  }),
});
