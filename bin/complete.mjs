// Makes all that a start would make, and says so to every start from then on; for images: node bin/complete.mjs
import { writeFileSync } from 'node:fs';
import { buildIslands } from './islands.mjs';
import { COMPLETE, generate, install } from './prepare.mjs';

install();
generate();
await buildIslands();
writeFileSync(COMPLETE, '');
