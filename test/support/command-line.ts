import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from '../../src/cli/cli.ts';
import { readEnvironment } from '../../src/cli/environment.ts';
import type { Clock } from '../../src/foundation/clock.ts';

/** The output and exit code of a command. */
export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A request to the stand-in of the platform. */
export type Sent = { readonly url: string; readonly headers: Headers; readonly body: unknown };

/** Answers a request, or throws as `fetch` does. */
export type Answering = (sent: Sent) => Response | Promise<Response>;

export type CommandLine = {
  readonly folder: string;
  readonly sent: readonly Sent[];
  /** Runs `gatehouse` with these arguments. */
  run(...args: string[]): Promise<Ran>;
  write(path: string, text: string): void;
  /** Sets the answer of the platform from now on. */
  answer(answering: Answering): void;
  /** Sets variables of the environment; undefined unsets. */
  set(variables: Readonly<Record<string, string | undefined>>): void;
  terminal(isTTY: boolean): void;
  /** Sets what the browser of the machine does with an address. */
  browse(opening: (url: string) => void): void;
  /** Sets the line that is typed next. */
  type(line: string | undefined): void;
  /** Moves the clock. */
  pass(milliseconds: number): void;
  /** Number of starts of the platform. */
  starts(): number;
  close(): void;
};

/**
 * Opens the command line in an empty folder, before a stand-in of the platform.
 *
 * @param clock stands still by default
 */
export function openCommandLine(clock: Clock = () => new Date('2027-03-01T00:00:00Z')): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'));
  const sent: Sent[] = [];
  let passed = 0;
  let isTTY = false;
  let starts = 0;
  let env: NodeJS.ProcessEnv = { HOME: folder, GATEHOUSE_TOKEN: 'the-token-of-the-tests' };
  let answering: Answering = () => refuseConnection();
  let openBrowser: (url: string) => void = () => undefined;
  let typed: string | undefined;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    folder,
    sent,
    write,
    answer: (next) => {
      answering = next;
    },
    set: (variables) => {
      env = { ...env, ...variables };
    },
    browse: (next) => {
      openBrowser = next;
    },
    type: (line) => {
      typed = line;
    },
    terminal: (next) => {
      isTTY = next;
    },
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    starts: () => starts,
    close: () => rmSync(folder, { recursive: true, force: true }),
    async run(...args) {
      const printed = { stdout: '', stderr: '' };
      const output = (name: 'stdout' | 'stderr') => ({
        isTTY,
        write: (text: string) => {
          printed[name] += text;
        },
      });
      const code = await runCli(args, {
        environment: readEnvironment(env),
        folder,
        out: output('stdout'),
        err: output('stderr'),
        clock: () => new Date(clock().getTime() + passed),
        openBrowser,
        readLine: async () => typed,
        start: async () => {
          starts += 1;
        },
        fetch: async (url, init) => {
          const each = {
            url: String(url),
            headers: new Headers(init?.headers),
            body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
          };
          sent.push(each);
          return answering(each);
        },
      });
      return { code, ...printed };
    },
  };
}

/** Fails as `fetch` does where nobody listens. */
export function refuseConnection(): never {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  });
}
