// Makes what an image consists of, its packages included, without installing anything there: node bin/complete.mjs FOLDER
import { bringPackages, makePackage } from './package.mjs';

const [folder] = process.argv.slice(2);
await makePackage(folder);
bringPackages(folder);
