import { refuse } from '../../../foundation/errors.ts';

const TEXTS = ['query', 'documentId', 'operationName'];
const VALUES = ['variables', 'extensions'];

/**
 * Converts the request in a URL to the body of the equal POST.
 *
 * Servers need not support GET, and numbers stay as they were written. (GraphQL over HTTP, "GET")
 *
 * @param query of the URL, with its question mark
 * @throws BAD_USER_INPUT
 */
export function requestInUrl(query: string): Buffer {
  const parameters = new URLSearchParams(query);
  const members = [...TEXTS, ...VALUES].flatMap((name) => {
    const [value, another] = parameters.getAll(name);
    if (another !== undefined)
      return refuse('BAD_USER_INPUT', { detail: `The URL has the parameter ${name} twice.` });
    if (value === undefined) return [];
    return [`${JSON.stringify(name)}:${TEXTS.includes(name) ? JSON.stringify(value) : checked(name, value)}`];
  });
  return Buffer.from(`{${members.join(',')}}`);
}

function checked(name: string, value: string): string {
  try {
    JSON.parse(value);
  } catch {
    refuse('BAD_USER_INPUT', { detail: `The parameter ${name} of the URL is not valid JSON.` });
  }
  return value;
}
