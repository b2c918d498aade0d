import { readArguments, readChoice, takeNone } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { type Command, exit } from './command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

const help = `gatehouse completion bash|zsh|fish

Prints a script that completes commands and their options in a shell.

Examples:
  source <(gatehouse completion bash)                                  in ~/.bashrc
  source <(gatehouse completion zsh)                                   in ~/.zshrc, after compinit
  gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish

Exit code: 0 done, 2 wrong call.
`;

type Words = Pick<Command, 'name' | 'summary' | 'help'>;

/** Makes the command that completes these commands, and itself. */
export function completionOf(others: readonly Words[]): Command {
  const own = { name: 'completion', summary: 'prints a script that completes commands in a shell', help };
  return {
    ...own,
    async run(args, context) {
      const { positionals } = readArguments(args, {});
      const [name = fail('USAGE', `Name a shell: gatehouse completion ${shells.join('|')}`), ...rest] =
        positionals;
      takeNone(rest);
      context.out.write(scripts[readChoice('The shell', name, shells)]([...others, own]));
      return exit.done;
    },
  };
}

/** The options that the help of a command names. */
const optionsOf = ({ help }: Words): string[] => [
  ...new Set(['--help', ...(help.match(/(?<=[\s[|,])--[a-z][a-z-]*/g) ?? [])]),
];

const scripts: Record<(typeof shells)[number], (commands: readonly Words[]) => string> = {
  bash: (commands) => `# bash completion of gatehouse
_gatehouse() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')} --help"
  else
    case "\${COMP_WORDS[1]}" in
${commands.map((each) => `      ${each.name}) words="${optionsOf(each).join(' ')}" ;;`).join('\n')}
    esac
    case "$word" in -*) ;; *) COMPREPLY=($(compgen -f -- "$word")); return ;; esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o filenames -F _gatehouse gatehouse
`,
  zsh: (commands) => `#compdef gatehouse
_gatehouse() {
  if (( CURRENT == 2 )); then
    local -a names=(
${commands.map(({ name, summary }) => `      '${name}:${summary.replaceAll("'", "'\\''").replaceAll(':', '\\:')}'`).join('\n')}
    )
    _describe command names
    return
  fi
  local -a options
  case "$words[2]" in
${commands.map((each) => `    ${each.name}) options=(${optionsOf(each).join(' ')}) ;;`).join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $options; else _files; fi
}
compdef _gatehouse gatehouse
`,
  fish: (commands) =>
    [
      '# fish completion of gatehouse',
      ...commands.flatMap((each) => [
        `complete -c gatehouse -n __fish_use_subcommand -f -a ${each.name} -d '${each.summary.replaceAll("'", "\\'")}'`,
        ...optionsOf(each).map(
          (option) =>
            `complete -c gatehouse -n '__fish_seen_subcommand_from ${each.name}' -l ${option.slice(2)}`,
        ),
      ]),
      '',
    ].join('\n'),
};
