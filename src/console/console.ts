import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
/** The page holds its own scripts and styles: it needs no other host, and may call none. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; frame-ancestors 'none'";

const HEADERS = JSON.stringify({ Authorization: 'Bearer <admin token>' }, undefined, 2);

/** GraphiQL for administrators, at /console: the examples are its tabs, all its parts come with the page. */
export function createConsole(): () => Promise<Response> {
  let page: Promise<string> | undefined;
  return async () => {
    page ??= render();
    return new Response(await page, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    });
  };
}

/** The page is 9 MB: it is loaded when somebody asks for it. */
async function render(): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return renderGraphiQL({
    title: 'Gatehouse console',
    endpoint: '/graphql',
    headers: HEADERS,
    shouldPersistHeaders: false,
    defaultTabs: examples().map((query) => ({ query, headers: HEADERS })),
  });
}

/** The story's documents in their order. */
function examples(): string[] {
  return readdirSync(EXAMPLES)
    .filter((name) => /^\d\d-.*\.graphql$/.test(name))
    .sort()
    .map((name) => readFileSync(`${EXAMPLES}${name}`, 'utf8'));
}
