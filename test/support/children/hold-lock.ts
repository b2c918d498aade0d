// Takes the lock of a data directory, says so or why not, and holds it until its standard input is closed.
import { DataDirLocked, lockDataDir } from '../../../src/infrastructure/database/lock.ts';

try {
  const release = lockDataDir(process.argv[2] ?? '');
  console.log('held');
  process.stdin.resume().once('end', release);
} catch (error) {
  if (!(error instanceof DataDirLocked)) throw error;
  console.log(error.message);
}
