// Makes all that a start would make, and says so to every start from then on; for images: node bin/complete.mjs
import { writeFileSync } from 'node:fs';
import { buildIslands } from './islands.mjs';
import { COMPLETE, generate, install } from './prepare.mjs';
import { writeSbom } from './sbom.mjs';

install();
generate();
await buildIslands();
writeSbom();
writeFileSync(COMPLETE, '');
