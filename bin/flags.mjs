import { setFlagsFromString } from 'node:v8';

// The embedded database is WASM: optimising it takes 600 MB and the first seconds of a start, and gains nothing that
// could be measured. On a command line --liftoff-only implies both flags; set here it does nothing. SERVING of
// pinned-node.mjs has what must be said before Node begins.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
