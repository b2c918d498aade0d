import { openFilesMax } from '../../../foundation/open-files.ts';
import { connectionsOf } from '../../../process/settings/connections.ts';
import type { Check } from './check.ts';

/** The connections of a gateway with some thousand callers. Room for fewer is told. */
const WANTED = 2_000;

/** Checks that the limit of open files leaves room for the connections of callers. */
export const files: Check = async ({ config: { connectionsMax } }) => {
  const check = 'open files';
  const filesMax = openFilesMax();
  if (filesMax === undefined) return [{ check, state: 'ok', message: 'this system does not say how many' }];
  const callers = connectionsOf({ max: connectionsMax, listener: 'gateway', filesMax });
  const message = `a process may have ${filesMax}: the gateway takes ${callers} connections at the same time`;
  if (callers >= Math.min(connectionsMax, WANTED)) return [{ check, state: 'ok', message }];
  return [
    { check, state: 'warn', message, remedy: 'Raise the limit: ulimit -n, or LimitNOFILE of systemd.' },
  ];
};
