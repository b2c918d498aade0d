import type { TitledKind } from './titles.ts';

/** A thing that has a title, by the names that lead to it. */
type NamedThing = { readonly kind: TitledKind; readonly names: readonly string[] };

/** Things by words of actions. A subject ends with so many names of one. The first that fits counts. */
const nouns: readonly (readonly [action: RegExp, kind: TitledKind, names: number])[] = [
  [/Application|Subscription|Credential|Certificate|ApiKey|ExternalClient|Secret$/, 'APPLICATION', 2],
  [/ConsumerOrg/, 'CONSUMER_ORG', 1],
  [/ConsumerGroup/, 'CONSUMER_GROUP', 1],
  [/GraphQLServer/, 'GRAPHQL_SERVER', 1],
  [/OAuthProvider|SigningKey/, 'OAUTH_PROVIDER', 1],
  [/UserRegistry/, 'USER_REGISTRY', 1],
  [/RuleSet/, 'RULE_SET', 1],
  [/Backend/, 'BACKEND', 1],
  [/Catalog$/, 'CATALOG', 1],
];

/** Subjects of these are people, who may be called like a thing. */
const OF_PEOPLE = /Member|Invitation|Account|Password|Passkey|Email|signIn|LocalUser|handOver/;
const VERSIONED = /^[a-z0-9-]+:\d+\.\d+\.\d+/;
const OF_API = /Api(?!Key)|GraphQLSchema/;

/** Finds the thing that the subject of an audit event names. Undefined where it names none with a title. */
export function subjectThing(action: string, subject: string): NamedThing | undefined {
  const names = subject.split('/');
  const last = names.at(-1) ?? '';
  if (VERSIONED.test(last)) return { kind: OF_API.test(action) ? 'API' : 'PRODUCT', names: [last] };
  if (OF_PEOPLE.test(action)) return undefined;
  const [, kind, count = 0] = nouns.find(([words]) => words.test(action)) ?? [];
  return kind && names.length >= count ? { kind, names: names.slice(-count) } : undefined;
}
