import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDataDir, DataDirUnusable, makeDataDir, openToOthers } from '../../src/foundation/data-dir.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.umask(umask);
});

describe('the data directory', () => {
  it('is made with the folders above it, and may be there', () => {
    const dataDir = join(folder, 'a/b/c');
    makeDataDir(dataDir);
    makeDataDir(dataDir);
    expect(existsSync(dataDir)).toBe(true);
  });

  it('that is a file, or lies below one, is refused with a sentence that says what to change', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')])
      expect(() => makeDataDir(dataDir)).toThrow(
        new RegExp(
          `^The data directory ${dataDir} cannot be made: .*Set DATA_DIR to a folder that the user of the platform may write to\\.$`,
        ),
      );
  });

  it('is made for its owner alone', () => {
    const dataDir = join(folder, 'own');
    makeDataDir(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('of a version that let others in is closed to them, and nothing else that lies in it is touched', () => {
    const modes = {
      'secret.key': 0o644,
      'lock.7': 0o644,
      'database/pg_wal/1': 0o666,
      'database/run.sh': 0o755,
    };
    mkdirSync(join(folder, 'database/pg_wal'), { recursive: true });
    for (const [name, mode] of Object.entries({ ...modes, 'notes.txt': 0o644 })) {
      writeFileSync(join(folder, name), '');
      chmodSync(join(folder, name), mode);
    }
    chmodSync(folder, 0o755);
    expect(openToOthers(folder)).toHaveLength(7);
    expect(openToOthers(folder, 'win32'), 'modes tell nothing there').toEqual([]);
    closeDataDir(folder);
    expect(openToOthers(folder)).toEqual([]);
    expect(statSync(join(folder, 'database/run.sh')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'notes.txt')).mode & 0o777).toBe(0o644);
  });

  it('that is not there yet is open to nobody', () => {
    expect(openToOthers(join(folder, 'none'))).toEqual([]);
  });

  it('is refused at once where the system holds no folders of others', () => {
    expect(() => makeDataDir('/proc/gatehouse/data')).toThrow(DataDirUnusable);
  });
});
