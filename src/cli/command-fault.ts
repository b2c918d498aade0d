/** Codes of the command line's own faults. A refusal of the platform keeps the platform's code. */
type FaultCode =
  | 'USAGE'
  | 'SETTING_INVALID'
  | 'PROFILE_INVALID'
  | 'PROFILE_UNSAFE'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'MANIFEST_INVALID'
  | 'UNAUTHENTICATED'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'ANSWER_INVALID'
  | 'GRAPHQL_SERVER_FAILED'
  | 'NOT_FOUND'
  | 'PLATFORM_MISSING';

/** Ends a command: `gatehouse: CODE: sentence` on standard error, and an exit code that is not 0. */
export class CommandFault extends Error {
  override readonly name = 'Fault';
  readonly code: string;
  /** One line each for what is wrong where, for example `catalog.yaml:4:5: There is no field "tilte".` */
  readonly details: readonly string[];

  constructor(code: string, sentence: string, details: readonly string[] = []) {
    super(sentence);
    this.code = code;
    this.details = details;
  }
}

/** Throws what the command line finds wrong by itself. */
export function fail(code: FaultCode, sentence: string, details?: readonly string[]): never {
  throw new CommandFault(code, sentence, details);
}

/** Words the reason why a file could not be read or written. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'it may not be opened',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is no folder',
    ELOOP: 'its links lead in a circle',
  };
  return reasons[code ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
