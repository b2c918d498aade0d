import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./authlib-client.py', import.meta.url));
const NEEDED = 'import requests, authlib.integrations.requests_client';

/** A Python that has Authlib. Undefined where none is installed. */
export const pythonWithAuthlib = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['-c', NEEDED], { stdio: 'ignore' }).status === 0,
);

type Issuer = { readonly origin: string; readonly metadata: string };
type Answer = Readonly<Record<string, unknown>>;

/**
 * Starts a client that is made with Authlib.
 *
 * @param here where the endpoints of the issuer listen
 * @param client the arguments of its OAuth2Session
 */
export function startAuthlib(issuer: Issuer, here: string, client: Readonly<Record<string, unknown>>) {
  if (pythonWithAuthlib === undefined) throw new Error('No Python with Authlib is installed.');
  const child = spawn(pythonWithAuthlib, [SCRIPT, JSON.stringify([issuer, here, client])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Runs one of its functions. @throws Error when it has ended */
    async run(name: string, values: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
      child.stdin.write(`${JSON.stringify([name, values])}\n`);
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`Authlib ended instead of '${name}'.`);
      return JSON.parse(value);
    },
    async close(): Promise<void> {
      child.stdin.end();
      await ended;
    },
  };
}
