// Turns of processes at what two may not do at once in a folder.
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Longest time of a turn. Later the id of a process that has gone may be another's. */
const TURN_MS = 600_000;

/**
 * Takes a turn. Returns what ends it, or undefined while another process has it.
 *
 * A folder stands for the turn and holds a folder named by the id of its process. An empty one gives the turn to nobody.
 * It is taken by a rename to where no folder is, or an empty one, so two never have the turn.
 */
export function takeTurn(turn) {
  for (const holder of holdersOf(turn))
    if (hasGone(turn, holder)) rmSync(join(turn, holder), { recursive: true, force: true });
  const next = `${turn}-${process.pid}`;
  mkdirSync(join(next, `${process.pid}`), { recursive: true });
  try {
    removeEmpty(turn);
    renameSync(next, turn);
  } catch {
    rmSync(next, { recursive: true });
    return undefined;
  }
  const end = () => {
    process.off('exit', end);
    rmSync(join(turn, `${process.pid}`), { recursive: true, force: true });
  };
  process.once('exit', end);
  return end;
}

/** Windows renames no folder to the place of another. */
function removeEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // There is none, or somebody has the turn.
  }
}

function holdersOf(turn) {
  try {
    return readdirSync(turn);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Tells whether a turn was left behind by a killed process. */
function hasGone(turn, holder) {
  const since = statSync(join(turn, holder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Number(holder) === process.pid || Date.now() - since > TURN_MS) return true;
  try {
    process.kill(Number(holder), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
