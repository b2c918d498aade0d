/** The question that each step of a decision answers. A gateway may be newer and have others. */
const questions: Readonly<Record<string, string>> = {
  request: 'The request can be read',
  loop: 'It is no loop',
  online: 'The API is online',
  client: 'The caller is known',
  token: 'The access token is good',
  application: 'The application may call',
  subscription: 'The application is subscribed',
  security: 'It proves what the API asks for',
  concurrency: 'Few enough calls are under way',
  operation: 'There is such an operation',
  bodySize: 'The body is small enough',
  document: 'The GraphQL document is valid',
  bounds: 'The document is within the bounds of the API',
  depth: 'The document is no deeper than the plan allows',
  cost: 'The document costs no more than the plan allows',
  backend: 'The back-end is there',
  backendToken: 'There is a token for the back-end',
  rateLimit: 'Calls are left',
  costLimit: 'Cost is left',
  forward: 'The back-end answers',
  oauthClient: 'The client is known and proves it',
  grantType: 'The provider supports the grant',
  grant: 'The grant is good for a token',
};

export const questionOf = (step: string): string => questions[step] ?? wordsOf(step);

/** Writes the name of a fact as words: `resetsInSeconds` is `resets in seconds`. */
export const wordsOf = (name: string): string =>
  name.replace(/[a-z][A-Z]/g, ([before, after = '']) => `${before} ${after.toLowerCase()}`);

/** Writes the value of a fact in one line. */
export function valueText(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join('; ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${wordsOf(name)}: ${valueText(each)}`)
    .join(', ');
}
