const VARIABLE = /\$?\$\{env:([^}]*)\}/g;
/** The variable that is never replaced. It opens the platform, and nobody is to read it in a manifest. */
const NEVER = 'GATEHOUSE_TOKEN';

type ReplacedText = { readonly text: string; readonly messages: readonly string[] };

/**
 * Replaces `${env:NAME}`; `$${env:NAME}` stands for the characters `${env:NAME}` themselves.
 *
 * @param variable the value of a variable, undefined when it is not set
 */
export function replaceVariables(text: string, variable: (name: string) => string | undefined): ReplacedText {
  const messages: string[] = [];
  const replaced = text.replace(VARIABLE, (found: string, name: string) => {
    if (found.startsWith('$$')) return found.slice(1);
    const value = name === NEVER ? undefined : variable(name);
    if (value === undefined)
      messages.push(
        name === NEVER
          ? `The token ${NEVER} does not belong into a manifest.`
          : `The environment has no variable ${JSON.stringify(name)}.`,
      );
    return value ?? found;
  });
  return { text: replaced, messages };
}

/** Writes a text so that {@link replaceVariables} gives it back. */
export function escapeVariables(text: string): string {
  return text.replace(VARIABLE, (found) => `$${found}`);
}
