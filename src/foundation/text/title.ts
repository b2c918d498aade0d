/** Spellings of words that a capital letter alone does not make right. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    'API APIs CRM CSV ERP FAQ FTP GraphQL gRPC HTML HTTP HTTPS ID IDs IoT IP JSON JWT LDAP OAuth OpenAPI OpenID PDF',
    'REST RPC SAML SDK SMS SMTP SOAP SQL SSO TLS UI URL URLs VAT XML YAML',
  ].flatMap((line) => line.split(' ').map((word) => [word.toLowerCase(), word] as const)),
);

/** Writes a word as the field does: `graphql` is GraphQL. Others stay as they are. */
export const spelled = (word: string): string => SPELLINGS.get(word.toLowerCase()) ?? word;

/** Writes the first word of a title: `graphql` is GraphQL, and `sample` is Sample. */
export const titleWord = (word: string): string =>
  SPELLINGS.get(word.toLowerCase()) ?? word.charAt(0).toUpperCase() + word.slice(1);

/** Makes a title of words: `sample graphql` gives `Sample GraphQL`. */
export function titleOf(words: string): string {
  const [first = '', ...others] = words.split(' ');
  return [titleWord(first), ...others.map(spelled)].join(' ');
}
