import { setFlagsFromString } from 'node:v8';

// The embedded database is WASM: optimising it takes 600 MB and the first seconds of a start, and gains nothing that
// could be measured. On a command line --liftoff-only implies both flags; set here it does nothing. What must be said
// before Node begins is in `start` of package.json: memory that stays small, and one thread that collects garbage, where
// four would leave the event loop a fifth of a core.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
