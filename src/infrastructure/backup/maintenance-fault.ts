/** A fault that prevents maintenance, with a stable code. Its sentence tells the operator the remedy. */
export class MaintenanceFault extends Error {
  override readonly name = 'MaintenanceFault';
  readonly code: MaintenanceCode;

  constructor(code: MaintenanceCode, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.code = code;
  }
}

type MaintenanceCode =
  | 'BACKUP_EXISTS'
  | 'BACKUP_INCOMPLETE'
  | 'BACKUP_INVALID'
  | 'BACKUP_TOO_NEW'
  | 'DATABASE_MISSING'
  | 'DATABASE_NOT_EMPTY'
  | 'DATABASE_NEWER'
  | 'FILE_UNREADABLE'
  | 'SECRET_KEY_IN_USE'
  | 'SECRET_KEY_OLD_MISSING'
  | 'SECRET_KEY_OTHER'
  | 'SECRET_KEYS_SWAPPED';
