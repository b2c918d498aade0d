/** The document that GraphiQL sends. Variables are JSON, or empty. */
export type SentDocument = { readonly query: string; readonly variables: string };

/**
 * Writes the command that sends a document.
 *
 * Each argument is in quotes that no shell looks into, the token's excepted.
 */
export function curlOf(url: string, token: string, { query, variables }: SentDocument): string {
  const body = JSON.stringify({ query, ...(variables.trim() !== '' && { variables: parsed(variables) }) });
  return [
    `curl ${quoted(url)}`,
    `-H "Authorization: Bearer ${token}"`,
    `-H 'Content-Type: application/json'`,
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Variables that are being typed may not be JSON yet. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}
