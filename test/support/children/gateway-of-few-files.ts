// A gateway in a process of its own, which may have few files open. Argument: the URL of its back-end. Prints its URL. Then, for
// each line of its input: `fill` opens files until there is room for none, `free` closes them; it answers with the line.
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openGateway } from '../gateway.ts';
import { api, catalog, snapshot } from '../snapshot.ts';

const [upstreamUrl = ''] = process.argv.slice(2);
const gateway = await openGateway(
  snapshot(catalog({ apis: [api({ basePath: '/open', security: [], upstreamUrl })] })),
);
console.log(gateway.url);

const files: number[] = [];
function fill(): void {
  try {
    for (;;) files.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
}
function free(): void {
  for (const file of files.splice(0)) closeSync(file);
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line === 'fill') fill();
  else free();
  console.log(line);
});
lines.once('close', () => gateway.close());
