import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isStopping, stopAll } from './processes.ts';

/** The file that the result of a whole run is written to. */
export type Written = { readonly file: string; readonly title: string };

/** Prints the result of a benchmark and ends its processes. The result is also written to a file if wanted. */
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
