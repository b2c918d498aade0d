/**
 * The logger of .meshrc.yaml. Mesh tells of its start on standard output and logs what back-ends answer, so it says
 * nothing but why it cannot build. Mesh takes this module itself as the logger.
 */
const nothing = (): void => {};

export { nothing as debug, nothing as info, nothing as log, nothing as warn };

export function error(...messages: readonly unknown[]): void {
  process.stderr.write(`${messages.join(' ')}\n`);
}

export const quietLogger = {
  log: nothing,
  info: nothing,
  debug: nothing,
  warn: nothing,
  error,
  child,
  addPrefix,
};

export function child(): typeof quietLogger {
  return quietLogger;
}

export function addPrefix(): typeof quietLogger {
  return quietLogger;
}
