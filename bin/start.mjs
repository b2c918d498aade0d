// npm start: the platform, and beside it what its pages run in browsers, where that is not built yet.
import { buildIslandsBeside } from './islands.mjs';

process.argv.splice(2, 0, 'src/main.ts');
await import('./run.mjs');
buildIslandsBeside();
