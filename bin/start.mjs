// npm start, and gatehouse start: the platform, in the folder that it is called in, and beside it what its pages run in
// browsers, where that is not built yet.
import './flags.mjs';
import { join } from 'node:path';
import { buildIslandsBeside } from './islands.mjs';
import { calledIn, generate, install, root } from './prepare.mjs';

process.chdir(root);
install();
generate();
process.chdir(calledIn);
// A tsconfig.json of the caller's folder is about the caller's code; what threads and workers compile, too, is the platform's.
const tsconfig = join(root, 'tsconfig.json');
process.env.TSX_TSCONFIG_PATH = tsconfig;
const { register } = await import('tsx/esm/api');
register({ tsconfig });
await import('../src/main.ts');
buildIslandsBeside();
