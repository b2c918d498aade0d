import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirUnusable, makeDataDir } from '../../src/data-dir.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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

  it('is refused at once where the system holds no folders of others', () => {
    expect(() => makeDataDir('/proc/gatehouse/data')).toThrow(DataDirUnusable);
  });
});
