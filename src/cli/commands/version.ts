import { readFileSync } from 'node:fs';
import { packageFile } from '../../foundation/package-files.ts';
import { readArguments, takeNone } from '../arguments.ts';
import { type Command, exit } from './command.ts';

const PACKAGE = packageFile('package.json');

export const version: Command = {
  name: 'version',
  summary: 'prints the version of this package',
  help: 'gatehouse version\n\nPrints the version of this package.\n',
  async run(args, { out }) {
    takeNone(readArguments(args, {}).positionals);
    const { version: number } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string };
    out.write(`${number}\n`);
    return exit.done;
  },
};
