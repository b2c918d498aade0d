import { readFileSync } from 'node:fs';

/** Secret settings. Each may be given as a file, by its name with `_FILE` behind. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'REDIS_URL',
  'NATS_URL',
  'NATS_CREDENTIALS',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'ADMIN_TOKEN',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
  'MAIL_DKIM_KEY',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the secrets that are given as files, without the end of their last line.
 *
 * A file that cannot be read is a fault.
 */
export function readSecretFiles(env: Environment) {
  const read: Record<string, string> = {};
  const faults = new Map<string, string>();
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) faults.set(name, `is given as well as ${name}_FILE: give one of them`);
    else
      try {
        read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (read[name].trim() === '') faults.set(name, `the file ${file} of ${name}_FILE is empty`);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        faults.set(name, `the file ${file} of ${name}_FILE cannot be read: ${code}`);
      }
  }
  return { read, faults };
}
