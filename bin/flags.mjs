import { setFlagsFromString } from 'node:v8';

// The embedded database is WASM: optimising it takes 70 MB and the first seconds of a start, and gains nothing that
// could be measured. What must be said before Node begins is in `start` of package.json: memory that stays small, and one
// thread that collects garbage, where four would leave the event loop a fifth of a core.
setFlagsFromString('--liftoff-only');
