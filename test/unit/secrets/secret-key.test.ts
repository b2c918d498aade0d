import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretKeyOf } from '../../../src/infrastructure/secrets/secret-key.ts';

describe('the secret key of a data directory', () => {
  let parent: string;
  let dataDir: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'gatehouse-'));
    dataDir = join(parent, 'not', 'there', 'yet');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('is made on the first start, of 256 bits, and kept', () => {
    const made = secretKeyOf(dataDir);
    expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(secretKeyOf(dataDir)).toBe(made);
    expect(secretKeyOf(join(parent, 'another'))).not.toBe(made);
  });

  it('can be read by its owner alone', () => {
    secretKeyOf(dataDir);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it.each(['', '\n', 'cut-off'])('that is damaged (%j) stops the start and stays as it is', (damaged) => {
    secretKeyOf(dataDir);
    const file = join(dataDir, 'secret.key');
    chmodSync(file, 0o600);
    writeFileSync(file, damaged);
    expect(() => secretKeyOf(dataDir)).toThrow(/secret\.key is damaged: put the one back/);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  });
});
