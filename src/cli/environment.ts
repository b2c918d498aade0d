import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment variables of the command line. */
export type Environment = {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly opsUrl: string | undefined;
  readonly profile: string | undefined;
  /** The file of profiles. (XDG Base Directory Specification) */
  readonly profilesFile: string;
  /** The file of logins, beside it. */
  readonly loginsFile: string;
  readonly noColor: boolean;
  readonly forceColor: string | undefined;
  readonly terminal: string | undefined;
  /** Any other variable, for `${env:NAME}` in a manifest. */
  variable(name: string): string | undefined;
  /** All of them, for commands that take the settings of the platform, which `config.ts` reads. */
  readonly all: NodeJS.ProcessEnv;
};

/**
 * Reads the environment; an empty variable is as one that is not set. This is the only reader of `process.env` among
 * the files of the command line: its settings are another program's than the platform's, which `config.ts` reads.
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const setting = (name: string) => (env[name]?.trim() ? env[name].trim() : undefined);
  const folder = join(
    setting('XDG_CONFIG_HOME') ?? join(setting('HOME') ?? homedir(), '.config'),
    'gatehouse',
  );
  return {
    url: setting('GATEHOUSE_URL'),
    token: setting('GATEHOUSE_TOKEN'),
    opsUrl: setting('GATEHOUSE_OPS_URL') ?? setting('OPS_URL'),
    profile: setting('GATEHOUSE_PROFILE'),
    profilesFile: join(folder, 'profiles.yaml'),
    loginsFile: join(folder, 'logins.json'),
    noColor: setting('NO_COLOR') !== undefined,
    forceColor: setting('FORCE_COLOR'),
    terminal: setting('TERM'),
    variable: (name) => env[name],
    all: env,
  };
}
