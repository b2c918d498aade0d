import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a test's own, so small that it can be filled. */
export type SmallDisk = {
  readonly folder: string;
  /** Takes the room that is left. */
  fill(): void;
  /** Gives it back. */
  empty(): void;
  remove(): void;
};

const BLOCK = 4_096;

/** Mounts one. Only root may; others get undefined. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=777`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    // A container without the right to mount.
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const { bavail } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * BLOCK));
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
