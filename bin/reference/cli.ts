import { commands, help } from '../../src/cli/cli.ts';
import { page, table } from './markdown.ts';

const block = (text: string) => `\`\`\`\n${text.trim()}\n\`\`\``;

export function printCommandLine(): string {
  return page('Command line', 'src/cli', [
    '`npx gatehouse` talks to a running platform over HTTP. The [maintenance commands](../operate/maintenance.md) use its database directly.',
    table(
      ['command', 'what it does'],
      commands.map(({ name, summary }) => [`[\`${name}\`](#gatehouse-${name})`, summary]),
    ),
    '## gatehouse',
    block(help),
    ...commands.flatMap(({ name, help: text }) => [`## gatehouse ${name}`, block(text)]),
  ]);
}
