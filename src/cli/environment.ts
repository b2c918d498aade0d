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
  const given = (name: string) => (env[name]?.trim() ? env[name].trim() : undefined);
  return {
    url: given('GATEHOUSE_URL'),
    token: given('GATEHOUSE_TOKEN'),
    opsUrl: given('GATEHOUSE_OPS_URL') ?? given('OPS_URL'),
    profile: given('GATEHOUSE_PROFILE'),
    profilesFile: join(
      given('XDG_CONFIG_HOME') ?? join(given('HOME') ?? homedir(), '.config'),
      'gatehouse/profiles.yaml',
    ),
    noColor: given('NO_COLOR') !== undefined,
    forceColor: given('FORCE_COLOR'),
    terminal: given('TERM'),
    variable: (name) => env[name],
    all: env,
  };
}
