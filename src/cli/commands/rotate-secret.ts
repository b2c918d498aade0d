import { readArguments, takeNone } from '../arguments.ts';
import { withPlatform } from '../platform.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse rotate-secret

Puts SECRET_KEY in the place of SECRET_KEY_OLD, while the platform runs:

  1. Set SECRET_KEY to the new key and SECRET_KEY_OLD to the one before it, and restart every process. With several, first
     set only SECRET_KEY_OLD, to the new key, and restart each: then none meets what it cannot read.
  2. Run this command, with the settings of the platform.
  3. Leave SECRET_KEY_OLD out, and restart every process.

Signing keys, secrets of webhooks and catalogs, and the ends of the audit's chains are sealed and signed anew. Hashes of
tokens, client secrets and API keys stay, since their holders alone know these: the derived key that they are compared with
is sealed under the new key. An embedded database belongs to one process, so there the platform must be stopped.

Cut off, it goes on where it is called again. Exit code: 0 done, 1 fault, 2 wrong call.
`;

export const rotateSecret: Command = {
  name: 'rotate-secret',
  summary: 'puts a new secret key in the place of the one before',
  help,
  async run(args, context) {
    takeNone(readArguments(args, {}).positionals);
    const { done, damaged, kept } = await withPlatform(context, async (config) => {
      const { rotatePlatformSecret } = await import('../maintenance/platform-database.ts');
      return rotatePlatformSecret(config, ({ what, seen, anew }) => {
        if (context.err.isTTY === true) context.err.write(`${what}: ${anew} of ${seen} made anew\n`);
      });
    });
    for (const { what, seen, anew } of done) context.out.write(`${what}: ${anew} of ${seen} made anew\n`);
    for (const each of damaged) context.out.write(`${each} opens under neither key, and stays as it is\n`);
    const hashes = kept.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
    if (hashes.length > 0)
      context.out.write(`kept, since only their holders know them: hashes of ${hashes.join(', ')}\n`);
    context.out.write('Nothing needs SECRET_KEY_OLD any more: leave it out, and restart every process.\n');
    return exit.done;
  },
};
