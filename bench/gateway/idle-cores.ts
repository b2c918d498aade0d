import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { atEnd } from './processes.ts';

const POLLING = '/sys/module/haltpoll/parameters/guest_halt_poll_ns';
const POLL_NS = '200000';

/**
 * Lets idle cores of a virtual machine poll for 0.2 ms before they halt.
 *
 * It is undone at the end. Waking a halted core is an exit to the host, which the server pays that writes to it. That
 * is more than a third of a call here, and nothing for a peer that is fast enough to keep the load's core busy.
 *
 * @returns how idle cores wait, for whoever reads the figures
 */
export function keepIdleCoresAwake(): string {
  if (!existsSync(POLLING)) return 'idle cores wait as the machine lets them';
  const before = readFileSync(POLLING, 'utf8').trim();
  try {
    writeFileSync(POLLING, POLL_NS);
  } catch {
    return 'idle cores halt at once (only root can change that), which costs servers more the slower they are';
  }
  atEnd(async () => writeFileSync(POLLING, before));
  return 'idle cores poll for 0.2 ms before they halt';
}
