import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isStopping, stopAll } from './processes.ts';

/** Where the result of a whole run is written. */
export type Written = { readonly file: string; readonly title: string };

/** Prints what a benchmark finds, writes it down if that is wanted, and ends whatever it started. */
export async function benchmark(find: () => Promise<string>, written: Written | undefined): Promise<void> {
  try {
    const found = await find();
    console.log(`\n${found}`);
    if (!written) return;
    mkdirSync(dirname(written.file), { recursive: true });
    writeFileSync(written.file, `# ${written.title}\n\n${found}\n`);
  } catch (error) {
    if (isStopping()) return;
    process.exitCode = 1;
    console.error(error);
  } finally {
    await stopAll();
  }
}
