import { setFlagsFromString } from 'node:v8';

// The embedded database is WASM: optimising it takes 70 MB and the first seconds of a start, and gains nothing that
// could be measured. What else keeps an idle process small must be said before Node begins: see `start` in package.json.
setFlagsFromString('--liftoff-only');
