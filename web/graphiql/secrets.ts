/** A member that holds a secret, in JSON or in a GraphQL document. */
const SECRET = /("?\w*(?:secret|password|token|value)"?\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/**
 * Empties the secrets in a document or its variables. Members named `value` are those of headers and of secrets.
 *
 * The next person at a browser can read all that it keeps of GraphiQL.
 */
export const withoutSecrets = (text: string): string => text.replace(SECRET, '$1""');

/** Empties the secrets in a stored value: a text, or JSON with texts in it. */
export function storedWithoutSecrets(text: string): string {
  try {
    return JSON.stringify(mapTexts(JSON.parse(text)));
  } catch {
    return withoutSecrets(text);
  }
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each)]));
}
