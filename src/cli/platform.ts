import { DataDirUnusable } from '../foundation/data-dir.ts';
import type { Config } from '../process/settings/config.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFault, reasonOf } from './command-fault.ts';

/**
 * Works on the platform's own database and disk, which the environment's settings name.
 *
 * The modules for it are loaded here only: the other commands reach the platform over HTTP.
 *
 * @throws Fault with the code of what stands in the way
 */
export async function withPlatform<Result>(
  { environment }: CommandContext,
  work: (config: Config) => Promise<Result>,
): Promise<Result> {
  const { readConfig, ConfigError } = await import('../process/settings/config.ts');
  try {
    return await work(readConfig(environment.all));
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandFault('SETTING_INVALID', error.message);
    throw await faultOf(error);
  }
}

async function faultOf(error: unknown): Promise<unknown> {
  const { MaintenanceFault } = await import('../infrastructure/backup/maintenance-fault.ts');
  const { isBlocked, isLocked, isOutOfReach } = await import('./maintenance/platform-database.ts');
  if (error instanceof MaintenanceFault) return new CommandFault(error.code, error.message);
  if (isLocked(error)) return new CommandFault('DATABASE_IN_USE', error.message);
  if (isBlocked(error)) return new CommandFault('DATABASE_BUSY', error.message);
  if (isOutOfReach(error))
    return new CommandFault(
      'UNREACHABLE',
      'The database does not answer: is DATABASE_URL right, and is the server up?',
    );
  if (error instanceof DataDirUnusable) return new CommandFault('FILE_UNWRITABLE', error.message);
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== undefined)
    return new CommandFault('FILE_UNWRITABLE', `${path ?? 'A file'} cannot be written: ${reasonOf(error)}.`);
  return error;
}
