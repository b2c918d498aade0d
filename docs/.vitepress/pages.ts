/** The pages by section, in reading order. Index pages are left out. */
export const sections: readonly {
  readonly text: string;
  readonly pages: readonly [path: string, text: string][];
}[] = [
  {
    text: 'Start',
    pages: [
      ['/start', 'Get started'],
      ['/tutorial', 'Tutorial'],
    ],
  },
  {
    text: 'Concepts',
    pages: [
      ['/concepts/products', 'Products, plans and catalogs'],
      ['/concepts/lifecycle', 'Lifecycle'],
      ['/concepts/tokens', 'Keys and tokens'],
      ['/concepts/limits', 'Limits'],
      ['/concepts/prices', 'Prices'],
      ['/concepts/availability', 'Availability'],
      ['/concepts/usage', 'Usage'],
      ['/concepts/contract', 'The contract of an API'],
    ],
  },
  {
    text: 'Guides',
    pages: [
      ['/guides/portal', 'Developer portal'],
      ['/guides/console', 'Console'],
      ['/guides/import', 'Importing an API'],
      ['/guides/rule-sets', 'Rule sets'],
      ['/guides/people', 'People and tokens'],
      ['/guides/audiences', 'Who sees a product'],
      ['/guides/environments', 'Back-ends by catalog'],
      ['/guides/transformations', 'Changing calls on their way'],
      ['/guides/compat', 'Old versions on the new back-end'],
      ['/guides/oauth', 'OAuth 2.0'],
      ['/guides/external-issuers', 'Your own identity provider'],
      ['/guides/mtls', 'Client certificates'],
      ['/guides/graphql-apis', 'GraphQL proxy APIs'],
      ['/guides/graphql-servers', 'GraphQL servers from REST'],
      ['/guides/access-policies', 'Access policies'],
      ['/guides/manifest', 'A catalog as code'],
      ['/guides/history', 'What was, and what changed'],
      ['/guides/change-requests', 'Change requests'],
      ['/guides/waves', 'Waves'],
      ['/guides/rehearsal', 'Rehearsals'],
      ['/guides/webhooks', 'Webhooks'],
      ['/guides/mail', 'Notices and mail'],
      ['/guides/refused-calls', 'Refused calls'],
      ['/guides/host-names', 'Host names'],
    ],
  },
  {
    text: 'Reference',
    pages: [
      ['/reference/settings', 'Settings'],
      ['/reference/api-settings', 'Settings of an API'],
      ['/reference/cli', 'Command line'],
      ['/reference/errors', 'Errors'],
      ['/reference/graphql', 'GraphQL APIs'],
      ['/reference/http', 'HTTP through the gateway'],
      ['/reference/openapi', 'OpenAPI documents'],
      ['/reference/openapi-to-graphql', 'OpenAPI to GraphQL'],
      ['/reference/quotas', 'Quotas'],
      ['/reference/security-types', 'Security definitions'],
      ['/reference/metrics', 'Metrics'],
      ['/reference/rfc', 'Supported RFCs'],
    ],
  },
  {
    text: 'Operate',
    pages: [
      ['/operate/deploy', 'Deploy'],
      ['/operate/capacity', 'Capacity'],
      ['/operate/runbook', 'Runbook'],
      ['/operate/maintenance', 'Maintenance commands'],
      ['/operate/security', 'Security'],
      ['/operate/traces', 'Traces'],
      ['/operate/performance', 'Performance'],
    ],
  },
  {
    text: 'Internals',
    pages: [
      ['/internals/architecture', 'Architecture'],
      ['/internals/glossary', 'Glossary'],
      ['/internals/spec', 'Specification'],
      ['/internals/triggers', 'Triggers'],
      ['/internals/decisions', 'Decisions'],
    ],
  },
];
